/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.measure;

import io.tailrace.samples.summarizer.pipeline.Outcome;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Measures a run by its input: when it began, and when half of it had been read. For one thread and one run. */
public final class RunMeter {
    /** Of a small input, too, half is not far from what one read gets. */
    private static final int MIN_READS = 64;

    private final long inputLength;
    private final int maxReadLength;
    private long readLength;
    private long beginNs;
    private long halfNs;
    private long halfCpuNs;
    private long leftLength;
    private boolean isHalfRead;

    /** For an input of so many bytes; 0 if that is not known, as of a pipe. Then there are no figures of a half. */
    public RunMeter(long inputLength) {
        this.inputLength = inputLength;
        this.maxReadLength =
                inputLength == 0 ? Integer.MAX_VALUE : (int) Math.min(Integer.MAX_VALUE, 1 + inputLength / MIN_READS);
    }

    /** {@return the input, to be read in its place} */
    public InputStream watch(InputStream input) {
        return new FilterInputStream(input) {
            @Override
            public int read() throws IOException {
                begin();
                int read = in.read();
                note(read < 0 ? 0 : 1);
                return read;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                begin();
                int count = in.read(bytes, offset, Math.min(length, maxReadLength));
                note(Math.max(0, count));
                return count;
            }
        };
    }

    private void begin() {
        if (readLength == 0) {
            beginNs = System.nanoTime();
        }
    }

    private void note(int count) {
        readLength += count;
        if (!isHalfRead && readLength >= inputLength / 2) {
            isHalfRead = true;
            halfNs = System.nanoTime();
            halfCpuNs = CpuTime.ns();
            leftLength = inputLength - readLength;
        }
    }

    /** {@return the figures of the run, which has just ended} Counts lines of one length for as much work. */
    public Figures figures(Outcome outcome) {
        long cpuNs = CpuTime.ns();
        double warmShare = inputLength == 0 ? 0 : (double) leftLength / inputLength;
        return new Figures(
                new Figures.Part(outcome.eventCount(), outcome.elapsedNs() / 1e9, cpuNs / 1e9),
                new Figures.Part(
                        outcome.eventCount() * warmShare,
                        (beginNs + outcome.elapsedNs() - halfNs) / 1e9,
                        (cpuNs - halfCpuNs) / 1e9),
                outcome.lineCount() - outcome.eventCount(),
                outcome.fills(),
                Runtime.version().toString(),
                Runtime.getRuntime().availableProcessors());
    }
}
