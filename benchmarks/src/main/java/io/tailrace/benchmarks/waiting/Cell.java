/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.process.Schedule;
import java.util.concurrent.TimeUnit;

/**
 * How often there is a message.
 *
 * @param periodNs from one message to the next; 0 if there is none
 */
record Cell(long periodNs) {
    /** No message. */
    static final Cell REST = new Cell(0);

    /** The silence before each message is so long that everything sleeps deeply. */
    static final Cell EVERY_2_S = new Cell(TimeUnit.SECONDS.toNanos(2));

    static Cell at(int rate) {
        return new Cell(TimeUnit.SECONDS.toNanos(1) / rate);
    }

    boolean hasMessages() {
        return periodNs > 0;
    }

    /** {@return messages a second} */
    double rate() {
        return hasMessages() ? 1e9 / periodNs : 0;
    }

    /** {@return how long to measure} What is rare is measured for longer. */
    Schedule slice(boolean quick) {
        if (!hasMessages()) {
            return quick ? Schedule.ofMs(2_000, 2_000) : Schedule.ofMs(5_000, 10_000);
        }
        if (equals(EVERY_2_S)) {
            return Schedule.ofMs(2_000, quick ? 4_000 : 20_000);
        }
        return Schedule.ofMs(300, quick ? 1_000 : 3_000);
    }

    /** {@return what stands in tables} */
    String label() {
        return equals(EVERY_2_S) ? "one every 2 s" : String.format("%,d/s", Math.round(rate()));
    }

    /** {@return such as {@code at-1000}, {@code every-2s} or {@code at-0}} */
    @Override
    public String toString() {
        return equals(EVERY_2_S) ? "every-2s" : "at-" + Math.round(rate());
    }
}
