/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.replay;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.StreamFinder;
import io.tailrace.control.Trust;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FolderName;
import io.tailrace.file.Ownership;
import io.tailrace.file.TemporaryName;
import io.tailrace.history.segment.StreamHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Locates the history of a stream: each historian writes a note in the driver's directory, a text with its history
 * directory and, one per line, the streams that it keeps there. The note outlives the historian, because readers need
 * its history even while it is dead. Any thread.
 */
public final class HistoryNotes {
    private static final int MAX_LENGTH = 1 << 20;

    /**
     * The streams that a historian keeps.
     *
     * @param directory absolute
     * @param streams as in {@link StreamFinder}
     */
    public record Note(Path directory, List<String> streams) {
        public boolean covers(String stream) {
            return streams.stream().anyMatch(pattern -> StreamFinder.matches(pattern, stream));
        }
    }

    private HistoryNotes() {}

    /** Writes a note, replacing an earlier one of the same directory. */
    public static void write(DriverDirectory driver, Note note) throws IOException {
        FileAccess access = FileAccess.of(driver.path());
        access.createDirectoryIfMissing(driver.histories());
        Path path = driver.histories().resolve(FolderName.of(note.directory().toString()));
        Path making = TemporaryName.of(path);
        Files.deleteIfExists(making);
        Files.writeString(making, note.directory() + "\n" + String.join("\n", note.streams()) + "\n");
        access.applyToFile(making);
        Files.move(making, path, StandardCopyOption.ATOMIC_MOVE);
    }

    /** {@return all notes} Other files are skipped. */
    public static List<Note> list(DriverDirectory driver) throws IOException {
        List<Note> notes = new ArrayList<>();
        for (Path entry : StreamHistory.list(driver.histories(), "*")) {
            Note note = TemporaryName.isTemporary(entry.getFileName().toString()) ? null : read(entry);
            if (note != null) {
                notes.add(note);
            }
        }
        return notes;
    }

    private static @Nullable Note read(Path path) throws IOException {
        if (!Files.isRegularFile(path) || Files.size(path) > MAX_LENGTH) {
            return null;
        }
        List<String> lines = List.of(new String(Files.readAllBytes(path), StandardCharsets.UTF_8).split("\n"));
        return lines.size() < 2 || !lines.get(0).startsWith("/")
                ? null
                : new Note(Path.of(lines.get(0)), lines.subList(1, lines.size()));
    }

    /**
     * {@return the history of a stream; null if none keeps it} Of several, the one that has messages.
     *
     * @throws AccessDeniedException if it belongs to another user than the driver's, or this user may not read it
     */
    public static @Nullable StreamHistory find(DriverDirectory driver, Trust trust, String stream) throws IOException {
        Ownership owner = trust.check(driver.path());
        StreamHistory found = null;
        for (Note note : list(driver)) {
            if (note.covers(stream) && Files.isDirectory(note.directory())) {
                owner.requireSameOwner(driver.histories());
                owner.requireSameOwner(note.directory());
                if (!Files.isExecutable(note.directory())) {
                    throw new AccessDeniedException(note.directory().toString(), null, "its owner alone may read it");
                }
                StreamHistory history = StreamHistory.of(note.directory(), stream);
                found = found == null || Files.isDirectory(history.folder()) ? history : found;
            }
        }
        return found;
    }
}
