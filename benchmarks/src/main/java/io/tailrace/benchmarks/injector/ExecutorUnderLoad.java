/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.Tailrace;
import io.tailrace.benchmarks.injector.Contestant.Limits;
import io.tailrace.benchmarks.injector.FullSpeed.Load;
import io.tailrace.benchmarks.injector.OnceTask.Ledger;
import io.tailrace.benchmarks.lab.Figures;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Usage;
import io.tailrace.benchmarks.lab.Work;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures one kind. Answers {@link Work#COMMAND}, {@code warm ROUNDS}, {@code tasks THREADS WAITING ROUNDS SLEEP-EVERY
 * LEAD-IN-MS MEASURE-MS}, the same with {@code messages}, where only CPU and bytes of the handling threads count, and
 * {@code trickle RATE THREADS WAITING LEAD-IN-MS MEASURE-MS}.
 */
final class ExecutorUnderLoad implements Answerer {
    private static final long WARM_UP_MS = 150;
    private static final List<Limits> WARM_UP = List.of(new Limits(4, 4), new Limits(16, 16));
    private static final int WARM_UP_RATE = 5_000;

    /** A log soon holds back its publisher, so its messages must be handled after each run. */
    private static final int TERM_LENGTH = 1024 * 1024;

    private final Kind kind;
    private final @Nullable MediaDriver driver;
    private final @Nullable Tailrace client;

    /** Arguments: the kind, and a directory that does not exist yet. */
    ExecutorUnderLoad(List<String> arguments) {
        this(Kind.valueOf(arguments.get(0)), Path.of(arguments.get(1)));
    }

    ExecutorUnderLoad(Kind kind, Path directory) {
        this.kind = kind;
        driver = kind.isDispatch()
                ? MediaDriver.launch(
                        DriverConfig.DEFAULT.withDirectory(directory).withTermLength(TERM_LENGTH))
                : null;
        client = driver == null ? null : Tailrace.connect(directory);
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        int[] numbers = command.stream().skip(1).mapToInt(Integer::parseInt).toArray();
        return switch (command.get(0)) {
            case Work.COMMAND -> Work.answer();
            case "warm" -> warm(numbers[0]);
            case "tasks", "messages" ->
                fullSpeed(
                        command.get(0).equals("messages"),
                        new Limits(numbers[0], numbers[1]),
                        new Load(numbers[2], numbers[3]),
                        numbers[4],
                        numbers[5]);
            case "trickle" ->
                Trickle.measure(kind, client, numbers[0], new Limits(numbers[1], numbers[2]), numbers[3], numbers[4]);
            default -> throw new IllegalArgumentException("unknown: command=" + command);
        };
    }

    private Map<String, ?> fullSpeed(boolean ofMessages, Limits limits, Load load, long leadInMs, long measureMs) {
        return FullSpeed.measure(ofMessages, kind, client, limits, load, leadInMs, measureMs);
    }

    private Map<String, ?> warm(int rounds) {
        int sleepEvery = kind.isDispatch() ? DispatchSection.SLEEP_EVERY : 0;
        for (Limits limits : WARM_UP) {
            fullSpeed(kind.isDispatch(), limits, new Load(0, sleepEvery), 0, WARM_UP_MS);
            fullSpeed(kind.isDispatch(), limits, new Load(rounds, 0), 0, WARM_UP_MS);
        }
        if (kind != Kind.LOOPS) {
            Trickle.measure(kind, client, WARM_UP_RATE, Trickle.LIMITS, 0, WARM_UP_MS);
        }
        return Map.of("warm", "yes");
    }

    @Override
    public void close() {
        if (client != null && driver != null) {
            client.close();
            driver.close();
        }
    }

    /**
     * One executor that gets an occasional task, on a schedule that is never set back. The calling thread submits and
     * spins in between; its CPU does not count as the executor's.
     */
    static final class Trickle {
        static final Limits LIMITS = new Limits(4, 64);
        private static final long NS_PER_SECOND = 1_000_000_000;
        /** The most tasks of one slice: each has an object, and the heap is small. */
        private static final long MOST_TASKS = 100_000;

        private final Contestant contestant;
        private final Ledger ledger;
        private final int rate;
        private final Histogram submits = Figures.newHistogram();

        private Trickle(Contestant contestant, int rate) {
            this.contestant = contestant;
            this.ledger = new Ledger(contestant.room());
            this.rate = rate;
        }

        /** {@return its figures} */
        static Map<String, ?> measure(
                Kind kind, @Nullable Tailrace client, int rate, Limits limits, long leadInMs, long measureMs) {
            Trickle trickle;
            Map<String, ?> figures;
            try (Contestant contestant = kind.start(limits, client)) {
                trickle = new Trickle(contestant, rate);
                trickle.send(trickle.tasks(leadInMs));
                figures = trickle.run(trickle.tasks(measureMs));
            }
            trickle.ledger.checkNoneRepeated();
            return figures;
        }

        private List<PickUpTask> tasks(long ms) {
            return IntStream.range(0, (int) Math.max(1, Math.min(MOST_TASKS, rate * ms / 1_000)))
                    .mapToObj(number -> new PickUpTask(ledger))
                    .toList();
        }

        private Map<String, ?> run(List<PickUpTask> tasks) {
            submits.reset();
            Usage before = usage();
            send(tasks);
            Usage used = usage().since(before);
            Histogram pickUps = Figures.newHistogram();
            tasks.forEach(task -> Figures.record(pickUps, task.pickUpNs));
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("p50", pickUps.getValueAtPercentile(50));
            figures.put("p99", pickUps.getValueAtPercentile(99));
            figures.put("max", pickUps.getMaxValue());
            figures.put("submitP50", submits.getValueAtPercentile(50));
            figures.put("submitP99", submits.getValueAtPercentile(99));
            figures.put("cpuPercent", used.percent(used.cpuNs()));
            figures.put("switchesPerTask", used.voluntarySwitches() / (double) tasks.size());
            return figures;
        }

        private static Usage usage() {
            return Usage.without(Set.of(Thread.currentThread().getId()));
        }

        private void send(List<PickUpTask> tasks) {
            long periodNs = NS_PER_SECOND / rate;
            long intendedNs = System.nanoTime();
            for (PickUpTask task : tasks) {
                intendedNs += periodNs;
                task.intendedNs = intendedNs;
                task.arm();
                long nowNs = System.nanoTime();
                while (nowNs < intendedNs) {
                    Thread.onSpinWait();
                    nowNs = System.nanoTime();
                }
                contestant.submit(task);
                Figures.record(submits, System.nanoTime() - nowNs);
            }
            ledger.awaitEnd(tasks);
        }

        /** Notes the delay of its pick-up. */
        private static final class PickUpTask extends OnceTask {
            private long intendedNs;
            /** The time from when it was due until it ran; valid once it is done. */
            private long pickUpNs;

            PickUpTask(Ledger ledger) {
                super(ledger);
            }

            @Override
            void work() {
                pickUpNs = System.nanoTime() - intendedNs;
            }
        }
    }
}
