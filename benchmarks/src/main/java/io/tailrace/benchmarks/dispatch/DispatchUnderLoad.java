/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.dispatch.Candidate.HandlerThreads;
import io.tailrace.benchmarks.dispatch.Handler.Load;
import io.tailrace.benchmarks.dispatch.Handler.Numbers;
import io.tailrace.benchmarks.lab.Answerer;
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
import java.util.concurrent.locks.LockSupport;

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
}
