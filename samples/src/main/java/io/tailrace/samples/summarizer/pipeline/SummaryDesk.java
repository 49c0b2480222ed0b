/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.pipeline;

import io.tailrace.samples.summarizer.summary.Summary;
import io.tailrace.samples.summarizer.summary.SummaryJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where summaries can be asked for while others write them. Each thread that owns some writes them down between two
 * events. So all that one of them says belongs together, and no summary needs a lock.
 *
 * <p>The question goes through the joint like an event. A flag beside it would be seen sooner where the queue is full;
 * but the thread of an empty queue would have to be woken, each kind in its own way.
 */
final class SummaryDesk {
    private static final long LONGEST_WAIT_S = 10;

    private final List<Summary> summaries;
    private final List<Owner> owners = new ArrayList<>();
    /** Whoever asks has it, and whoever ends the stages: nobody may ask at a stage that has ended. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean isFinished;

    private record Owner(SerialStage<?> stage, List<Summary> own) {
        CompletableFuture<Map<Summary, String>> ask() throws InterruptedException {
            CompletableFuture<Map<Summary, String>> answer = new CompletableFuture<>();
            stage.runBetween(() -> {
                try {
                    answer.complete(write(own));
                } catch (Throwable t) { // Also an Error: it is told to who has asked, and the thread goes on.
                    answer.completeExceptionally(t);
                }
            });
            return answer;
        }
    }

    /** @param summaries in the order in which they are told */
    SummaryDesk(List<Summary> summaries) {
        this.summaries = List.copyOf(summaries);
    }

    /** Says who writes some of them. Before the first question. */
    void add(SerialStage<?> stage, List<Summary> own) {
        owners.add(new Owner(stage, own));
    }

    /** {@return all summaries as they are now, each a JSON object} Any thread. */
    List<String> ask() throws InterruptedException, TimeoutException {
        lock.lockInterruptibly();
        try {
            Map<Summary, String> written = isFinished ? write(summaries) : askOwners();
            return summaries.stream()
                    .map(summary -> written.getOrDefault(summary, ""))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private Map<Summary, String> askOwners() throws InterruptedException, TimeoutException {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_WAIT_S);
        List<CompletableFuture<Map<Summary, String>>> answers = new ArrayList<>();
        for (Owner owner : owners) {
            answers.add(owner.ask());
        }
        Map<Summary, String> written = new HashMap<>();
        for (int i = 0; i < answers.size(); i++) {
            try {
                written.putAll(answers.get(i).get(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS));
            } catch (ExecutionException e) {
                throw new IllegalStateException("cannot write summaries down: " + e.getCause(), e.getCause());
            } catch (TimeoutException e) {
                throw new TimeoutException("no answer in time: stage="
                        + owners.get(i).stage.name() + ", limit=" + LONGEST_WAIT_S + " s. Try again");
            }
        }
        return written;
    }

    private static Map<Summary, String> write(List<Summary> some) {
        Map<Summary, String> written = new HashMap<>();
        some.forEach(summary -> written.put(summary, SummaryJson.of(summary)));
        return written;
    }

    /** Waits until all that was put is summarized. Who asks later gets the summaries without asking others. */
    void finish() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            for (Owner owner : owners) {
                owner.stage.finish();
            }
            isFinished = true;
        } finally {
            lock.unlock();
        }
    }
}
