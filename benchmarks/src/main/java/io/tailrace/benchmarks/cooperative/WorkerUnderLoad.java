/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Latencies;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.injector.CooperativeConfig;
import io.tailrace.injector.CooperativeCounters;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.Tasklet.Progress;
import io.tailrace.memory.MappedBuffer;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A cooperative worker of one thread that polls a subscription, and the calling thread, which publishes on a schedule;
 * the driver is embedded. Answers {@code warm}, and {@code run RATE LEAD-IN-MS MEASURE-MS}.
 */
final class WorkerUnderLoad implements Answerer {
    private static final long WARM_UP_MS = 700;
    private static final List<Integer> WARM_UP_RATES = List.of(1_000_000, 100_000, 1_000_000, 10_000);
    private static final int MAX_IDLE_US = 1_000;
    /** The last message has this instead of a time. */
    private static final long LAST = -1;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final String STREAM = "cooperative";
    private static final int PAYLOAD = 32;
    /** As many as Tailrace's and Aeron's subscribers take by one poll in the other sections. */
    private static final int LIMIT = 128;

    private static final long END_TIMEOUT_NS = 10_000_000_000L;

    private final MediaDriver driver;
    private final Tailrace tailrace;
    private final Publication publication;
    private final Arrivals arrivals = new Arrivals();
    private final CooperativeWorkers workers;
    private final MappedBuffer message = MappedBuffer.allocate(PAYLOAD);
    private long workerThread;

    /** Arguments: the minimum idle time in microseconds, or WOKEN, and a directory that does not exist yet. */
    WorkerUnderLoad(List<String> arguments) {
        Path directory = Path.of(arguments.get(1));
        driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory));
        tailrace = Tailrace.connect(directory);
        Subscription subscription = tailrace.addSubscription(STREAM);
        publication = tailrace.addExclusivePublication(STREAM);
        int minIdleUs = Integer.parseInt(arguments.get(0));
        CooperativeConfig config = CooperativeConfig.DEFAULT.withThreadFactory(this::newThread);
        if (minIdleUs == CooperativeSection.WOKEN) {
            workers = new CooperativeWorkers(config);
            workers.add(subscription.tasklet(arrivals, LIMIT));
        } else {
            workers = new CooperativeWorkers(config.withIdle(us(minIdleUs), us(MAX_IDLE_US)));
            // This tasklet names no source: the worker has only its timer.
            workers.add(() -> subscription.poll(arrivals, LIMIT) > 0 ? Progress.PROGRESS : Progress.NO_PROGRESS);
        }
        if (!publication.awaitSubscribers(1, Duration.ofSeconds(5))) {
            throw new IllegalStateException("no subscriber within 5 s: stream=" + STREAM);
        }
    }

    private static Duration us(int us) {
        return Duration.ofNanos(1_000L * us);
    }

    private Thread newThread(Runnable task) {
        Thread thread = new Thread(task, "worker");
        thread.setDaemon(true);
        workerThread = thread.getId();
        return thread;
    }

    /** The CPU time and the work of the worker up to a moment. */
    private record Mark(long timeNs, long cpuNs, CooperativeCounters counters) {}

    private Mark mark() {
        return new Mark(System.nanoTime(), THREADS.getThreadCpuTime(workerThread), workers.counters());
    }

    @Override
    public Map<String, Object> answer(List<String> command) {
        if (command.get(0).equals("warm")) {
            WARM_UP_RATES.forEach(rate -> run(rate, 0, WARM_UP_MS));
            return Map.of();
        }
        return run(Integer.parseInt(command.get(1)), Long.parseLong(command.get(2)), Long.parseLong(command.get(3)));
    }

    private Map<String, Object> run(int rate, long leadInMs, long measureMs) {
        long measureNs = TimeUnit.MILLISECONDS.toNanos(measureMs);
        long startNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
        return run(new Schedule(
                startNs,
                TimeUnit.SECONDS.toNanos(1) / rate,
                TimeUnit.MILLISECONDS.toNanos(leadInMs),
                measureNs,
                measureNs));
    }

    private Map<String, Object> run(Schedule schedule) {
        Latencies latencies = new Latencies(schedule);
        arrivals.begin(latencies);
        long planned = schedule.count();
        long number = 0;
        while (number < planned && schedule.timeNs(number) < schedule.measureFromNs()) {
            send(schedule.timeNs(number++));
        }
        Mark before = mark();
        long measured = planned - number;
        while (number < planned) {
            send(schedule.timeNs(number++));
        }
        Mark after = mark();
        offer(LAST);
        awaitEnd();
        Map<String, Object> figures = latencies.figures();
        double seconds = (after.timeNs - before.timeNs) / 1e9;
        figures.put("cpuPercent", 100 * (after.cpuNs - before.cpuNs) / (1e9 * seconds));
        figures.put("delivered", measured / ((arrivals.lastNs - before.timeNs) / 1e9));
        figures.put("rounds", (after.counters.rounds() - before.counters.rounds()) / seconds);
        figures.put("parks", (after.counters.parks() - before.counters.parks()) / seconds);
        return figures;
    }

    private void send(long intendedNs) {
        while (System.nanoTime() < intendedNs) {
            Thread.onSpinWait();
        }
        offer(intendedNs);
    }

    private void offer(long value) {
        message.putLong(0, value);
        while (publication.offer(message, 0, PAYLOAD) < 0) {
            Thread.onSpinWait();
        }
    }

    private void awaitEnd() {
        long startNs = System.nanoTime();
        while (!arrivals.ended) {
            if (System.nanoTime() - startNs > END_TIMEOUT_NS) {
                throw new IllegalStateException("a message was lost: waited=" + END_TIMEOUT_NS / 1_000_000_000 + " s");
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        workers.close();
        tailrace.close();
        driver.close();
    }

    /** Takes what the worker polls. One handler for all runs; a run is published only after it has begun. */
    private static final class Arrivals implements FrameHandler {
        private @Nullable Latencies latencies;
        private long lastNs;
        /** Whether the last message of the run has come: all figures may be looked at then. */
        private volatile boolean ended;

        void begin(Latencies newLatencies) {
            latencies = newLatencies;
            ended = false;
        }

        @Override
        public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
            long value = buffer.getLong(offset);
            if (value == LAST) {
                lastNs = System.nanoTime();
                ended = true;
            } else if (latencies != null) {
                latencies.record(value);
            }
        }
    }
}
