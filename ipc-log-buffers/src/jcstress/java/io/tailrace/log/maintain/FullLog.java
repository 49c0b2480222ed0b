/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.proof.StressLog.RING_LENGTH;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.proof.LogPool;
import io.tailrace.proof.StressLog;

/**
 * The logs of stress tests in which the tail has come round to memory that is still to be cleaned: all subscribers have
 * consumed the old frames there, and none of them is zeroed yet.
 */
final class FullLog {
    static final int LENGTH = 24;
    static final int FRAME_LENGTH = HEADER_LENGTH + LENGTH;
    static final int CLEANED = StressLog.SPACE;
    /** The last place but one that is cleaned: so there is something to zero before it, and a header after it. */
    static final int OFFSET = CLEANED - 2 * FRAME_LENGTH;

    /** The position of the tail. */
    static final long POSITION = RING_LENGTH + OFFSET;

    static final MappedBuffer OLD = StressLog.message(LENGTH, 1);
    static final MappedBuffer NEW = StressLog.message(LENGTH, 2);
    static final LogPool LOGS = LogPool.ofConcurrentLogs();

    private static final int MAX_TRIES = 2000;

    private FullLog() {}

    /** {@return a log whose claims may begin before the limit} */
    static StressLog take(long limit) {
        StressLog log = LOGS.take(POSITION, limit);
        MappedBuffer term = log.buffers().term(POSITION);
        for (int offset = OFFSET; offset < CLEANED; offset += FRAME_LENGTH) {
            term.putLong(offset, FrameLayout.header(FRAME_LENGTH, TYPE_DATA, 0));
            term.putBytes(offset + HEADER_LENGTH, OLD, 0, LENGTH);
        }
        return log;
    }

    /** {@return 2, the new message, if it was accepted, else 0} */
    static int offerWhenPossible(Appender appender) {
        long result = Appender.BACK_PRESSURED;
        for (int i = 0; i < MAX_TRIES && result < 0; i++) {
            result = appender.offer(NEW, 0, LENGTH);
        }
        return result < 0 ? 0 : 2;
    }

    /** {@return the message at the former tail; -1 unless the space after it is clean} */
    static int readAtPosition(StressLog log) {
        FrameReader reader = new FrameReader(log.buffers(), POSITION);
        int message = StressLog.read(reader);
        return log.buffers().headerAcquire(reader.position()) == 0 ? message : -1;
    }
}
