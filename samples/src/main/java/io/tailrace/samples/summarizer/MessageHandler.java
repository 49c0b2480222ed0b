/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

/** Takes the messages of a stream. Arrays change after a call has returned. For one thread. */
interface MessageHandler {
    /** Takes a line as it came: the first bytes of the array. Only the stream of lines has them. */
    default void onLine(long source, long sequence, byte[] line, int length) throws InterruptedException {
        throw new IllegalStateException("a line in the stream of events: source=" + source + ", sequence=" + sequence);
    }

    /** Takes an event. Only the stream of events has them. */
    default void onEvent(long source, Event event) {
        throw new IllegalStateException(
                "an event in the stream of lines: source=" + source + ", sequence=" + event.sequence());
    }

    /** Takes a line that is no event: the first bytes of the array. */
    void onReject(long source, long sequence, Reject reason, byte[] line, int length) throws InterruptedException;

    /** Takes the end of a source that has so many lines. */
    void onEnd(long source, long lineCount) throws InterruptedException;
}
