/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import io.tailrace.file.FileFormatException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The history of one stream. Any thread.
 *
 * @param folder need not exist
 */
public record StreamHistory(Path folder, String name) {
    private static final String READERS = "readers";

    /** {@return the stream of which a folder has segments, as the first says that can be read; null if none can} */
    static @Nullable String nameIn(Path folder) throws IOException {
        for (Path log : list(folder, "[0-9]*")) {
            for (long base : LogHistory.bases(log)) {
                try (Segment segment = Segment.open(SegmentConstants.path(log, base))) {
                    return segment.constants().stream();
                } catch (NoSuchFileException | FileFormatException e) {
                    // Purged meanwhile, or damaged: the next one says it, too.
                }
            }
        }
        return null;
    }

    /** {@return the logs of which there is a segment that can be read, with ascending ids} */
    public List<LogHistory> logs() throws IOException {
        List<LogHistory> logs = new ArrayList<>();
        for (Path entry : list(folder, "[0-9]*")) {
            try {
                logs.add(LogHistory.open(entry));
            } catch (NoSuchFileException | FileFormatException e) {
                // It is just being made or purged, or nothing of it can be read.
            }
        }
        logs.sort(Comparator.comparingLong(LogHistory::logId));
        return logs;
    }

    /** {@return the folder of a log} */
    public Path log(long logId) {
        return folder.resolve(Long.toString(logId));
    }

    /** {@return the file of a reader} */
    public Path reader(String readerName) {
        return folder.resolve(READERS).resolve(FolderName.of(readerName));
    }

    /** {@return what all readers have read} Files that are none are left out. */
    public List<ReaderFile.View> readers() throws IOException {
        List<ReaderFile.View> readers = new ArrayList<>();
        for (Path entry : list(folder.resolve(READERS), "*")) {
            try {
                readers.add(ReaderFile.View.read(entry));
            } catch (NoSuchFileException | FileFormatException e) {
                // It is just being made or removed, or is somebody else's.
            }
        }
        readers.sort(Comparator.comparing(ReaderFile.View::name));
        return readers;
    }

    private static List<Path> list(Path folder, String pattern) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            found.forEach(entries::add);
        } catch (NoSuchFileException e) {
            // Nothing is kept yet.
        }
        return entries;
    }
}
