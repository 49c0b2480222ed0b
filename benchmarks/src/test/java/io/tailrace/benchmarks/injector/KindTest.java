/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.injector.FullSpeed.Load;
import io.tailrace.benchmarks.injector.FullSpeed.Producer.BusyTask;
import io.tailrace.benchmarks.injector.OnceTask.Ledger;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KindTest {
    private static final int JDK = Runtime.version().feature();
    private static final Load LOAD = new Load(10, 0);

    static Stream<Kind> kinds() {
        return Kind.executors(JDK).stream();
    }

    static Stream<Kind> streams() {
        return Kind.dispatches(JDK).stream();
    }

    @ParameterizedTest
    @MethodSource("streams")
    void handlesEachMessageOnce(Kind kind, @TempDir Path directory) {
        try (ExecutorUnderLoad streams = new ExecutorUnderLoad(kind, directory.resolve("driver"))) {
            for (String load : List.of("100 0", "100 100")) {
                Map<String, ?> figures = streams.answer(List.of(("tasks 16 496 " + load + " 50 100").split(" ", -1)));
                assertTrue((double) figures.get("tasksPerSecond") > 0, figures.toString());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void runsEachTaskOnce(Kind kind) {
        for (Limits limits : List.of(new Limits(1, 0), new Limits(3, 3), new Limits(4, 16))) {
            Ledger ledger;
            try (Contestant contestant = kind.start(limits, null)) {
                ledger = new Ledger(contestant.room());
                List<BusyTask> tasks = IntStream.range(0, 2_000)
                        .mapToObj(number -> new BusyTask(ledger, LOAD))
                        .toList();
                for (BusyTask task : tasks) {
                    task.arm();
                    contestant.submit(task);
                }
                ledger.awaitEnd(tasks);
            }
            ledger.checkNoneRepeated();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void neverHoldsMoreTasksThanMayRunAndWait(Kind kind) {
        Limits limits = new Limits(2, 2); // The Disruptor has room for a power of two.
        AtomicInteger submitted = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        try (Contestant contestant = kind.start(limits, null)) {
            for (int i = 0; i < 2_000; i++) {
                contestant.submit(() -> {
                    most.accumulateAndGet(submitted.get() - ended.get(), Math::max);
                    ended.incrementAndGet();
                    if (contestant.room() != null) {
                        contestant.room().release();
                    }
                });
                submitted.incrementAndGet();
            }
        }
        assertEquals(2_000, ended.get());
        assertTrue(most.get() <= limits.all(), () -> "most=" + most);
    }
}
