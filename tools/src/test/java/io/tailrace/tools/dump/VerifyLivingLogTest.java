/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log with working publishers, subscriber and keeper has no anomaly, however fast it moves. */
class VerifyLivingLogTest {
    private static final long DURATION_NS = TimeUnit.MILLISECONDS.toNanos(1500);
    private static final int MAX_LENGTH = 8184;

    @TempDir
    private Path directory;

    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean running = true;

    @Test
    void ofOnePublisher() throws InterruptedException {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_EXCLUSIVE);
        start(() -> publish(log.appender(), 1));
        assertSoundWhileItMoves(log);
    }

    @Test
    void ofSeveralPublishers() throws InterruptedException {
        TestLog log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        int slot = log.kept().addPublisher(99, 99, 99);
        start(() -> publish(log.appender(), 1));
        start(() -> publish(new ConcurrentAppender(log.buffers(), slot), 2));
        assertSoundWhileItMoves(log);
    }

    private void assertSoundWhileItMoves(TestLog log) throws InterruptedException {
        start(() -> {
            while (running) {
                log.consume();
                LockSupport.parkNanos(20_000);
            }
        });
        long end = System.nanoTime() + DURATION_NS;
        int runs = 0;
        try {
            while (System.nanoTime() < end && failure.get() == null) {
                DumpRun run = runs % 3 == 2
                        ? DumpRun.of(directory, "quotes", "--tail=5", "--json")
                        : DumpRun.of(directory, "quotes", "--verify");
                assertEquals(0, run.exitCode(), () -> lastLines(run) + run.error());
                runs++;
            }
        } finally {
            running = false;
            for (Thread thread : threads) {
                thread.join();
            }
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        assertTrue(runs > 2, "runs=" + runs);
        assertTrue(log.meta().cleanPositionAcquire() > 3L * TestLog.TERM_LENGTH, "the log went round");
    }

    private static String lastLines(DumpRun run) {
        List<String> lines = run.lines();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 10), lines.size()));
    }

    private void start(Runnable task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Throwable t) {
                failure.compareAndSet(null, t);
            }
        });
        threads.add(thread);
        thread.start();
    }

    private void publish(Appender appender, long seed) {
        Random random = new Random(seed);
        byte[] bytes = new byte[MAX_LENGTH];
        random.nextBytes(bytes);
        MappedBuffer source = MappedBuffer.of(bytes);
        BufferVector part = new BufferVector().reset(source, 0, 33);
        BufferVector[] batch = {part, part, part};
        while (running) {
            int length = (int) Math.exp(random.nextDouble() * Math.log(MAX_LENGTH));
            long result =
                    switch (random.nextInt(10)) {
                        case 0 -> appender.offerBatch(batch, batch.length);
                        case 1 -> claimAndAbort(appender, source, length);
                        default -> appender.offer(source, 0, length);
                    };
            if (result < 0) {
                appender.maintain();
                LockSupport.parkNanos(1000);
            }
        }
    }

    private static long claimAndAbort(Appender appender, MappedBuffer source, int length) {
        int frameLength = (length + 15) & -8;
        long position = appender.claimToHold(frameLength);
        if (position >= 0) {
            appender.log().term(position).putBytes(appender.log().offset(position) + 8, source, 0, length);
            appender.abortHeld(position, frameLength);
        }
        return position;
    }
}
