/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Times;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.lab.Waiting.Loops;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.TailraceLibrary;
import io.tailrace.benchmarks.waiting.WaitingCommand.Waiter;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.injector.CooperativeConfig;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.Injector;
import io.tailrace.injector.Tasklet;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The process that waits. Answers {@code connect}; {@code begin FROM-NS}: from now on it takes the messages of a run,
 * and counts those due from then on; {@code end}: when it has all of them it reports their delays.
 */
final class SubscriberEnd implements Answerer {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long TIMEOUT_MS = 20_000;

    private final Waiter waiter;
    private final Inbox inbox = new Inbox();
    private final Subscribing subscribing;
    /** Threads of the driver, the client and the JVM. */
    private final Set<Long> otherThreads;

    private long beganNs;
    private long cpuNsBefore;

    /** A consumer of the messages, on its own threads. */
    private interface Subscribing extends AutoCloseable {
        /** Waits for the publication. From then on the inbox gets the messages. */
        void begin(Inbox inbox);

        @Override
        void close();
    }

    /** Arguments: the waiter, and the driver's directory. */
    SubscriberEnd(List<String> arguments) {
        waiter = Waiter.valueOf(arguments.get(0));
        Path directory = Path.of(arguments.get(1));
        subscribing =
                waiter.isAeron() ? new AeronSubscriber(waiter, directory) : new TailraceSubscriber(waiter, directory);
        otherThreads = LongStream.of(THREADS.getAllThreadIds()).boxed().collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Map<String, Object> answer(List<String> command) {
        switch (command.get(0)) {
            case "connect" -> subscribing.begin(inbox);
            case "begin" -> {
                inbox.begin(Long.parseLong(command.get(1)));
                beganNs = System.nanoTime();
                cpuNsBefore = threadsCpuNs();
            }
            default -> {
                return figures();
            }
        }
        return Map.of();
    }

    private Map<String, Object> figures() {
        Map<String, Object> figures = inbox.awaitFigures();
        figures.put("threadsCpu", 100.0 * (threadsCpuNs() - cpuNsBefore) / (System.nanoTime() - beganNs));
        return figures;
    }

    /** {@return the CPU time of the living threads that wait and handle, without those of the JVM and the client} */
    private long threadsCpuNs() {
        return LongStream.of(THREADS.getAllThreadIds())
                .filter(id -> !otherThreads.contains(id))
                .map(THREADS::getThreadCpuTime)
                .filter(ns -> ns > 0) // -1: it has just ended.
                .sum();
    }

    @Override
    public void close() {
        subscribing.close();
    }

    /** One thread that polls Aeron, with Agrona's idle strategy. */
    private static final class AeronSubscriber implements Subscribing {
        private final Loops loops = new Loops();
        private final IdleStrategy idle;
        private final Library library;

        AeronSubscriber(Waiter waiter, Path directory) {
            idle = waiter == Waiter.AERON_SPINNING ? new BusySpinIdleStrategy() : new BackoffIdleStrategy();
            library = waiter.library().open(directory, true, !waiter.library().hasDriverProcess());
        }

        @Override
        public void begin(Inbox inbox) {
            Receiver receiver = library.receiver(1, inbox, true);
            library.awaitConnection();
            loops.start(() -> idle.idle(receiver.poll(Receiver.LIMIT)));
        }

        @Override
        public void close() {
            loops.close(() -> {});
            library.close();
        }
    }

    /** A thread, a dispatch or a cooperative worker that waits for Tailrace's messages. */
    private static final class TailraceSubscriber implements Subscribing {
        private static final Duration TIMEOUT = Duration.ofMinutes(1);

        private final Waiter waiter;
        private final Tailrace client;
        private final Loops loops = new Loops();

        TailraceSubscriber(Waiter waiter, Path directory) {
            this.waiter = waiter;
            this.client = Tailrace.connect(directory);
        }

        @Override
        public void begin(Inbox inbox) {
            Subscription subscription = client.addSubscription(
                    TailraceLibrary.name(1), SubscriptionConfig.DEFAULT.withWaitPolicy(waiter.policy()));
            Waiting.until(subscription::isConnected, TIMEOUT.toMillis(), () -> "the stream has no publication");
            FrameHandler handler = (buffer, offset, length, header) -> inbox.take(buffer.getLong(offset));
            switch (waiter) {
                case DISPATCH ->
                    Dispatch.of(subscription, handler).start(new Injector().newExecutor(ExecutorConfig.of("pool", 4)));
                case COOPERATIVE ->
                    new CooperativeWorkers(CooperativeConfig.DEFAULT)
                            .add(Tasklet.polling(subscription, handler, Receiver.LIMIT));
                default -> loops.start(() -> subscription.poll(handler, Receiver.LIMIT, TIMEOUT));
            }
        }

        @Override
        public void close() {
            loops.close(client::close); // Other threads are daemons.
        }
    }

    /**
     * Takes the messages of a run, by one thread after the other. A message is the time from which its delay counts; a
     * negative number ends a run with the number of its messages.
     */
    static final class Inbox implements Library.Inbox {
        /** Volatile: the thread that takes the messages sees the start of a run. */
        private volatile @Nullable Delays delays;

        /** {@return the message after the last one} */
        static long end(long count) {
            return ~count;
        }

        /** A run begins: none of its messages has been sent yet, and all of the previous run's have arrived. */
        void begin(long countedFromNs) {
            delays = new Delays(countedFromNs);
        }

        @Override
        public void take(long value) {
            Objects.requireNonNull(delays, "begun before").take(value, System.nanoTime());
        }

        /**
         * {@return the figures, once all messages have arrived}
         *
         * @throws IllegalStateException if they do not arrive once and in order
         */
        Map<String, Object> awaitFigures() {
            Delays ofRun = Objects.requireNonNull(delays, "begun before");
            Waiting.until(
                    () -> ofRun.expected >= 0, TIMEOUT_MS, () -> "a message was lost: received=" + ofRun.received);
            if (ofRun.received != ofRun.expected || ofRun.misplaced != 0) {
                throw new IllegalStateException("messages lost, repeated or out of order: sent=" + ofRun.expected
                        + ", received=" + ofRun.received + ", misplaced=" + ofRun.misplaced);
            }
            Map<String, Object> figures = Times.figures(ofRun.histogram);
            figures.put("lastNs", ofRun.takenNs);
            return figures;
        }
    }

    /** Delays of one run. */
    private static final class Delays {
        private final Histogram histogram = Times.newHistogram();
        private final long countedFromNs;
        private long received;
        private long misplaced;
        private long lastDueNs;
        private long takenNs;
        /** Volatile: the thread that sees it also sees all of the run. */
        private volatile long expected = -1;

        Delays(long countedFromNs) {
            this.countedFromNs = countedFromNs;
        }

        void take(long value, long nowNs) {
            if (value < 0) {
                expected = Inbox.end(value);
                return;
            }
            received++;
            if (value < lastDueNs) {
                misplaced++;
            }
            lastDueNs = value;
            if (value >= countedFromNs) {
                Times.record(histogram, nowNs - value);
                takenNs = nowNs;
            }
        }
    }
}
