/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.Exhaustion;
import io.tailrace.file.OpenFolder;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.Uninterrupted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The notes of a driver for the next one, all of one kind, each in a small file of a folder. Used by one thread. */
public abstract sealed class Notes<T> permits SubscriptionFiles, VacancyFiles {
    static final int MAX_LENGTH = 1024;
    private static final byte[] NOTHING = {};

    final MessageCodec codec = new MessageCodec();
    private final String what;

    /** @param what the subject of a note */
    Notes(String what) {
        this.what = what;
    }

    /** {@return whether a file of this name is a note, or was to become one} */
    abstract boolean isOurs(String name);

    /** @throws IllegalArgumentException or a MalformedMessageException, if it is not such a note */
    abstract T decode(byte[] read, String name);

    /** Writes a file for the driver's user only, replacing anything. */
    static void write(OpenFolder folder, String name, byte[] bytes, int length) throws IOException {
        Uninterrupted.run(() -> {
            folder.delete(name); // Another process may have put anything there.
            try (var channel = folder.create(Path.of(name))) {
                return channel.write(ByteBuffer.wrap(bytes, 0, length));
            }
        });
    }

    /**
     * {@return the notes in a folder}
     *
     * @param problems notified of unreadable notes, which are deleted
     */
    public final List<T> readAll(Path folder, Consumer<Throwable> problems) throws IOException {
        List<T> notes = new ArrayList<>();
        try (OpenFolder opened = OpenFolder.open(folder)) {
            for (String name : ours(opened, this::isOurs)) {
                try {
                    boolean isHalf = TemporaryName.isTemporary(name);
                    byte[] read = isHalf ? NOTHING : Uninterrupted.run(() -> read(opened, name));
                    if (read.length == 0) {
                        delete(opened, name); // A driver died while it wrote the note.
                    } else {
                        notes.add(decode(read, name));
                    }
                } catch (IOException | RuntimeException e) {
                    Path file = folder.resolve(name);
                    if (e instanceof IOException shortage && Exhaustion.isOfSystem(shortage, file)) {
                        // Another process may be able to open a note that this one cannot.
                        throw new IOException("cannot open: path=" + file + ", " + ErrorText.of(e), e);
                    }
                    problems.accept(new IOException("no " + what + ": path=" + file + ", " + ErrorText.of(e), e));
                    delete(opened, name);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of(); // Nothing is noted.
        }
        return notes;
    }

    private static List<String> ours(OpenFolder folder, Predicate<String> isOurs) throws IOException {
        return folder.list().stream().filter(isOurs).toList();
    }

    private static byte[] read(OpenFolder folder, String name) throws IOException {
        try (SeekableByteChannel channel = folder.open(name)) {
            // A pipe has no length: reading would wait.
            if (channel.size() > MAX_LENGTH) {
                throw new IOException("longer than " + MAX_LENGTH + " bytes");
            }
            return Channels.newInputStream(channel).readNBytes((int) channel.size());
        }
    }

    /** {@return the readable notes in a folder} For tools: it deletes nothing. */
    public final List<T> look(Path folder) throws IOException {
        List<T> found = new ArrayList<>();
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return found;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (isOurs(name) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                        found.add(decode(in.readNBytes(MAX_LENGTH), name));
                    } catch (IOException | RuntimeException e) {
                        // It belongs to another user, is gone meanwhile, is being written, or is not a note.
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException | AccessDeniedException e) {
            return found;
        }
        return found;
    }

    static void deleteAll(OpenFolder folder, Predicate<String> isOurs) throws IOException {
        for (String name : ours(folder, isOurs)) {
            delete(folder, name);
        }
    }

    private static void delete(OpenFolder folder, String name) throws IOException {
        try {
            if (!folder.isDirectory(name)) { // Not a note.
                folder.delete(name);
            }
        } catch (NoSuchFileException e) {
            // Another process was faster.
        }
    }
}
