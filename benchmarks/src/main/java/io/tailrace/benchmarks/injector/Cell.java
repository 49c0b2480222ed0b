/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.benchmarks.injector.Contestant.Limits;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tasks and the limits with which executors are measured at full speed.
 *
 * @param taskUs how long a task is, in microseconds
 * @param threads of the executor
 * @param waiting most tasks that wait for each thread
 */
record Cell(int taskUs, int threads, int waiting) {
    private static final Pattern NAME = Pattern.compile("tasks-([0-9]+)us-([0-9]+)x([0-9]+)");

    /** {@return the cell of a name in the raw data, if it is one} */
    static Optional<Cell> parse(String name) {
        Matcher matcher = NAME.matcher(name);
        return matcher.matches()
                ? Optional.of(new Cell(
                        Integer.parseInt(matcher.group(1)),
                        Integer.parseInt(matcher.group(2)),
                        Integer.parseInt(matcher.group(3))))
                : Optional.empty();
    }

    /** {@return what a trickle is called in the raw data} */
    static String trickle(int rate) {
        return "trickle-" + rate;
    }

    /** {@return what it is called in the raw data} */
    @Override
    public String toString() {
        return "tasks-" + taskUs + "us-" + threads + "x" + waiting;
    }

    String label() {
        return taskUs + " µs, " + executor();
    }

    /** {@return its label without the length of tasks} */
    String executor() {
        return threads + " threads" + (waiting == 1 ? "" : ", " + waiting + " waiting for each");
    }

    Limits limits() {
        return new Limits(threads, threads * waiting);
    }
}
