/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.WaitSet;
import io.tailrace.benchmarks.lab.Figures;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Usage;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.lab.Waiting.Loops;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.TailraceLibrary;
import io.tailrace.benchmarks.waiting.SubscriberEnd.Inbox.Wakes;
import io.tailrace.injector.CooperativeConfig;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.Injector;
import io.tailrace.injector.Tasklet.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The process that waits. Answers {@code connect}; {@code begin MESSAGES FIRST-COUNTED}: from now on it takes the
 * messages of a run; {@code end}: when it has all of them it reports their delays.
 */
final class SubscriberEnd implements Answerer {
    private final Waiter waiter;
    private final List<Inbox> inboxes;
    private final Subscribing subscribing;
    /** Threads of the driver, the client and the JVM. */
    private final Set<Long> otherThreads;

    private @Nullable Wakes wakes;
    private @Nullable Usage before;
    private long parksBefore;

    /** A consumer of the messages, on its own threads. */
    interface Subscribing extends AutoCloseable {
        /** Waits for the publications. From then on each inbox gets the messages of a subscriber. */
        void begin(List<Inbox> inboxes);

        /** {@return the number of sleeps of a cooperative worker; 0 for others} */
        default long parks() {
            return 0;
        }

        @Override
        void close();
    }

    /** Arguments: the waiter, and the driver's directory. */
    SubscriberEnd(List<String> arguments) {
        waiter = Waiter.valueOf(arguments.get(0));
        inboxes = Stream.generate(() -> new Inbox(waiter.streams()))
                .limit(waiter.subscribers())
                .toList();
        Path directory = Path.of(arguments.get(1));
        subscribing =
                waiter.isAeron() ? new AeronSubscriber(waiter, directory) : new TailraceSubscriber(waiter, directory);
        otherThreads = Usage.threads();
    }

    @Override
    public Map<String, Object> answer(List<String> command) {
        return switch (command.get(0)) {
            case "connect" -> connect();
            case "begin" -> begin(Integer.parseInt(command.get(1)), Integer.parseInt(command.get(2)));
            default -> figures();
        };
    }

    private Map<String, Object> connect() {
        subscribing.begin(inboxes);
        return Map.of();
    }

    private Map<String, Object> begin(int messages, int firstCounted) {
        Wakes begun = new Wakes(waiter.subscribers(), messages, firstCounted);
        inboxes.forEach(inbox -> inbox.begin(begun));
        wakes = begun;
        before = Usage.without(otherThreads);
        parksBefore = subscribing.parks();
        return Map.of();
    }

    private Map<String, Object> figures() {
        Map<String, Object> figures =
                Objects.requireNonNull(wakes, "begun before").figures();
        Usage used = Usage.without(otherThreads).since(Objects.requireNonNull(before, "begun before"));
        figures.put("threadsCpu", used.percent(used.cpuNs()));
        figures.put("parks", (subscribing.parks() - parksBefore) * 1e9 / used.timeNs());
        return figures;
    }

    @Override
    public void close() {
        subscribing.close();
    }

    /** One thread that polls Aeron, with Agrona's idle strategy. */
    static final class AeronSubscriber implements SubscriberEnd.Subscribing {
        private final Loops loops = new Loops();
        private final IdleStrategy idle;
        private final Library library;

        AeronSubscriber(Waiter waiter, Path directory) {
            idle = waiter == Waiter.AERON_SPINNING ? new BusySpinIdleStrategy() : new BackoffIdleStrategy();
            library = waiter.library().open(directory, true, !waiter.library().hasDriverProcess());
        }

        @Override
        public void begin(List<Inbox> inboxes) {
            Library.Receiver receiver = library.receiver(1, inboxes.get(0), true);
            library.awaitConnection();
            loops.start(() -> idle.idle(receiver.poll(Library.Receiver.LIMIT)));
        }

        @Override
        public void close() {
            loops.close(() -> {});
            library.close();
        }
    }

    /** Threads, a dispatch or a cooperative worker that wait for Tailrace's messages. */
    static final class TailraceSubscriber implements SubscriberEnd.Subscribing {
        private static final Duration TIMEOUT = Duration.ofMinutes(1);
        private static final long CONNECT_TIMEOUT_MS = 60_000;
        private static final Duration MAX_IDLE = Duration.ofMillis(1);

        private final Waiter waiter;
        private final Tailrace client;
        private final Loops loops = new Loops();
        private @Nullable CooperativeWorkers workers;

        TailraceSubscriber(Waiter waiter, Path directory) {
            this.waiter = waiter;
            this.client = Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(directory));
        }

        @Override
        public void begin(List<Inbox> inboxes) {
            SubscriptionConfig config = SubscriptionConfig.DEFAULT.withWaitPolicy(waiter.policy());
            List<Subscription> all = IntStream.range(0, waiter.streams() * waiter.subscribers())
                    .mapToObj(i -> client.addSubscription(TailraceLibrary.name(1 + i % waiter.streams()), config))
                    .toList();
            Waiting.until(
                    () -> all.stream().allMatch(Subscription::isConnected),
                    CONNECT_TIMEOUT_MS,
                    () -> "a stream has no publication: streams=" + waiter.streams());
            Subscription first = all.get(0);
            FrameHandler handler = handler(inboxes.get(0));
            switch (waiter) {
                case STREAMS_1000 -> {
                    WaitSet set = client.newWaitSet(waiter.policy());
                    all.forEach(set::add);
                    loops.start(() -> set.poll(handler, Receiver.LIMIT, TIMEOUT));
                }
                case DISPATCH ->
                    first.dispatch(handler).start(new Injector().newExecutor(ExecutorConfig.of("dispatch", 4)));
                case COOPERATIVE, WOKEN -> {
                    workers = new CooperativeWorkers(CooperativeConfig.DEFAULT);
                    workers.add(first.tasklet(handler, Receiver.LIMIT));
                }
                case IDLE_25, IDLE_1000 -> {
                    workers = new CooperativeWorkers(CooperativeConfig.DEFAULT.withIdle(
                            Duration.ofNanos(1_000L * waiter.minIdleUs()), MAX_IDLE));
                    workers.add(
                            () -> first.poll(handler, Receiver.LIMIT) > 0 ? Progress.PROGRESS : Progress.NO_PROGRESS);
                }
                default -> {
                    for (int i = 0; i < all.size(); i++) {
                        poll(all.get(i), handler(inboxes.get(i)));
                    }
                }
            }
        }

        @Override
        public long parks() {
            return workers == null ? 0 : workers.counters().parks();
        }

        private void poll(Subscription subscription, FrameHandler handler) {
            loops.start(() -> subscription.poll(handler, Receiver.LIMIT, TIMEOUT));
        }

        private static FrameHandler handler(Inbox inbox) {
            return (buffer, offset, length, header) -> inbox.take(buffer, offset, length);
        }

        @Override
        public void close() {
            loops.close(client::close); // Other threads are daemons.
        }
    }

    /**
     * Takes the messages of one subscriber, by one thread after the other. A message has its number and the time from
     * which its delay counts; a negative number ends a run with the number of its messages.
     */
    static final class Inbox implements Library.Inbox {
        /** The offset of the time in a message. */
        static final int TIME_OFFSET = Long.BYTES;

        /** By stream: the number of its next message. Messages go to the streams in turn. */
        private final long[] next;

        private long received;
        private long misplaced;
        private long expected;
        /** Volatile: the thread that takes the messages sees the start of a run. */
        private volatile @Nullable Wakes wakes;

        Inbox(int streams) {
            next = new long[streams];
        }

        /** {@return the number after the last one} */
        static long end(long count) {
            return ~count;
        }

        /** A run begins: none of its messages has been sent yet, and all of the previous run's have arrived. */
        void begin(Wakes newWakes) {
            System.arraycopy(LongStream.range(0, next.length).toArray(), 0, next, 0, next.length);
            received = 0;
            misplaced = 0;
            expected = Long.MAX_VALUE;
            wakes = newWakes;
        }

        @Override
        public void take(long number) {
            throw new IllegalStateException("a message without a time: number=" + number);
        }

        @Override
        public void take(DirectBuffer buffer, int offset, int length) {
            Wakes current = Objects.requireNonNull(wakes, "begun before");
            long number = buffer.getLong(offset);
            if (number >= 0) {
                long nowNs = System.nanoTime();
                current.record(number, nowNs, nowNs - buffer.getLong(offset + TIME_OFFSET));
                int stream = (int) (number % next.length);
                if (number != next[stream]) {
                    misplaced++;
                }
                next[stream] = number + next.length;
                received++;
            } else {
                expected = end(number);
            }
            if (received == expected) { // The end of one stream may arrive before the last message of another one.
                current.end(misplaced);
            }
        }

        /** The delays of one run's messages, for the first of their subscribers and for the last one. */
        static final class Wakes {
            private static final long TIMEOUT_MS = 20_000;

            private final int subscribers;
            private final int firstCounted;
            /** By message: the number of subscribers that have it. Empty for one subscriber. */
            private final AtomicIntegerArray arrivals;

            private final Histogram first;
            private final Histogram last;
            /** The time of the last message; read after all have ended. */
            private long lastNs;

            private final AtomicLong misplaced = new AtomicLong();
            private final AtomicInteger ended = new AtomicInteger();

            /** @param firstCounted the messages before it belong to the lead-in */
            Wakes(int subscribers, int messages, int firstCounted) {
                this.subscribers = subscribers;
                this.firstCounted = firstCounted;
                this.arrivals = new AtomicIntegerArray(subscribers == 1 ? 0 : messages);
                this.first = subscribers == 1 ? Figures.newHistogram() : Figures.newSharedHistogram();
                this.last = subscribers == 1 ? first : Figures.newSharedHistogram();
            }

            /** Records a message of a subscriber, in its handling thread. */
            void record(long number, long nowNs, long lateNs) {
                if (number < firstCounted) {
                    return;
                }
                lastNs = nowNs;
                int count = subscribers == 1 ? 1 : arrivals.incrementAndGet((int) number);
                if (count == 1) {
                    Figures.record(first, lateNs);
                } else if (count == subscribers) {
                    Figures.record(last, lateNs);
                }
            }

            /** Records that a subscriber has all messages. */
            void end(long misplacedMessages) {
                misplaced.addAndGet(misplacedMessages);
                ended.incrementAndGet();
            }

            /**
             * Waits until all subscribers have all messages.
             *
             * @throws IllegalStateException if they do not get each message once and in order
             */
            Map<String, Object> figures() {
                Waiting.until(
                        () -> ended.get() == subscribers,
                        TIMEOUT_MS,
                        () -> "a message was lost: subscribers=" + subscribers + ", with all messages=" + ended);
                if (misplaced.get() != 0) {
                    throw new IllegalStateException("messages lost, repeated or out of order: places=" + misplaced);
                }
                Map<String, Object> figures = Figures.of(first);
                figures.put("lastP50", last.getValueAtPercentile(50));
                figures.put("lastP99", last.getValueAtPercentile(99));
                figures.put("lastMax", last.getMaxValue());
                figures.put("lastNs", lastNs);
                return figures;
            }
        }
    }
}
