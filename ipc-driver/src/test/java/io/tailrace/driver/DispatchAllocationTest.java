/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tailrace.Dispatch;
import io.tailrace.FrameHandler;
import io.tailrace.dispatch.Strategy;
import io.tailrace.testing.Await;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A dispatched message allocates nothing in any thread, and needs no task of its own. */
final class DispatchAllocationTest extends DispatchFixture {
    private static final int MESSAGES = 200_000;
    private static final int ROUNDS = 6;

    private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final AtomicLong sum = new AtomicLong();

    private final FrameHandler handler =
            (bytes, offset, length, header) -> sum.addAndGet(bytes.getLong(offset) + header.position());

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger tasks = new AtomicInteger();
    private volatile Runnable task;

    /** An executor that allocates nothing itself, because all its tasks are the same object. */
    private void execute(Runnable newTask) {
        task = newTask;
        tasks.incrementAndGet();
    }

    private void runTasks() {
        while (!Thread.currentThread().isInterrupted()) {
            int waiting = tasks.get();
            if (waiting > 0 && tasks.compareAndSet(waiting, waiting - 1)) {
                task.run();
            } else {
                LockSupport.parkNanos(50_000);
            }
        }
    }

    @BeforeEach
    void startThreads() {
        for (int i = 0; i < 3; i++) {
            Thread thread = new Thread(this::runTasks);
            thread.start();
            threads.add(thread);
        }
    }

    @AfterEach
    void endThreads() {
        threads.forEach(Thread::interrupt);
    }

    private long allocated() {
        long bytes = 0;
        for (Thread thread : threads) {
            bytes += memory.getThreadAllocatedBytes(thread.getId());
        }
        return bytes;
    }

    private void exchange() {
        long end = 0;
        for (int i = 0; i < MESSAGES; i++) {
            end = offer(publication, i, 32);
        }
        long last = end;
        Await.until("everything is done", () -> image().position() == last);
    }

    @ParameterizedTest
    @CsvSource({
        "PRODUCE_CONSUME,any",
        "EXECUTE_PRODUCE_CONSUME,any",
        "EXECUTE_PRODUCE_CONSUME,key",
        "PRODUCE_EXECUTE_CONSUME,any"
    })
    void aMessageAllocatesNothing(Strategy strategy, String order) {
        Dispatch.Builder builder =
                subscription.dispatch(handler).strategy(strategy).workers(2).unordered();
        if (order.equals("key")) {
            builder.orderPerKey((bytes, offset, length) -> bytes.getLong(offset));
        }
        try (Dispatch dispatch = builder.start(this::execute)) {
            long bytes = 1;
            for (int round = 0; bytes > 0 && round < ROUNDS; round++) { // The JVM allocates when it recompiles.
                long recruits = dispatch.counters().recruits();
                long before = allocated();
                exchange();
                bytes = allocated() - before;
                long newRecruits = dispatch.counters().recruits() - recruits;
                assertTrue(newRecruits < MESSAGES / 4, () -> "recruits=" + newRecruits);
            }
            assertEquals(0, bytes, "bytes allocated");
        }
    }
}
