/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.LogLibrary;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Polls all streams in turn, on a thread of its own: spins for a moment where nothing comes, then sleeps. */
final class SubscriberRole {
    private static final int LIMIT = 64;
    private static final int SPINS = 1_000;
    private static final long SLEEP_NS = 100_000;
    private static final long END_TIMEOUT_MS = 10_000;
    private static final long UNKNOWN = -1;

    private final Sequences sequences;
    private final List<Receiver> receivers;
    private final CompletableFuture<Void> polling;
    private volatile long sent = UNKNOWN;
    private volatile long endNs;

    SubscriberRole(LogLibrary library, int streams) {
        sequences = new Sequences(streams);
        receivers = IntStream.rangeClosed(1, streams)
                .mapToObj(stream -> library.receiver(stream, sequences, false))
                .toList();
        polling = CompletableFuture.runAsync(this::poll, task -> {
            Thread thread = new Thread(task, "subscriber");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void poll() {
        int looks = 0;
        while (looks == 0 || !isComplete()) { // One more look shows a message that came twice.
            looks = pollAll() ? 0 : looks + 1;
            if (looks > SPINS) {
                LockSupport.parkNanos(SLEEP_NS);
            } else if (looks > 0) {
                Thread.onSpinWait();
            }
        }
    }

    /** A publisher may be connected, and have ended, before this process has opened its log. */
    private boolean isComplete() {
        long all = sent;
        return all != UNKNOWN && (sequences.count() >= all || System.nanoTime() - endNs >= 0);
    }

    private boolean pollAll() {
        int taken = 0;
        for (int i = 0; i < receivers.size(); i++) {
            taken += receivers.get(i).poll(LIMIT);
        }
        return taken > 0;
    }

    /** {@return what has arrived, once that is as much as was sent; or in the end what has come in time} */
    Answer end(long allSent) {
        endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_TIMEOUT_MS);
        sent = allSent;
        Waiting.result(polling, 2 * END_TIMEOUT_MS);
        return new Answer().put("received", sequences.count()).put("misplaced", sequences.misplaced());
    }
}
