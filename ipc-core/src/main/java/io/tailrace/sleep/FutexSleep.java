/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.memory.MappedBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.spi.AbstractInterruptibleChannel;

/** Sleeps in a futex on the word {@code rung} of a sleeper's slot. */
final class FutexSleep implements Mechanism {
    /**
     * Has an interrupt wake the sleeper, which a futex alone does not: the JDK closes such a channel when the thread
     * that is inside is interrupted. So one serves until the first interrupt.
     */
    private final class InterruptHook extends AbstractInterruptibleChannel {
        @Override
        protected void implCloseChannel() {
            wake();
        }

        void sleep(long timeoutNs) {
            begin();
            try {
                futex.sleep(timeoutNs);
            } finally {
                leave();
            }
        }

        private void leave() {
            try {
                end(true);
            } catch (AsynchronousCloseException e) {
                // Interrupted, and its thread can tell by its status.
            }
        }
    }

    private final MappedBuffer slot;
    private final Futex futex;
    private InterruptHook hook = new InterruptHook();

    FutexSleep(MappedBuffer slot) {
        this.slot = slot;
        this.futex = new Futex(slot, SleepersLayout.RUNG_OFFSET);
    }

    @Override
    public int number() {
        return SleepersLayout.FUTEX;
    }

    @Override
    public boolean holdsCarrier() {
        return true;
    }

    @Override
    public void sleep(long timeoutNs) {
        if (!hook.isOpen()) {
            hook = new InterruptHook();
        }
        hook.sleep(timeoutNs);
    }

    @Override
    public void wake() {
        slot.putIntRelease(SleepersLayout.RUNG_OFFSET, 1);
        futex.wake();
    }

    @Override
    public void close() {}
}
