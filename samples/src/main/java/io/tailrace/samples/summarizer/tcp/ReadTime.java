/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.tcp;

/** How long lines came, from the begin of the first read to the end of the last. Any thread. */
final class ReadTime {
    private boolean isBegun;
    private long beginNs;
    private long endNs;

    /** Adds a read. Those of several threads come in any order. */
    synchronized void add(long readBeginNs, long readEndNs) {
        if (!isBegun) {
            isBegun = true;
            beginNs = readBeginNs;
            endNs = readEndNs;
        }
        beginNs += Math.min(0, readBeginNs - beginNs); // Of clocks only differences mean something.
        endNs += Math.max(0, readEndNs - endNs);
    }

    /** {@return nanoseconds; 0 if nothing came} */
    synchronized long ns() {
        return endNs - beginNs;
    }
}
