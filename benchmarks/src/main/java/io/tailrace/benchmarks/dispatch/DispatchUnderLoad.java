/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.dispatch.Candidate.HandlerThreads;
import io.tailrace.benchmarks.dispatch.DispatchUnderLoad.Handler.Load;
import io.tailrace.benchmarks.dispatch.DispatchUnderLoad.Handler.Numbers;
import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Usage;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.lab.Work;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * One candidate with an embedded driver, and a publisher that never lets it be idle. Each run has a stream of its own.
 * Answers {@link Work#COMMAND}, {@code warm ROUNDS} and {@code run SLEEP-EVERY ROUNDS LEAD-IN-MS MEASURE-MS}.
 */
final class DispatchUnderLoad implements Answerer {
    private static final long WARM_UP_MS = 500;

    /** A log holds back its publisher soon: what is in it has to be handled after each run. */
    private static final int TERM_LENGTH = 1024 * 1024;

    private static final long END_TIMEOUT_MS = 20_000;

    private final MediaDriver driver;
    private final Tailrace tailrace;
    private final HandlerThreads threads;
    /** Those of the driver, the client and the JVM, and the publisher's. */
    private final Set<Long> otherThreads;

    private final long publishingThread;
    private final ExecutorService publishing = Executors.newSingleThreadExecutor();
    private int streams;

    /** Arguments: the candidate, and a directory that does not exist yet. */
    DispatchUnderLoad(List<String> arguments) {
        this(Candidate.valueOf(arguments.get(0)), Path.of(arguments.get(1)));
    }

    DispatchUnderLoad(Candidate candidate, Path directory) {
        driver =
                MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory).withTermLength(TERM_LENGTH));
        tailrace = Tailrace.connect(directory);
        publishingThread =
                Waiting.result(publishing.submit(() -> Thread.currentThread().getId()), END_TIMEOUT_MS);
        otherThreads = Usage.threads();
        threads = new HandlerThreads(candidate);
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        int[] numbers = command.stream().skip(1).mapToInt(Integer::parseInt).toArray();
        return switch (command.get(0)) {
            case Work.COMMAND -> Work.answer();
            case "warm" -> {
                Load.ALL.forEach(load -> run(load.sleepEvery(), numbers[0], 0, WARM_UP_MS));
                yield Map.of("warm", "yes");
            }
            case "run" -> run(numbers[0], numbers[1], numbers[2], numbers[3]);
            default -> throw new IllegalArgumentException("unknown: command=" + command);
        };
    }

    /** {@return the figures of one run} */
    Map<String, ?> run(int sleepEvery, int rounds, long leadInMs, long measureMs) {
        String stream = "dispatch-" + ++streams;
        Numbers numbers = new Numbers();
        try (Subscription subscription = tailrace.addSubscription(stream);
                Publication publication = tailrace.addExclusivePublication(stream)) {
            if (!publication.awaitSubscribers(1, Duration.ofSeconds(5))) {
                throw new IllegalStateException("no subscriber within 5 s: stream=" + stream);
            }
            Runnable end = threads.begin(subscription, new Handler(numbers, sleepEvery, rounds));
            Publisher publisher = new Publisher(publication);
            Future<Long> publishedCount = publishing.submit(publisher);
            Waiting.sleep(leadInMs);
            Mark before = mark(numbers);
            Waiting.sleep(measureMs);
            awaitHandled(numbers, before.handled + 1); // However long a thread had no processor: none is no figure.
            Mark after = mark(numbers);
            publisher.stop();
            long published = Waiting.result(publishedCount, END_TIMEOUT_MS);
            awaitHandled(numbers, published);
            end.run();
            numbers.check(published);
            return figures(before, after);
        }
    }

    /** Waits until so many messages have been handled. */
    private static void awaitHandled(Numbers numbers, long count) {
        Waiting.until(
                () -> numbers.count() >= count,
                END_TIMEOUT_MS,
                () -> "messages were lost: expected=" + count + ", handled=" + numbers.count());
    }

    private record Mark(long handled, long publisherNs, Usage usage) {}

    private Mark mark(Numbers numbers) {
        return new Mark(numbers.count(), Usage.cpuNs(publishingThread), Usage.without(otherThreads));
    }

    private static Map<String, ?> figures(Mark before, Mark after) {
        Usage used = after.usage.since(before.usage);
        double messages = after.handled - before.handled;
        long publisherNs = after.publisherNs - before.publisherNs;
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("messagesPerSecond", messages / (used.timeNs() / 1e9));
        figures.put("cpuPercent", used.percent(used.cpuNs()));
        figures.put("cpuNsPerMessage", used.cpuNs() / messages);
        figures.put("publisherPercent", used.percent(publisherNs));
        figures.put("bytesPerMessage", used.allocatedBytes() / messages);
        figures.put("switchesPerMessage", used.voluntarySwitches() / messages);
        return figures;
    }

    @Override
    public void close() {
        publishing.shutdownNow();
        threads.close();
        tailrace.close();
        driver.close();
    }

    /**
     * Publishes numbered messages as fast as it may; where publishers have to wait it sleeps, and leaves its core to
     * handlers.
     */
    private static final class Publisher implements Callable<Long> {
        private static final int PAYLOAD = 32;
        private static final long WAIT_NS = 20_000;

        private final Publication publication;
        private volatile boolean stopped;

        Publisher(Publication publication) {
            this.publication = publication;
        }

        /** {@return how many it has published, once it was stopped} */
        @Override
        public Long call() {
            MappedBuffer message = MappedBuffer.allocate(PAYLOAD);
            long number = 0;
            while (!stopped) {
                message.putLong(0, number);
                if (publication.offer(message, 0, PAYLOAD) < 0) {
                    LockSupport.parkNanos(WAIT_NS);
                } else {
                    number++;
                }
            }
            return number;
        }

        /** Any thread. */
        void stop() {
            stopped = true;
        }
    }

    /** Works or sleeps for each message, then notes its number. Any number of threads. */
    static final class Handler implements FrameHandler {
        private static final long SLEEP_NS = 1_000_000;

        private final Numbers numbers;
        private final int sleepEvery;
        private final int rounds;

        /** @param rounds of work */
        Handler(Numbers numbers, int sleepEvery, int rounds) {
            this.numbers = numbers;
            this.sleepEvery = sleepEvery;
            this.rounds = rounds;
        }

        @Override
        public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
            long number = buffer.getLong(offset);
            if (sleepEvery != 0 && number % sleepEvery == 0) {
                sleep();
            } else if (Work.burn(number + 1, rounds) == 0) {
                throw new IllegalStateException("no work was done: number=" + number);
            }
            numbers.add(number);
        }

        /** Allocates nothing; a permit that the thread still has does not shorten it. */
        private static void sleep() {
            long startNs = System.nanoTime();
            for (long leftNs = SLEEP_NS; leftNs > 0; leftNs = SLEEP_NS - (System.nanoTime() - startNs)) {
                LockSupport.parkNanos(leftNs);
            }
        }

        /**
         * The work of a handler for each message.
         *
         * @param cell what it is called in the raw data
         * @param sleepEvery one message of so many sleeps a millisecond in place of a microsecond's work; 0 if none
         *     does
         */
        record Load(String cell, String label, int sleepEvery) {
            static final Load SHORT = new Load("work-1us", "1 µs of work", 0);
            static final Load SLEEPY = new Load("work-1us-sleep-1pct", "1 µs of work, 1 % sleep 1 ms", 100);

            static final List<Load> ALL = List.of(SHORT, SLEEPY);
        }

        /**
         * Which messages have been handled, by their numbers from 0 on, by any number of threads: in each place lies
         * the last number handled of those that belong there, so one that was lost shows when the next one comes, and
         * one that comes twice at once. No two that can be in flight together share a place.
         */
        static final class Numbers {
            private static final int PLACES = 1 << 16;
            /** Odd: neighbours lie apart, on lines of their own, and each number of a lap has a place of its own. */
            private static final int SPREAD = 0x9E3779B1;

            private final AtomicLongArray last = new AtomicLongArray(PLACES);
            private final LongAdder handled = new LongAdder();
            private final LongAdder wrong = new LongAdder();

            Numbers() {
                for (long number = -PLACES; number < 0; number++) {
                    last.set(place(number), number);
                }
            }

            private static int place(long number) {
                return ((int) number * SPREAD) & (PLACES - 1);
            }

            /** A handler has had this one. */
            void add(long number) {
                if (last.getAndSet(place(number), number) != number - PLACES) {
                    wrong.increment();
                }
                handled.increment();
            }

            /** {@return how many so far} */
            long count() {
                return handled.sum();
            }

            /**
             * Once no handler runs any more.
             *
             * @param published how many messages there were
             * @throws IllegalStateException if one of them was not handled, or twice
             */
            void check(long published) {
                long missing = 0;
                for (long number = published - PLACES; number < published; number++) {
                    missing += last.get(place(number)) == number ? 0 : 1;
                }
                if (missing != 0 || wrong.sum() != 0 || count() != published) {
                    throw new IllegalStateException(
                            "messages were lost or repeated: published=" + published + ", handled=" + count()
                                    + ", out of place=" + wrong.sum() + ", missing at the end=" + missing);
                }
            }
        }
    }
}
