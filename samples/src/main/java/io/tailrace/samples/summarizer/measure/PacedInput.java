/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.measure;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * An input whose lines come at a rate, as events do whose senders do not wait for anybody. Who falls behind gets what
 * is due at once. For one thread; one that is interrupted goes on without a pause, and whatever it does with the lines
 * will see that.
 */
public final class PacedInput extends FilterInputStream {
    /** So few bytes come at a time that even a slow rate has no bursts of many lines. */
    private static final int MAX_READ_LENGTH = 1024;
    /** Shorter pauses are not worth a system call. */
    private static final long SHORTEST_PAUSE_NS = 1_000_000;

    private final double nsPerLine;
    private long beginNs;
    private boolean isBegun;
    private long lineCount;

    /**
     * The first line is due when it is asked for.
     *
     * @param linesPerS at least 1
     */
    public PacedInput(InputStream input, int linesPerS) {
        super(input);
        this.nsPerLine = 1e9 / linesPerS;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (!isBegun) {
            isBegun = true;
            beginNs = System.nanoTime();
        }
        int count = in.read(bytes, offset, Math.min(length, MAX_READ_LENGTH));
        for (int i = 0; i < count; i++) {
            lineCount += bytes[offset + i] == '\n' ? 1 : 0;
        }
        pauseUntil(beginNs + (long) (lineCount * nsPerLine));
        return count;
    }

    private static void pauseUntil(long dueNs) {
        long leftNs = dueNs - System.nanoTime();
        if (leftNs >= SHORTEST_PAUSE_NS) {
            try {
                Thread.sleep(leftNs / 1_000_000, (int) (leftNs % 1_000_000));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
