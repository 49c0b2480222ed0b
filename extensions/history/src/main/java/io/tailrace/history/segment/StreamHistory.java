/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.FolderName;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
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
    /** In the root of a file system, where only root may read it. No stream's folder has that name. */
    private static final String OF_FILE_SYSTEM = "lost+found";

    /** Not by their ids, which say nothing about time. Those of logs without an order do. */
    public static final Comparator<LogHistory> BY_ORDER =
            Comparator.comparingLong(LogHistory::order).thenComparingLong(LogHistory::logId);

    private static final String READERS = "readers";

    /** {@return the history of a stream in a directory, which need not have it} */
    public static StreamHistory of(Path directory, String name) {
        return new StreamHistory(directory.resolve(FolderName.of(name)), name);
    }

    /** {@return the streams that have a segment in a directory, ordered by name} */
    public static List<StreamHistory> allIn(Path directory) throws IOException {
        List<StreamHistory> streams = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, Files::isDirectory)) {
            for (Path entry : entries) {
                String name = entry.endsWith(OF_FILE_SYSTEM) ? null : nameIn(entry);
                if (name != null) {
                    streams.add(new StreamHistory(entry, name));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        streams.sort(Comparator.comparing(StreamHistory::name));
        return streams;
    }

    /**
     * {@return the stream whose segments a folder has, according to the first readable one; null if none is readable}
     */
    private static @Nullable String nameIn(Path folder) throws IOException {
        for (Path log : list(folder, "[0-9]*")) {
            for (long base : LogHistory.bases(log)) {
                String name =
                        Segment.readOrNull(SegmentConstants.path(log, base), segment -> segment.constants().stream());
                if (name != null) {
                    return name;
                }
            }
        }
        return null;
    }

    /** {@return the logs that have a readable segment, in the order in which their history began} */
    public List<LogHistory> logs() throws IOException {
        List<LogHistory> logs = new ArrayList<>();
        for (Path entry : list(folder, "[0-9]*")) {
            try {
                logs.add(LogHistory.open(entry));
            } catch (NoSuchFileException | FileFormatException e) {
                // It is just being created or purged, or no part of it is readable.
            }
        }
        logs.sort(BY_ORDER);
        return logs;
    }

    /** {@return the last era in which a segment of any log began before a time; -1 if there is none} */
    public long eraAt(long timeMs) throws IOException {
        long era = -1;
        for (LogHistory log : logs()) {
            era = Math.max(era, log.eraAt(timeMs));
        }
        return era;
    }

    /**
     * Makes a folder in that of a stream, and the stream's. A history that was removed is not made again: its lock is
     * gone.
     */
    public static void makeFolder(Path inStream) throws IOException {
        if (!Files.isDirectory(inStream)) {
            FileAccess.PRIVATE.createDirectoryIfMissing(inStream.resolveSibling(""));
            FileAccess.PRIVATE.createDirectoryIfMissing(inStream); // The writer of another log may be faster.
        }
    }

    /** {@return the folder of a log} */
    public Path log(long logId) {
        return folder.resolve(Long.toString(logId));
    }

    /** {@return the file of a reader} */
    public Path reader(String readerName) {
        return folder.resolve(READERS).resolve(FolderName.of(readerName));
    }

    /** {@return the progress of all readers} Files that are not reader files are skipped. */
    public List<ReaderFile.View> readers() throws IOException {
        List<ReaderFile.View> readers = new ArrayList<>();
        for (Path entry : list(folder.resolve(READERS), "*")) {
            try {
                readers.add(ReaderFile.View.read(entry));
            } catch (NoSuchFileException | FileFormatException e) {
                // It is just being created or removed, or does not belong to the history.
            }
        }
        readers.sort(Comparator.comparing(ReaderFile.View::name));
        return readers;
    }

    /** {@return the entries of a folder whose names match a pattern; none if there is no folder} */
    public static List<Path> list(Path folder, String pattern) throws IOException {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            found.forEach(entries::add);
            entries.removeIf(entry -> entry.endsWith(OF_FILE_SYSTEM));
        } catch (NoSuchFileException | NotDirectoryException e) {
            // Nothing is kept yet.
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return entries;
    }
}
