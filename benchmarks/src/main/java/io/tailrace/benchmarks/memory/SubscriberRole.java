/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Json;
import io.tailrace.benchmarks.lab.Waiting;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Polls all streams in turn, on a thread of its own: spins for a moment where nothing comes, then sleeps. */
final class SubscriberRole {
    private static final int SPINS = 1_000;
    private static final long SLEEP_NS = 100_000;
    private static final long END_TIMEOUT_MS = 10_000;

    private final Sequences sequences;
    private final List<Library.Intake> intakes;
    private final CompletableFuture<Void> polling;
    private volatile boolean ending;

    SubscriberRole(Library.Client client, int streams) {
        sequences = new Sequences(streams);
        intakes = IntStream.rangeClosed(1, streams)
                .mapToObj(stream -> client.subscribe(stream, sequences))
                .toList();
        polling = CompletableFuture.runAsync(this::poll, task -> {
            Thread thread = new Thread(task, "subscriber");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void poll() {
        int looks = 0;
        boolean mayEnd = false;
        while (looks == 0 || !mayEnd) {
            mayEnd = ending; // Before it polls: what was sent until then is there.
            looks = pollAll() ? 0 : looks + 1;
            if (looks > SPINS) {
                LockSupport.parkNanos(SLEEP_NS);
            } else if (looks > 0) {
                Thread.onSpinWait();
            }
        }
    }

    private boolean pollAll() {
        int taken = 0;
        for (int i = 0; i < intakes.size(); i++) {
            taken += intakes.get(i).poll();
        }
        return taken > 0;
    }

    /** {@return what has arrived, when nothing more comes} */
    Json end() {
        ending = true;
        Waiting.result(polling, END_TIMEOUT_MS);
        return new Json().put("received", sequences.count()).put("misplaced", sequences.misplaced());
    }
}
