/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import static io.tailrace.sleep.SleepersLayout.MECHANISM_OFFSET;
import static io.tailrace.sleep.SleepersLayout.RUNG_OFFSET;
import static io.tailrace.sleep.SleepersLayout.SLEEP_OFFSET;

import io.tailrace.log.Waker;
import io.tailrace.memory.FaultPoint;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedFile;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one sleeper of any client, once for each of its sleeps: another thread of this process that comes meanwhile
 * leaves it to the first, as one of another process, which may be stopped, does not. Any thread.
 */
final class SleeperWaker implements Waker {
    private static final long ASLEEP = 1;

    private final MappedFile file;
    private final MappedBuffer slot;
    private final long clientId;
    private final int number;
    private final WakeConnection socket;
    private final WakeConnection relay;
    /** The sleep that this has ended last. Racy: an older value costs a system call. */
    private long rung;

    private boolean broken;
    private @Nullable Futex futex;

    /**
     * Makes it.
     *
     * @param file that the slot is in
     * @param socket where the sleeper is asked, if it sleeps there
     * @param relay where the driver is asked, which can wake what this process cannot
     */
    SleeperWaker(
            MappedFile file,
            MappedBuffer slot,
            long clientId,
            int number,
            WakeConnection socket,
            WakeConnection relay) {
        this.file = file;
        this.slot = slot;
        this.clientId = clientId;
        this.number = number;
        this.socket = socket;
        this.relay = relay;
    }

    /** Looks at the memory no more if it is gone. */
    void giveUpTruncated() {
        broken |= file.findTruncation(file.path()) != null;
    }

    @Override
    public void wake() {
        if (broken) {
            return;
        }
        try {
            long sleep = slot.getLongAcquire(SLEEP_OFFSET);
            if ((sleep & ASLEEP) != 0 && sleep != rung) {
                ring(sleep);
            }
        } catch (RuntimeException | InternalError | LinkageError e) {
            // Its client has written nonsense; somebody has truncated the file; or there are no descriptors, without
            // which the JDK does not load its sockets. What was committed stays so, and the sleeper looks by itself.
            broken = true;
        }
    }

    private synchronized void ring(long sleep) {
        if (sleep == rung) {
            return;
        }
        FaultPoint.reach("wake.seen");
        slot.putIntRelease(RUNG_OFFSET, 1); // Before the kernel looks for a sleeper: one that is on its way sees it.
        switch (slot.getInt(MECHANISM_OFFSET)) { // Of a truncated file 0 is read.
            case SleepersLayout.FUTEX -> wakeFutex();
            case SleepersLayout.SOCKET -> socket.ask(clientId, number);
            default -> {}
        }
        rung = sleep; // Last: what fails half-way is done again for the next message.
        FaultPoint.reach("wake.rung");
    }

    private void wakeFutex() {
        if (!Futex.isAvailable()) {
            relay.ask(clientId, number);
            return;
        }
        if (futex == null) {
            futex = new Futex(slot, RUNG_OFFSET);
        }
        futex.wake();
    }
}
