/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.proof;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.MappedBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Logs for the states of a stress test, which needs a fresh one millions of times a second: an arbiter returns its log,
 * and the next state takes it. They are complete logs to the classes under test, but share the middle of their terms,
 * which no test touches: the terms of the next log begin {@link #TERM_DISTANCE} bytes further on in the same memory.
 * Any thread.
 */
public final class LogPool {
    private static final int LOGS_PER_BLOCK = 64;
    /** Room for {@link StressLog#SPACE}, which a test writes to, and a gap. */
    private static final int TERM_DISTANCE = StressLog.SPACE + 1536;
    /** Not a multiple of a page: otherwise the tails of all logs would compete for the same few cache lines. */
    private static final int META_DISTANCE = LogLayout.META_LENGTH + 192;

    private final LogMeta.Constants constants;
    private final ConcurrentLinkedQueue<StressLog> free = new ConcurrentLinkedQueue<>();

    private LogPool(int kind, long window, long reserve) {
        this.constants = new LogMeta.Constants(1, "stress", StressLog.TERM_LENGTH, kind, window, reserve);
    }

    /** Concurrent logs without a reserve: the limit is as close to the cleaning as it may be. */
    public static LogPool ofConcurrentLogs() {
        return new LogPool(LogLayout.KIND_CONCURRENT, StressLog.TERM_LENGTH, 0);
    }

    /** Exclusive logs. */
    public static LogPool ofExclusiveLogs() {
        return new LogPool(LogLayout.KIND_EXCLUSIVE, StressLog.TERM_LENGTH, StressLog.TERM_LENGTH);
    }

    /**
     * {@return an empty log with one subscriber and one publisher, in slot 0}
     *
     * @param tail where the log ends; it is clean up to the end of the ring that begins at position 0
     * @param limit the position up to which claims may begin
     */
    public StressLog take(long tail, long limit) {
        StressLog log = free.poll();
        while (log == null) {
            addBlock();
            log = free.poll();
        }
        log.reset(tail, limit);
        return log;
    }

    /** Called when the state that took it is done with it. */
    public void giveBack(StressLog log) {
        free.add(log);
    }

    private void addBlock() {
        MappedBuffer metas = MappedBuffer.allocate(LOGS_PER_BLOCK * META_DISTANCE);
        MappedBuffer[] shared = new MappedBuffer[LogLayout.TERM_COUNT];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = MappedBuffer.allocate(StressLog.TERM_LENGTH + LOGS_PER_BLOCK * TERM_DISTANCE);
        }
        for (int n = 0; n < LOGS_PER_BLOCK; n++) {
            MappedBuffer meta = metas.view(n * META_DISTANCE, LogLayout.META_LENGTH);
            new LogMeta(meta).initialise(constants);
            MappedBuffer[] terms = new MappedBuffer[shared.length];
            for (int i = 0; i < terms.length; i++) {
                terms[i] = shared[i].view(n * TERM_DISTANCE, StressLog.TERM_LENGTH);
            }
            free.add(new StressLog(new LogBuffers(meta, terms), meta, terms));
        }
    }
}
