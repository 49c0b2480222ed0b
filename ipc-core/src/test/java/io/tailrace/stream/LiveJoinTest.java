/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.read.FrameReader;
import io.tailrace.log.read.OverrunReader;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LiveJoinTest {
    @Test
    void aSubscriberReadsInPlaceOnlyOnceTheKeeperHasMadeItGate() {
        LogBuffers log = LogBuffers.ofReplay(
                LogMeta.Constants.of(1, "quotes", LogLayout.MIN_TERM_LENGTH, LogLayout.KIND_CONCURRENT),
                0,
                new Subscriber(7, 0, 0, SubscriberPolicy.CATCH_UP, SubscriberName.NONE),
                0);
        OverrunReader reader = new OverrunReader(new FrameReader(log, 0), null);
        AtomicInteger wakes = new AtomicInteger();
        LiveJoin join = new LiveJoin(log.meta(), 0, 7, wakes::incrementAndGet);

        assertFalse(join.isDone(reader));
        assertEquals(7, log.meta().joinsAcquire(0));
        assertFalse(join.isDone(reader), "publishers do not wait for it yet");
        assertEquals(2, wakes.get(), "the driver rests otherwise, and publishers overrun it again");
        log.meta().gate(0, 0, SubscriberPolicy.KIND_BLOCK);

        assertTrue(join.isDone(reader));
        assertEquals(2, wakes.get());
    }
}
