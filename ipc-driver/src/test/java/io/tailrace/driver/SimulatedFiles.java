/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.MappedFile;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The contents of the files of a simulation, whichever processes live. */
final class SimulatedFiles implements AutoCloseable {
    private final DriverDirectory directory;
    /** By log, also of logs that are gone. */
    private final Map<Long, MappedFile> metas = new HashMap<>();

    SimulatedFiles(Path directory) {
        this.directory = new DriverDirectory(directory);
    }

    boolean isThere(long logId) {
        return Files.exists(metaPath(logId));
    }

    private Path metaPath(long logId) {
        return LogFiles.metaPath(directory.log(logId));
    }

    /** {@return the position up to which a log was cleaned, or is about to be} */
    long cleaningTarget(long logId) {
        return read(logId, LogMeta::cleaningTargetAcquire);
    }

    LogEnd end(long logId) {
        return read(logId, LogEnd::read);
    }

    /** {@return whether a log has a slot that is kept for a name} */
    boolean hasVacantSlot(long logId) {
        return read(logId, meta -> {
            for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
                if (meta.subscriberAcquire(slot) != 0 && meta.names().vacantUntilNs(slot) != 0) {
                    return true;
                }
            }
            return false;
        });
    }

    /** Sets a subscriber's slot back to the position that it had stored before it read on and died. */
    void untell(long logId, long registrationId, long position) {
        read(logId, meta -> {
            for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
                if (meta.subscriberAcquire(slot) == registrationId) {
                    meta.subscriberPositionRelease(slot, position);
                }
            }
            return logId;
        });
    }

    private <T> T read(long logId, Function<LogMeta, T> question) {
        MappedFile file = metas.computeIfAbsent(logId, id -> {
            try {
                return MappedFile.openReadWrite(metaPath(id));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return question.apply(new LogMeta(file.buffer()));
    }

    /** {@return the existing logs} */
    List<Long> logs() {
        try (Stream<Path> paths = Files.list(directory.logs())) {
            return paths.map(path -> DriverDirectory.parseId(path.getFileName().toString()))
                    .filter(logId -> logId >= 0 && isThere(logId))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isEmpty(String folder) {
        String[] names = directory.path().resolve(folder).toFile().list();
        return names == null || names.length == 0;
    }

    @Override
    public void close() {
        metas.values().forEach(MappedFile::close);
    }
}
