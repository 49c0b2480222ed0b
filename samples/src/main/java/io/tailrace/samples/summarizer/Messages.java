/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

/**
 * Takes the messages of a stream. {@link MessageWriter} writes them; a stage processes those that {@link MessageReader}
 * has read. A line is at the start of an array that changes after the call has returned. Not thread-safe.
 */
interface Messages {
    /** Takes an unchanged line. Only the stream of lines has these. */
    default void line(long source, long sequence, byte[] line, int length) throws InterruptedException {
        throw new IllegalStateException("a line in the stream of events: source=" + source + ", sequence=" + sequence);
    }

    /** Takes an event. Only the stream of events has them. */
    default void event(long source, Event event) throws InterruptedException {
        throw new IllegalStateException(
                "an event in the stream of lines: source=" + source + ", sequence=" + event.sequence());
    }

    /** Takes a line that is no event, truncated if it is too long. */
    void reject(long source, long sequence, Reject reason, byte[] line, int length) throws InterruptedException;

    /** Takes the end of a source with its number of lines. */
    void end(long source, long lineCount) throws InterruptedException;
}
