/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.header;
import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaimGapTest {
    private static final long DURATION_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int DONE = Integer.MAX_VALUE;
    private static final int HEADER = 64;
    private static final int PAYLOAD = 4096;
    private static final int LIMIT = 8192;

    @TempDir
    private Path directory;

    private TestLog log;
    private MappedBuffer term;

    @BeforeEach
    void makeLog() {
        log = new TestLog(directory, 1, "quotes", KIND_CONCURRENT);
        term = log.buffers().term(0);
    }

    @Test
    void endsAtTheFirstWordThatIsNotZeroOrAtTheLimit() {
        assertEquals(LIMIT, FrameWalker.gapEnd(log.buffers(), 0, LIMIT));
        term.putLong(HEADER, header(-16, TYPE_DATA, 0));
        assertEquals(HEADER, FrameWalker.gapEnd(log.buffers(), 0, LIMIT));
        assertEquals(HEADER, FrameWalker.gapEnd(log.buffers(), HEADER, LIMIT));
    }

    /** The publisher stores a header that the scan has already passed, then payload ahead of the scan. */
    @Test
    void doesNotTakeAPayloadForAHeaderThatCameMeanwhile() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger written = new AtomicInteger();
        Thread publisher = new Thread(() -> publish(asked, written));
        publisher.start();
        try {
            long deadline = System.nanoTime() + DURATION_NS;
            for (int round = 1; round == 1 || System.nanoTime() < deadline; round++) {
                asked.set(round);
                long end = FrameWalker.gapEnd(log.buffers(), 0, LIMIT);
                assertTrue(end == HEADER || end == LIMIT, "round=" + round + ", end=" + end);
                while (written.get() < round) {
                    Thread.onSpinWait();
                }
                term.putLong(HEADER, 0);
                term.putLong(PAYLOAD, 0);
            }
        } finally {
            asked.set(DONE);
            publisher.join();
        }
    }

    private void publish(AtomicInteger asked, AtomicInteger written) {
        for (int round = 1; true; round++) {
            while (asked.get() < round) {
                Thread.onSpinWait();
            }
            if (asked.get() == DONE) {
                return;
            }
            for (int i = 0; i < round % 256; i++) {
                Thread.onSpinWait();
            }
            term.putLongRelease(HEADER, header(-(PAYLOAD + 64), TYPE_DATA, 0));
            term.putLongRelease(PAYLOAD, -1);
            written.set(round);
        }
    }
}
