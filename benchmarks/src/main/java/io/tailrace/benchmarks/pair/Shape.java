/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.pair;

import io.tailrace.benchmarks.lab.Waits;
import java.util.List;

/**
 * The ends and streams of a measurement.
 *
 * @param inOneProcess whether lefts, rights and the driver are one process
 * @param back how rights answer
 * @param lefts that send; several only in one process
 * @param rights that receive; several only in one process
 * @param waits how an end waits that found nothing or was refused
 * @param flags for the JVMs, beside the candidate's
 */
public record Shape(boolean inOneProcess, Back back, int lefts, int rights, Waits waits, List<String> flags) {
    /** One left, one right, of two processes. */
    static final Shape THERE = new Shape(false, Back.NONE, 1, 1, Waits.SPIN, List.of());

    static final Shape THERE_AND_BACK = new Shape(false, Back.STREAM, 1, 1, Waits.SPIN, List.of());
    static final Shape IN_ONE_PROCESS = new Shape(true, Back.STREAM, 1, 1, Waits.SPIN, List.of());

    /** One thread that sends and receives. */
    public static final Shape IN_ONE_THREAD = new Shape(true, Back.LOOP, 1, 0, Waits.SPIN, List.of());

    /** How rights answer. */
    public enum Back {
        /** There are none. */
        NONE,
        /** No answers, but left receives its own messages. */
        LOOP,
        /** By a stream to each left. */
        STREAM,
        /** By a wait-free queue to each left, whichever library carries the messages. */
        QUEUE
    }

    /** {@return lefts that are answered through queues, and one right} */
    public static Shape answeredByQueues(int lefts, List<String> flags) {
        return new Shape(true, Back.QUEUE, lefts, 1, Waits.forThreads(lefts + 1), flags);
    }

    /** {@return the text for a process: see {@link #parse}} */
    String command() {
        return "open " + back + " " + lefts + " " + rights + " " + waits;
    }

    /** Parses the text of {@link #command}, split at its blanks: the part that processes need. */
    static Shape parse(List<String> words) {
        return new Shape(
                false,
                Back.valueOf(words.get(1)),
                Integer.parseInt(words.get(2)),
                Integer.parseInt(words.get(3)),
                Waits.valueOf(words.get(4)),
                List.of());
    }
}
