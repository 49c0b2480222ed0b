/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.memory.Trio.Libraries;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.peer.LogLibrary;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.agrona.MutableDirectBuffer;

/**
 * The process that publishes to all streams in turn. Answers {@code publish COUNT}; {@code flood MS}: it publishes as
 * much as it can for so long; {@code frame LENGTH}: it tells how many bytes of the log a message of that length takes.
 */
final class Publisher implements Answerer {
    private static final int LENGTH = 32;
    private static final int MAX_LENGTH = 64 * 1024;
    /** Messages between two looks at the clock. */
    private static final int CHUNK = 1_000;
    /** Frames measured: most of them do not lie at the end of a term. */
    private static final int FRAMES = 15;

    private final LogLibrary library;
    private final List<Sender> senders;
    private final long[] next;
    private long sent;

    /** Arguments: candidate, directory, streams. */
    Publisher(List<String> arguments) {
        library = Libraries.connect(new Candidate(arguments.get(0)), Path.of(arguments.get(1)));
        int streams = Integer.parseInt(arguments.get(2));
        MutableDirectBuffer message = library.allocate(MAX_LENGTH);
        senders = IntStream.rangeClosed(1, streams)
                .mapToObj(stream -> library.sender(stream, message))
                .toList();
        next = new long[streams];
        library.awaitConnection();
    }

    @Override
    public Answer answer(List<String> command) {
        int argument = Integer.parseInt(command.get(1));
        return switch (command.get(0)) {
            case "publish" -> publish(argument);
            case "flood" -> flood(argument);
            case "frame" -> frame(argument);
            default -> throw new IllegalArgumentException("unknown: command=" + command);
        };
    }

    private Answer publish(int count) {
        for (int i = 0; i < count; i++) {
            offer(i % senders.size(), LENGTH);
        }
        return sent();
    }

    private Answer flood(int ms) {
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        while (System.nanoTime() - endNs < 0) {
            publish(CHUNK);
        }
        return sent();
    }

    private Answer frame(int length) {
        long[] lengths = new long[FRAMES];
        offer(0, length);
        long before = senders.get(0).position();
        for (int i = 0; i < FRAMES; i++) {
            offer(0, length);
            long behind = senders.get(0).position();
            lengths[i] = behind - before;
            before = behind;
        }
        return sent().put("bytes", LongStream.of(lengths).sorted().toArray()[FRAMES / 2]);
    }

    private Answer sent() {
        return new Answer().put("sent", sent);
    }

    private void offer(int stream, int length) {
        long value = Subscriber.value(stream, next[stream]++);
        sent++;
        while (!senders.get(stream).send(value, 1, length)) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        library.close();
    }
}
