/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.EventLog;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.SystemEpochClock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogKeeperTest {
    private static final long PUBLISHER = 1;
    private static final long SUBSCRIBER = 2;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private final List<Throwable> errors = new ArrayList<>();
    private final StreamIndex index = new StreamIndex(0);
    private LogKeeper keeper;
    private int alerts;

    /** Of logs without registrations, so that no client is notified. No log is retained. */
    @BeforeEach
    void start() {
        DriverDirectory directory = new DriverDirectory(parent);
        EventLog history = EventLog.open(directory, FileAccess.PRIVATE, SystemEpochClock.INSTANCE);
        LogRemoval removal = new LogRemoval(directory, null, errors::add);
        RetainedLogs retained = new RetainedLogs(directory, 0, 0, removal, () -> 0, errors::add);
        keeper = new LogKeeper(() -> alerts++, index, retained, null, history, errors::add, () -> 0);
    }

    private void visit() {
        try {
            keeper.visit(0, false);
            PendingFault.raise();
        } catch (InternalError e) {
            PendingFault.drop();
            keeper.releaseTruncated(e);
        }
    }

    private LogFiles create(long logId) throws IOException {
        LogMeta.Constants constants =
                LogMeta.Constants.of(logId, "quotes", LogLayout.MIN_TERM_LENGTH, LogLayout.KIND_CONCURRENT);
        Path directory = parent.resolve(Long.toString(logId));
        LogCreation creation = new LogCreation(directory, constants, FileAccess.PRIVATE);
        while (!creation.step(LogLayout.MIN_TERM_LENGTH)) {
            assertTrue(!Thread.interrupted());
        }
        return LogFiles.open(directory, LogFiles.Access.EVERYTHING);
    }

    private static LogMaintenance maintain(LogFiles files) {
        return new LogMaintenance(files.buffers(), Waker.Source.NONE, (log, position, length, slot) -> {});
    }

    private static Subscriber subscriber(long clientId) {
        return new Subscriber(SUBSCRIBER, clientId, 1, SubscriberPolicy.BLOCK, SubscriberName.NONE);
    }

    private LogEntry keep(LogFiles files, LogMaintenance kept) {
        LogEntry log = new LogEntry(files.buffers().constants());
        log.open(files, kept);
        index.add(log);
        keeper.add(log);
        return log;
    }

    @RepeatedTest(50) // The moment at which the error surfaces varies.
    void aLogWhoseTermSomebodyTruncatedIsLetGoAndTheOthersAreKept() throws IOException {
        LogFiles files = create(1);
        LogFiles otherFiles = create(2);
        LogMaintenance log = maintain(files);
        LogMaintenance other = maintain(otherFiles);
        int publisher = log.addPublisher(PUBLISHER, 1, 1);
        ConcurrentAppender appender = new ConcurrentAppender(files.buffers(), publisher, Waker.Source.NONE);
        int slot = log.addSubscriber(subscriber(1), JoinAt.TAIL);
        keep(files, log);
        LogEntry otherEntry = keep(otherFiles, other);
        visit();
        MappedBuffer message = MappedBuffer.allocate(1000);
        LogMeta meta = files.buffers().meta();
        while (meta.tailAcquire() < LogLayout.MIN_TERM_LENGTH + 8192) {
            publishAndConsume(appender, message, slot);
        }

        try (FileChannel channel =
                FileChannel.open(LogFiles.termPath(files.directory(), 0), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        while (errors.isEmpty()) { // The keeper cleans it before any process writes there again.
            assertTrue(meta.tailAcquire() < 3L * LogLayout.MIN_TERM_LENGTH, "cleaned nothing");
            publishAndConsume(appender, message, slot);
        }

        assertEquals(
                List.of("the log is no longer kept: stream=quotes, log=1, a file was truncated in "
                        + files.directory()),
                errors.stream().map(Throwable::getMessage).toList());
        assertEquals(List.of(otherEntry), keeper.logs());
    }

    @Test
    void whatIsPaddedForTheDeadIsCounted() throws IOException {
        LogFiles files = create(1);
        LogMaintenance log = maintain(files);
        int publisher = log.addPublisher(PUBLISHER, 1, 1);
        ConcurrentAppender appender = new ConcurrentAppender(files.buffers(), publisher, Waker.Source.NONE);
        log.addPublisher(PUBLISHER + 10, 2, 2); // Else the log ends.
        log.addSubscriber(subscriber(2), JoinAt.TAIL);
        keep(files, log);
        visit();
        assertTrue(appender.claimToHold(64) >= 0);
        visit();
        assertEquals(0, keeper.paddedBytes());

        log.clientDied(1);
        visit();
        visit();

        assertEquals(64, keeper.paddedBytes());
        assertEquals(List.of(), errors);
    }

    @Test
    void anEndedLogStaysAsLongAsASubscriberWaitsToJoinIt() throws IOException {
        LogFiles files = create(1);
        LogMaintenance log = maintain(files);
        log.addPublisher(PUBLISHER, 1, 1);
        LogEntry entry = keep(files, log);
        log.endPublisher(PUBLISHER);
        boolean[] answered = {false};
        keeper.join(entry, 2, SUBSCRIBER, () -> answered[0]);

        visit();
        visit();
        assertTrue(log.isFinished());
        assertEquals(List.of(entry), keeper.logs());

        assertEquals(0, keeper.retryJoins(), "its wait is no work: the driver would hardly pause");
        assertEquals(1, alerts);
        answered[0] = true;
        assertEquals(1, keeper.retryJoins());
        assertEquals(1, alerts);
        visit();
        assertEquals(List.of(), keeper.logs());
        assertEquals(List.of(), index.logs());
        assertEquals(List.of(), errors);
    }

    private void publishAndConsume(ConcurrentAppender appender, MappedBuffer message, int slot) {
        LogMeta meta = appender.log().meta();
        appender.offer(message, 0, 1000);
        meta.subscriberPositionRelease(slot, meta.tailAcquire());
        visit();
    }
}
