/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.memory.Trio.Libraries;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.LogLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * The process that subscribes to all streams. It polls them in turn, on a thread of its own, which spins for a moment
 * where nothing comes, then sleeps; and it checks that each message is the successor of the last one of its stream. The
 * first 8 bytes of a message are its stream and its number. Answers {@code end SENT}.
 */
final class Subscriber implements Answerer, Library.Inbox {
    private static final int LIMIT = 64;
    private static final int SPINS = 1_000;
    private static final long SLEEP_NS = 100_000;
    private static final long END_TIMEOUT_MS = 10_000;
    private static final long UNKNOWN = -1;
    private static final int STREAM_SHIFT = 48;

    private final LogLibrary library;
    private final List<Library.Receiver> receivers;
    private final CompletableFuture<Void> polling;
    private volatile long sent = UNKNOWN;
    private volatile long endNs;

    // Written by the polling thread, read when that has ended.
    private final long[] next;
    private long received;
    private long misplaced;

    /** Arguments: candidate, directory, streams. */
    Subscriber(List<String> arguments) {
        library = Libraries.connect(new Candidate(arguments.get(0)), Path.of(arguments.get(1)));
        int streams = Integer.parseInt(arguments.get(2));
        next = new long[streams];
        receivers = IntStream.rangeClosed(1, streams)
                .mapToObj(stream -> library.receiver(stream, this, false))
                .toList();
        polling = CompletableFuture.runAsync(this::poll, task -> {
            Thread thread = new Thread(task, "subscriber");
            thread.setDaemon(true);
            thread.start();
        });
    }

    static long value(int stream, long number) {
        return (long) stream << STREAM_SHIFT | number;
    }

    @Override
    public void take(long value) {
        int stream = (int) (value >>> STREAM_SHIFT);
        long number = value - value(stream, 0);
        if (number != next[stream]) {
            misplaced++;
        }
        next[stream] = number + 1;
        received++;
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
        return all != UNKNOWN && (received >= all || System.nanoTime() - endNs >= 0);
    }

    private boolean pollAll() {
        int taken = 0;
        for (int i = 0; i < receivers.size(); i++) {
            taken += receivers.get(i).poll(LIMIT);
        }
        return taken > 0;
    }

    /** {@return what has arrived, once that is as much as was sent; or in the end what has come in time} */
    @Override
    public Answer answer(List<String> command) {
        endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_TIMEOUT_MS);
        sent = Long.parseLong(command.get(1));
        Waiting.result(polling, 2 * END_TIMEOUT_MS);
        return new Answer().put("received", received).put("misplaced", misplaced);
    }

    @Override
    public void close() {
        library.close();
    }
}
