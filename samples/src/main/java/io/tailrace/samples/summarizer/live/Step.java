/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

/** Where on its way an event is, in order. */
public enum Step {
    /** Reads lines, and takes their envelopes off. */
    INGEST(0),
    /** Makes an event of a payload. */
    PARSE(1),
    /** Gives an event to summaries. */
    SUMMARIZE(2);

    private static final Step[] ALL = values();

    private final int number;

    Step(int number) {
        this.number = number;
    }

    /** {@return a number that stands for it in bytes} The later the step, the greater. */
    public int number() {
        return number;
    }

    /**
     * {@return the step that the number stands for}
     *
     * @throws IllegalArgumentException if it stands for none
     */
    public static Step of(int number) {
        for (Step step : ALL) {
            if (step.number == number) {
                return step;
            }
        }
        throw new IllegalArgumentException("no step: number=" + number);
    }
}
