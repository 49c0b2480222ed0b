/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.injector.FullSpeed.Load;
import io.tailrace.benchmarks.injector.FullSpeed.Producer.BusyTask;
import io.tailrace.benchmarks.injector.OnceTask.Ledger;
import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.TestLab;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind runs each task once, and a ledger notices if one does not. */
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

    /** The process of an executor starts, measures for a moment, and exits. */
    @Tag("bench")
    @Test
    void anExecutorTellsWhatItTakes(@TempDir Path directory) {
        try (Lab lab = TestLab.in(directory, InjectorSection.NAME);
                Fork fork = lab.fork("any", List.of(), ExecutorUnderLoad.class, Kind.INJECTOR.name(), "none")) {
            lab.ask(1, 1, new Lab.Turn("any", "tasks 2 2 100 0 10 50", "tasksPerSecond", ""), fork);
            assertTrue(lab.measurements().get(0).value() > 0);
        }
    }

    @Test
    void aLedgerIsSettledWhenEachTaskHasRunAsOftenAsItWasSubmitted() {
        Semaphore room = new Semaphore(0);
        Ledger ledger = new Ledger(room);
        BusyTask task = new BusyTask(ledger, new Load(1, 0));
        for (int i = 0; i < 3; i++) {
            task.arm();
            task.run();
        }
        ledger.awaitEnd(List.of(task));
        ledger.checkNoneRepeated();
        assertEquals(3, room.availablePermits());
        task.run();
        Throwable failure = assertThrows(IllegalStateException.class, ledger::checkNoneRepeated);
        assertTrue(failure.getMessage().contains("run twice: number=1"), failure.getMessage());
    }

    @Test
    void aLedgerNoticesATaskThatNeverRuns() {
        Ledger impatient = new Ledger(null, 1_000_000);
        BusyTask lost = new BusyTask(impatient, new Load(1, 0));
        lost.arm();
        Throwable failure = assertThrows(IllegalStateException.class, () -> impatient.awaitEnd(List.of(lost)));
        assertTrue(failure.getMessage().contains("lost: number=1"), failure.getMessage());
    }
}
