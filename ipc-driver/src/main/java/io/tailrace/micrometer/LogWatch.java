/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.micrometer;

import io.tailrace.control.DriverDirectory;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogFiles;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads the logs in a driver's directory. Keeps their files mapped, read-only, while they are there. One thread. */
final class LogWatch implements AutoCloseable {
    private final DriverDirectory directory;
    private final long clientId;
    private final Map<Long, LogFiles> open = new HashMap<>();

    /** @param clientId of whose logs to tell; 0: of all */
    LogWatch(DriverDirectory directory, long clientId) {
        this.directory = directory;
        this.clientId = clientId;
    }

    /**
     * {@return the streams by their names} A log that can not be read is left out.
     *
     * @throws IOException if the folder can not be read
     */
    Map<String, StreamFigures> read() throws IOException {
        Set<Long> ids = ids(directory.logs());
        open.entrySet().removeIf(log -> !ids.contains(log.getKey()) && close(log.getValue()));
        Map<String, StreamFigures> streams = new TreeMap<>();
        for (long id : ids) {
            try {
                add(id, streams);
            } catch (IOException | RuntimeException | InternalError e) {
                // It has gone meanwhile, or somebody has truncated it or written into it.
                LogFiles files = open.remove(id);
                if (files != null) {
                    files.close();
                }
            }
        }
        return streams;
    }

    private void add(long id, Map<String, StreamFigures> streams) throws IOException {
        LogFiles files = open.get(id);
        if (files == null) {
            files = LogFiles.open(directory.log(id), LogFiles.Access.NOTHING);
            open.put(id, files);
        }
        IOException truncation = files.findTruncation();
        if (truncation != null) {
            throw truncation;
        }
        StreamFigures figures = new StreamFigures();
        boolean counts = figures.add(id, files.buffers(), clientId);
        PendingFault.raise(); // Before anything that was read is believed.
        if (counts) {
            streams.computeIfAbsent(files.buffers().constants().stream(), name -> new StreamFigures())
                    .add(figures);
        }
    }

    /** {@return the ids that name the entries of a folder; none if it is not there} */
    static Set<Long> ids(Path folder) throws IOException {
        Set<Long> ids = new HashSet<>();
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return ids;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                long id = DriverDirectory.parseId(entry.getFileName().toString());
                if (id >= 0 && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    ids.add(id);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return ids; // The driver ends at this moment.
        }
        return ids;
    }

    private static boolean close(LogFiles files) {
        files.close();
        return true;
    }

    @Override
    public void close() {
        open.values().forEach(LogFiles::close);
        open.clear();
    }
}
