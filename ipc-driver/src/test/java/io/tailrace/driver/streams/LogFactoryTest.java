/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.Limits;
import io.tailrace.driver.Rig;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappingLimit;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.UnblockListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogFactoryTest {
    private static final int LEFT = 300;
    /** One step each for three terms and the meta file, and one to open them. */
    private static final int ENOUGH_CYCLES = 10;

    @TempDir
    Path folder;

    /** The outcome of a request for a log. */
    private static final class Asked implements LogFactory.Result {
        private final List<Object> results = new ArrayList<>();

        @Override
        public void onCreated(LogEntry log, LogFiles files) {
            files.close();
            results.add(files.directory());
        }

        @Override
        public void onCreationFailed(LogEntry log, Throwable cause, String holder) {
            results.add(cause);
        }
    }

    @Test
    void whoAsksForALogDoesNotWaitUntilAllThatWasLeftIsDeleted() throws IOException {
        DriverDirectory directory = new DriverDirectory(folder);
        Files.createDirectory(directory.logs());
        List<Throwable> errors = new ArrayList<>();
        LogRemoval removal = new LogRemoval(directory, new NoUsers(), errors::add);
        RetainedLogs retained = new RetainedLogs(directory, 0, 0, removal, () -> 0, errors::add);
        StreamIndex index = new StreamIndex(new LogIds(0));
        LogRoom room = new LogRoom(
                Limits.DEFAULT.logs(), Limits.DEFAULT.logBytes(), index, retained, removal, MappingLimit.ofProcess());
        LogFactory factory = new LogFactory(
                directory, FileAccess.PRIVATE, removal, room, Waker.Source.NONE, UnblockListener.NONE, errors::add);
        for (long id = 1; id <= LEFT; id++) {
            Files.createDirectory(directory.log(id));
            Files.createFile(directory.log(id).resolve("term-0"));
            removal.removeLeft(directory.log(id));
        }
        Asked asked = new Asked();
        long logId = LEFT + 1;
        factory.create(
                new LogEntry(LogMeta.Constants.of(logId, "quotes", Rig.TERM_LENGTH, LogLayout.KIND_CONCURRENT)), asked);

        for (int cycle = 0; cycle < ENOUGH_CYCLES; cycle++) {
            factory.doWork(cycle);
        }

        assertEquals(List.of(directory.log(logId)), asked.results);
        int cycle = ENOUGH_CYCLES;
        while (factory.doWork(cycle) > 0) {
            cycle++;
        }
        assertEquals(List.of(directory.log(logId)), removal.listLogs());
        assertTrue(errors.isEmpty(), errors::toString);
    }
}
