/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.CommandRing;
import io.tailrace.log.Waker;
import io.tailrace.memory.MappedBuffer;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.junit.jupiter.api.Test;

final class ClosingQueueTest {
    private final List<Throwable> errors = new ArrayList<>();
    private final CommandRing.Sender sender = new CommandRing.Sender(
            new OneToOneRingBuffer(MappedBuffer.allocate(ClientFiles.RING_LENGTH)), Waker.NOBODY);
    private final List<String> given = new ArrayList<>();

    /** A handler of errors may add something, for which closed resources are given back first. */
    @Test
    void eachIsGivenBackOnceAlthoughAHandlerInsideAsksForIt() {
        ClosingQueue closings = new ClosingQueue(new UserHandlers(errors::add), () -> {});
        boolean[] quiet = {false};
        closings.add(() -> true, () -> given.add("nested " + closings.doWork(sender, 2)), null);
        closings.add(() -> quiet[0], () -> given.add("late"), null);

        assertEquals(1, closings.doWork(sender, 1));
        assertEquals(List.of("nested 0"), given);
        assertFalse(closings.isEmpty());
        quiet[0] = true;
        assertEquals(1, closings.doWork(sender, 3));
        assertEquals(List.of("nested 0", "late"), given);
        assertTrue(closings.isEmpty());
        assertEquals(List.of(), errors);
    }
}
