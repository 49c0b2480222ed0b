/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.tailrace.file.MappedFile;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Lists the streams that have logs in a driver's directory, including ended logs. It maps nothing. Used by one thread.
 */
public final class StreamNames {
    private final Path logs;
    /** By the ids of their logs, which are never reused. */
    private final Map<Long, String> known = new HashMap<>();

    public StreamNames(DriverDirectory directory) {
        this.logs = directory.logs();
    }

    /** {@return the names of all streams that have a log now} */
    public List<String> list() throws IOException {
        List<Long> ids = new ArrayList<>();
        try (Stream<Path> folders = Files.list(logs)) {
            folders.map(folder -> DriverDirectory.parseId(folder.getFileName().toString()))
                    .filter(id -> id >= 0)
                    .forEach(ids::add);
        } catch (NoSuchFileException e) {
            return List.of(); // No driver has created it yet.
        }
        known.keySet().retainAll(ids);
        for (long id : ids) {
            if (!known.containsKey(id)) {
                learn(id);
            }
        }
        return List.copyOf(new TreeSet<>(known.values()));
    }

    /**
     * {@return the end of a log, in bytes; {@link LogLayout#NONE} if it has not ended; 0 if the driver does not have
     * it}
     */
    public static long endPosition(DriverDirectory directory, long logId) throws IOException {
        try (MappedFile meta = LogLayout.FORMAT.openReadOnly(LogFiles.metaPath(directory.log(logId)))) {
            return new LogMeta(meta.buffer()).endPositionAcquire();
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private void learn(long id) throws IOException {
        byte[] start = new byte[LogLayout.STREAM_OFFSET + LogLayout.MAX_STREAM_LENGTH];
        try {
            int length = Uninterrupted.run(() -> {
                try (InputStream meta =
                        Files.newInputStream(LogFiles.metaPath(logs.resolve(Long.toString(id))), NOFOLLOW_LINKS)) {
                    return meta.readNBytes(start, 0, start.length);
                }
            });
            int streamLength = start[LogLayout.STREAM_LENGTH_OFFSET] & 0xFF; // Little-endian, and at most 255.
            if (length == start.length && streamLength > 0) {
                known.put(id, new String(start, LogLayout.STREAM_OFFSET, streamLength, StandardCharsets.UTF_8));
            }
        } catch (NoSuchFileException e) {
            // It was deleted meanwhile.
        }
    }
}
