/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.dispatch;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Usage;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.lab.Work;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

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
    private final Crew crew;
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
        driver = MediaDriver.launch(
                DriverConfig.defaults().withDirectory(directory).withTermLength(TERM_LENGTH));
        tailrace = Tailrace.connect(directory);
        publishingThread =
                Waiting.result(publishing.submit(() -> Thread.currentThread().getId()), END_TIMEOUT_MS);
        otherThreads = Usage.threads();
        crew = new Crew(candidate);
    }

    @Override
    public Answer answer(List<String> command) {
        int[] numbers = command.stream().skip(1).mapToInt(Integer::parseInt).toArray();
        return switch (command.get(0)) {
            case Work.COMMAND -> Work.answer();
            case "warm" -> {
                Handlers.ALL.forEach(handlers -> run(handlers.sleepEvery(), numbers[0], 0, WARM_UP_MS));
                yield new Answer().put("warm", "yes");
            }
            case "run" -> run(numbers[0], numbers[1], numbers[2], numbers[3]);
            default -> throw new IllegalArgumentException("unknown: command=" + command);
        };
    }

    /** {@return the figures of one run} */
    Answer run(int sleepEvery, int rounds, long leadInMs, long measureMs) {
        String stream = "dispatch-" + ++streams;
        Numbers numbers = new Numbers();
        try (Subscription subscription = tailrace.addSubscription(stream);
                Publication publication = tailrace.addExclusivePublication(stream)) {
            if (!publication.awaitSubscribers(1, Duration.ofSeconds(5))) {
                throw new IllegalStateException("no subscriber within 5 s: stream=" + stream);
            }
            AutoCloseable handling = crew.begin(subscription, new Handler(numbers, sleepEvery, rounds));
            Publisher publisher = new Publisher(publication);
            Future<Long> end = publishing.submit(publisher);
            Waiting.sleep(leadInMs);
            Mark before = mark(numbers);
            Waiting.sleep(measureMs);
            awaitHandled(numbers, before.handled + 1); // However long a thread had no processor: none is no figure.
            Mark after = mark(numbers);
            publisher.stop();
            long published = Waiting.result(end, END_TIMEOUT_MS);
            awaitHandled(numbers, published);
            close(handling);
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

    private static void close(AutoCloseable handling) {
        try {
            handling.close();
        } catch (Exception e) { // None of the two throws a checked one.
            throw new IllegalStateException(e);
        }
    }

    private record Mark(long handled, long publisherNs, Usage usage) {}

    private Mark mark(Numbers numbers) {
        return new Mark(numbers.count(), Usage.cpuNs(publishingThread), Usage.without(otherThreads));
    }

    private static Answer figures(Mark before, Mark after) {
        Usage used = after.usage.since(before.usage);
        double messages = after.handled - before.handled;
        long publisherNs = after.publisherNs - before.publisherNs;
        return new Answer()
                .put("messagesPerSecond", messages / (used.timeNs() / 1e9))
                .put("cpuPercent", used.percent(used.cpuNs()))
                .put("cpuNsPerMessage", used.cpuNs() / messages)
                .put("publisherPercent", used.percent(publisherNs))
                .put("bytesPerMessage", used.allocatedBytes() / messages)
                .put("switchesPerMessage", used.voluntarySwitches() / messages);
    }

    @Override
    public void close() {
        publishing.shutdownNow();
        crew.close();
        tailrace.close();
        driver.close();
    }
}
