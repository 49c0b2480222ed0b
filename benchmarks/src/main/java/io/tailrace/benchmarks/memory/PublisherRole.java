/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Json;
import io.tailrace.benchmarks.lab.Waiting;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.agrona.MutableDirectBuffer;

/**
 * Publishes to all streams in turn. Answers {@code publish COUNT}, {@code flood MS}: as many as go, for so long; {@code
 * frame LENGTH}: the bytes that a message of this length takes in the log.
 */
final class PublisherRole {
    private static final int LENGTH = 32;
    private static final int MAX_LENGTH = 64 * 1024;

    /** Messages between two looks at the clock. */
    private static final int CHUNK = 1_000;

    /** Frames measured: most of them do not lie at the end of a term. */
    private static final int FRAMES = 15;

    private final MutableDirectBuffer message;
    private final List<Library.Outlet> outlets;
    private final long[] next;
    private long sent;

    PublisherRole(Library.Client client, int streams) {
        message = client.allocate(MAX_LENGTH);
        outlets = IntStream.rangeClosed(1, streams).mapToObj(client::publish).toList();
        next = new long[streams];
        for (Library.Outlet outlet : outlets) {
            while (!outlet.isConnected()) {
                Waiting.sleep(1);
            }
        }
    }

    Json answer(List<String> command) {
        int argument = Integer.parseInt(command.get(1));
        return switch (command.get(0)) {
            case "publish" -> publish(argument);
            case "flood" -> flood(argument);
            case "frame" -> frame(argument);
            default -> throw new IllegalArgumentException("unknown: command=" + command);
        };
    }

    private Json publish(int count) {
        for (int i = 0; i < count; i++) {
            offer(i % outlets.size(), LENGTH);
        }
        return answer();
    }

    private Json flood(int ms) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        while (System.nanoTime() - endNs < 0) {
            publish(CHUNK);
        }
        return answer();
    }

    private Json frame(int length) {
        long[] lengths = new long[FRAMES];
        long before = offer(0, length);
        for (int i = 0; i < FRAMES; i++) {
            long behind = offer(0, length);
            lengths[i] = behind - before;
            before = behind;
        }
        return answer().put("bytes", LongStream.of(lengths).sorted().toArray()[FRAMES / 2]);
    }

    private Json answer() {
        return new Json().put("sent", sent);
    }

    private long offer(int stream, int length) {
        message.putLong(0, Sequences.value(stream, next[stream]++));
        sent++;
        Library.Outlet outlet = outlets.get(stream);
        long position = outlet.offer(message, length);
        while (position < 0) {
            Thread.onSpinWait();
            position = outlet.offer(message, length);
        }
        return position;
    }
}
