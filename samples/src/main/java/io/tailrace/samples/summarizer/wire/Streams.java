/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.PublicationConfig;
import java.time.Duration;

/**
 * The streams between the processes: their names, and how their logs are.
 *
 * @param prefix stands before each name; empty for processes that were started by hand
 * @param termLength of each log of lines and events, in bytes
 */
public record Streams(String prefix, int termLength) {
    /** An eighth of a term has room for a line, and a few bytes more. */
    public static final int MIN_TERM_LENGTH = 1 << 20;
    /** Of a stream, in lines or events. */
    public static final int MAX_CAPACITY = 1 << 20;

    /** Of a usual line, or event. */
    private static final int ITEM_LENGTH = 256;

    /** {@return streams that have room for about so many lines or events, but for a line of the greatest length} */
    public static Streams withRoomFor(int itemCount, String prefix) {
        int wanted = Math.max(MIN_TERM_LENGTH, Math.min(itemCount, MAX_CAPACITY) * ITEM_LENGTH);
        return new Streams(prefix, Integer.highestOneBit(2 * wanted - 1));
    }

    /** {@return streams for a process that writes neither lines nor events} */
    public static Streams toRead(String prefix) {
        return new Streams(prefix, MIN_TERM_LENGTH);
    }

    /** {@return the stream of the lines of a version} */
    public String lines(int version) {
        return prefix + "lines-v" + version;
    }

    /** {@return the stream of the events of a version} */
    public String events(int version) {
        return prefix + "events-v" + version;
    }

    /** {@return the stream of the lines that are no events} */
    public String rejects() {
        return prefix + "rejects";
    }

    /** {@return how logs of lines and events are} */
    PublicationConfig log() {
        return newLog(termLength);
    }

    /** {@return how the log of rejects is} All processes share it, whatever room the others have. */
    PublicationConfig rejectsLog() {
        return newLog(MIN_TERM_LENGTH);
    }

    /**
     * A log that has ended and was read is not kept: a summarizer that comes later would
     * count it a second time.
     */
    private static PublicationConfig newLog(int termLength) {
        return PublicationConfig.DEFAULT.withTermLength(termLength).withRetention(Duration.ZERO);
    }
}
