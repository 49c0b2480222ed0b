/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.query;

import io.tailrace.Tailrace;
import io.tailrace.ask.Answer;
import io.tailrace.ask.Responder;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.wire.Streams;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Answers other processes that ask for the summaries of this one. A thread of its own waits for requests and has the
 * writer of the summaries write them down: that calls {@link #answer} between two polls, which costs it one look at
 * memory.
 */
public final class SummaryResponder implements AutoCloseable {
    private static final int LIMIT = 16;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    /** Less than {@link LiveProcesses} waits. */
    private static final long WRITER_LIMIT_MS = 1_000;

    private final Responder responder;
    private final Runnable wakeWriter;
    private final AtomicReference<@Nullable CompletableFuture<List<SummaryText>>> asked = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "summary-responder");
    private MappedBuffer message = MappedBuffer.allocate(0);

    /**
     * Begins.
     *
     * @param streams of this process
     * @param wakeWriter has the writer come to {@link #answer} if it waits for messages
     */
    public SummaryResponder(Tailrace tailrace, Streams streams, Runnable wakeWriter) {
        this.wakeWriter = wakeWriter;
        this.responder = Responder.open(tailrace, streams.summaries(), this::respond);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!responder.isClosed() && !Thread.currentThread().isInterrupted()) {
            responder.poll(LIMIT, LONGEST_WAIT);
        }
    }

    /** Where the writer does not come to it in time, or fails, nothing is answered; who asks is told that. */
    private void respond(DirectBuffer request, int offset, int length, Answer answer) {
        CompletableFuture<List<SummaryText>> wanted = new CompletableFuture<>();
        asked.set(wanted);
        wakeWriter.run();
        try {
            List<SummaryText> summaries = wanted.get(WRITER_LIMIT_MS, TimeUnit.MILLISECONDS);
            if (message.capacity() < answer.maxLength()) {
                message = MappedBuffer.allocate(answer.maxLength());
            }
            int encodedLength = SummaryText.write(summaries, message, answer.maxLength());
            answer.offer(message, 0, encodedLength); // Refused only where who has asked is gone.
        } catch (TimeoutException | ExecutionException e) {
            asked.set(null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // This is closed.
        }
    }

    /** Writes summaries down if they are asked for. Their writer calls this, between two events. */
    public void answer(List<Summary> summaries) {
        if (asked.get() == null) {
            return;
        }
        CompletableFuture<List<SummaryText>> wanted = asked.getAndSet(null);
        if (wanted != null) {
            try {
                wanted.complete(summaries.stream().map(SummaryText::of).toList());
            } catch (Throwable t) { // Also an Error: it is told to who has asked, and the writer goes on.
                wanted.completeExceptionally(t);
            }
        }
    }

    /** Ends its thread, and waits for that. */
    @Override
    public void close() {
        thread.interrupt();
        responder.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
