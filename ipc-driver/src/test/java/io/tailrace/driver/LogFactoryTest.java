/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.codecs.FailureCode;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.VacancyFiles;
import io.tailrace.driver.streams.Admission;
import io.tailrace.driver.streams.LogEntry;
import io.tailrace.driver.streams.LogFactory;
import io.tailrace.driver.streams.LogRemoval;
import io.tailrace.driver.streams.Names;
import io.tailrace.driver.streams.RetainedLogs;
import io.tailrace.driver.streams.StreamIndex;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappingLimit;
import io.tailrace.file.MappingLimitException;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogEnd;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.report.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A factory of logs without clients, also where a process may map no more files: the limit is lowered here. */
final class LogFactoryTest {
    private static final int LEFT = 300;
    /** One step each for three terms and the meta file, and one to open them. */
    private static final int ENOUGH_CYCLES = 10;

    private static final long PATIENCE_NS = 600_000_000;

    private static final long RETAIN_NS = Retention.DEFAULT.time().toNanos();
    private static final long RETAIN_BYTES = Retention.DEFAULT.bytes();

    @TempDir
    Path folder;

    private final AtomicInteger mapped = new AtomicInteger();
    private final List<Throwable> errors = new ArrayList<>();
    private final List<Object> results = new ArrayList<>();
    private final StreamIndex index = new StreamIndex(0);
    private DriverDirectory directory;
    private RetainedLogs retained;
    private LogRemoval removal;
    private LogFactory factory;

    @BeforeEach
    void make() throws IOException {
        directory = new DriverDirectory(folder);
        Files.createDirectory(directory.logs());
        Files.createDirectory(directory.names());
        removal = new LogRemoval(directory, null, errors::add);
        retained = new RetainedLogs(directory, RETAIN_NS, RETAIN_BYTES, removal, () -> 1, errors::add);
        MappingLimit mappings = new MappingLimit(80, mapped::get, () -> false); // 70 files
        Limits limits = Limits.DEFAULT;
        Admission admission = new Admission(
                Rig.TERM_LENGTH, limits.perClient(), limits.logs(), limits.logBytes(), index, retained, mappings);
        factory = new LogFactory(
                directory,
                FileAccess.PRIVATE,
                admission,
                Waker.Source.NONE,
                (log, position, length, slot) -> {},
                errors::add);
    }

    private LogEntry create(long logId) {
        LogEntry log = new LogEntry(LogMeta.Constants.of(logId, "quotes", Rig.TERM_LENGTH, LogLayout.KIND_CONCURRENT));
        index.add(log);
        factory.create(log, new LogFactory.Result() {
            @Override
            public void onCreated(LogEntry created, LogFiles files) {
                created.open(files, factory.keep(files));
                results.add(created);
            }

            @Override
            public void onCreationFailed(LogEntry failed, Throwable cause, String holder) {
                results.add(Admission.Refusal.of(failed, cause, holder));
                index.remove(failed);
            }
        });
        return log;
    }

    private void work(long nowNs) {
        for (int cycle = 0; cycle < ENOUGH_CYCLES; cycle++) {
            factory.doWork(nowNs);
        }
    }

    /** A log that has ended, with a message, and is retained. */
    private void retain(long logId) {
        LogEntry log = create(logId);
        work(0);
        LogMaintenance kept = log.kept();
        LogMeta meta = kept.log().meta();
        meta.getAndAddTail(FrameLayout.HEADER_LENGTH);
        kept.log().term(0).putLongRelease(0, FrameLayout.header(FrameLayout.HEADER_LENGTH, FrameLayout.TYPE_PAD, 0));
        meta.endPositionRelease(FrameLayout.HEADER_LENGTH);
        retained.take(log);
        index.remove(log);
        results.clear();
        assertTrue(retained.ids().contains(logId), errors::toString);
    }

    @Test
    void aLogThatMayNotBeMappedIsRefusedInTimeAndNothingIsGivenBackForIt() {
        retain(1);
        mapped.set(67);
        create(2);
        work(0);
        assertEquals(List.of(), results, "mappings may come free");
        work(PATIENCE_NS);

        Admission.Refusal refusal = (Admission.Refusal) results.get(0);
        assertEquals(FailureCode.LIMIT, refusal.code());
        assertTrue(refusal.getMessage().contains("mapped=67, wanted=4, max=70"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("sysctl -w vm.max_map_count=320"), refusal.getMessage());
        assertEquals(List.of(1L), retained.ids());
        assertEquals(1, folder.resolve("logs").toFile().list().length, "nothing was made");
        mapped.set(66);
        create(3);
        work(PATIENCE_NS);
        assertEquals(3, ((LogEntry) results.get(1)).id());
        assertEquals(List.of(), errors);
    }

    @Test
    void whatMayNotBeReadNowStays() {
        retain(1);
        mapped.set(67);

        assertNull(retained.open(1, factory));

        assertEquals(MappingLimitException.class, errors.get(0).getClass());
        assertEquals(List.of(1L), retained.ids());
        mapped.set(66);
        LogEntry log = retained.open(1, factory);
        assertTrue(LogEnd.read(log.kept().log().meta()).isRetained());
        log.close();
    }

    @Test
    void aDriverThatMayNotMapWhatItFindsDoesNotStartAndTakesNothingAway() {
        retain(1);
        retain(2);
        mapped.set(67);
        StreamIndex next = new StreamIndex(0);
        Names names = new Names(
                new VacancyFiles(directory),
                next,
                null,
                EventLog.open(directory, FileAccess.PRIVATE, () -> 1),
                () -> 1,
                errors::add);
        Adoption adoption = new Adoption(directory, next, null, names, List.of(), Set.of(), errors::add);

        assertThrows(MappingLimitException.class, () -> adoption.run(factory, new SubscriptionFiles()));

        work(PATIENCE_NS);
        assertEquals(2, folder.resolve("logs").toFile().list().length);
        assertDoesNotThrow(
                () -> LogFiles.open(directory.log(1), LogFiles.Access.NOTHING).close());
        assertEquals(List.of(), errors);
    }

    @Test
    void whoAsksForALogDoesNotWaitUntilAllThatWasLeftIsDeleted() throws IOException {
        for (long id = 1; id <= LEFT; id++) {
            Files.createDirectory(directory.log(id));
            Files.createFile(directory.log(id).resolve("term-0"));
            removal.removeLeft(directory.log(id));
        }
        LogEntry log = create(LEFT + 1);

        work(0);

        assertEquals(List.of(log), results);
        for (int cycle = ENOUGH_CYCLES; factory.doWork(cycle) > 0; cycle++) {
            assertEquals(List.of(), errors);
        }
        assertEquals(List.of(directory.log(LEFT + 1)), LogRemoval.list(directory.logs()));
        log.close();
        assertEquals(List.of(), errors);
    }
}
