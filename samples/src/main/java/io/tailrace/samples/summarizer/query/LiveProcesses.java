/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.query;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.OfferStatus;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.ask.AnswerHeader;
import io.tailrace.ask.AnswerStatus;
import io.tailrace.ask.Requester;
import io.tailrace.ask.RequesterConfig;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.samples.summarizer.codecs.FiguresDecoder;
import io.tailrace.samples.summarizer.live.Figures;
import io.tailrace.samples.summarizer.live.Live;
import io.tailrace.samples.summarizer.live.ProcessFigures;
import io.tailrace.samples.summarizer.live.ProcessFigures.State;
import io.tailrace.samples.summarizer.wire.Streams;
import io.tailrace.sbe.SbeHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What other processes of a driver tell of themselves. A process is stale from when it has died, which the driver
 * proves by the end of its log, or when nothing was heard of it for a while; some time after its death it is gone. Any
 * thread.
 */
public final class LiveProcesses implements Live, AutoCloseable {
    /** They publish each second. */
    static final Duration STALE_AFTER = Duration.ofSeconds(3);

    static final Duration GONE_AFTER = Duration.ofSeconds(10);
    /** More than a {@link SummaryResponder} waits for the writer of its summaries. */
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(2);

    private static final int LIMIT = 64;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final MappedBuffer QUESTION = MappedBuffer.allocate(1);

    private final Duration goneAfter;
    private final Subscription subscription;
    private final Requester requester;
    private final Map<Long, Heard> processes = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this::run, "live-processes");
    /** Of the question that waits for answers: its number, and what has come so far. */
    private long correlation;

    private final List<SummaryText> answers = new ArrayList<>();
    private boolean isAnswered;
    private boolean isMissing;
    private volatile @Nullable Throwable failure;

    /** The last that was heard of a process. */
    private record Heard(String process, Figures figures, long atNs) {
        State state(boolean isThere, long nowNs) {
            if (figures.isEnded()) {
                return State.ENDED;
            }
            return isThere && nowNs - atNs < STALE_AFTER.toNanos() ? State.RUNNING : State.STALE;
        }
    }

    /**
     * Begins to listen.
     *
     * @param tailrace stays open
     * @param streams of the processes
     */
    public LiveProcesses(Tailrace tailrace, Streams streams) {
        this(tailrace, streams, GONE_AFTER);
    }

    LiveProcesses(Tailrace tailrace, Streams streams, Duration goneAfter) {
        this.goneAfter = goneAfter;
        this.subscription = tailrace.addSubscription(streams.figures());
        this.requester = Requester.open(
                tailrace, streams.summaries(), this::onAnswer, RequesterConfig.DEFAULT.withTimeout(ANSWER_LIMIT));
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        SbeHandler handler = SbeHandler.of(new FiguresDecoder(), this::onFigures);
        try {
            while (!subscription.isClosed() && !Thread.currentThread().isInterrupted()) {
                subscription.poll(handler, LIMIT, LONGEST_WAIT);
            }
        } catch (Throwable t) { // Also an Error: whoever asks is told, instead of figures that never change.
            failure = t;
        }
    }

    private void onFigures(FiguresDecoder message, Header header) {
        Figures figures = FiguresReader.read(message);
        processes.put(header.image().logId(), new Heard(message.process(), figures, System.nanoTime()));
    }

    @Override
    public List<ProcessFigures> figures() {
        if (failure != null) {
            throw new IllegalStateException("cannot read the figures of other processes: " + failure, failure);
        }
        long nowNs = System.nanoTime();
        Set<Long> there = subscription.images().stream().map(Image::logId).collect(Collectors.toSet());
        processes
                .entrySet()
                .removeIf(entry ->
                        !there.contains(entry.getKey()) && nowNs - entry.getValue().atNs >= goneAfter.toNanos());
        return processes.entrySet().stream()
                .map(entry -> toProcess(entry.getValue(), there.contains(entry.getKey()), nowNs))
                .sorted(Comparator.comparing(LiveProcesses::firstStep).thenComparing(ProcessFigures::process))
                .toList();
    }

    /** {@return the figures of processes that have all closed theirs} Waits until they are heard, a second at most. */
    public List<ProcessFigures> lastFigures() throws InterruptedException {
        long deadlineNs = System.nanoTime() + LONGEST_WAIT.toNanos();
        List<ProcessFigures> last = figures();
        while (System.nanoTime() < deadlineNs && last.stream().anyMatch(process -> process.state() != State.ENDED)) {
            Thread.sleep(1);
            last = figures();
        }
        return last;
    }

    private static ProcessFigures toProcess(Heard heard, boolean isThere, long nowNs) {
        return new ProcessFigures(heard.process, heard.state(isThere, nowNs), heard.figures);
    }

    /** Events pass processes in this order. */
    private static int firstStep(ProcessFigures process) {
        return process.figures().stages().stream()
                .mapToInt(stage -> stage.step().number())
                .min()
                .orElse(0);
    }

    /** Asks all processes that have summaries. Those of a process that does not answer in time are missing. */
    @Override
    public synchronized List<String> summaries() throws TimeoutException, InterruptedException {
        answers.clear();
        isAnswered = false;
        isMissing = false;
        correlation = requester.askAll(QUESTION, 0, 1);
        if (correlation == OfferStatus.NOT_CONNECTED_CODE) {
            return List.of();
        }
        if (correlation < 0) {
            throw new TimeoutException(
                    "cannot ask for summaries: status=" + OfferStatus.of(correlation) + ". Try again");
        }
        while (!isAnswered && !requester.isClosed()) {
            requester.poll(LIMIT, LONGEST_WAIT);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        if (answers.isEmpty() && isMissing) {
            throw new TimeoutException("no summarizer has answered: limit=" + ANSWER_LIMIT.toMillis() + " ms");
        }
        answers.sort(SummaryText.IN_ORDER);
        return answers.stream().map(SummaryText::json).toList();
    }

    /** Inside polls, by the thread that asks. */
    private void onAnswer(DirectBuffer buffer, int offset, int length, AnswerHeader header) {
        if (header.correlation() != correlation) {
            return; // To a question before, which was interrupted.
        }
        if (header.status() == AnswerStatus.ANSWERED) {
            answers.addAll(SummaryText.read(buffer, offset));
        }
        isMissing |= header.status() != AnswerStatus.ANSWERED && header.status() != AnswerStatus.GONE;
        isAnswered = header.isLast();
    }

    /** Ends its thread, and waits for that. Who asks meanwhile gets what has come so far. */
    @Override
    public void close() {
        thread.interrupt();
        subscription.close();
        requester.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
