/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.file.FileFormat;
import io.tailrace.internal.FaultPoint;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.Mechanism.CurrentThread;
import io.tailrace.sleep.Mechanism.ParkedSleep;
import java.lang.invoke.VarHandle;

/**
 * Where one thread at a time sleeps until another one, perhaps of another process, has something for it. It says that
 * it is about to sleep, looks once more for what it waits for, and sleeps:
 *
 * <pre>{@code
 * sleeper.announce();
 * try {
 *     if (!isThere()) {
 *         sleeper.sleep(timeoutNs);
 *     }
 * } finally {
 *     sleeper.awake();
 * }
 * }</pre>
 *
 * <p>The sleepers of a client stand in files: the first has the numbers from 1 on, the next one those after it. {@code
 * FORMAT.md} says what stands where, who writes it and who reads it. {@code sleep} and {@code rung} stand in cache
 * lines of their own: while nobody falls asleep or is woken, those that look keep the first in their cache.
 */
public final class Sleeper {
    /** "TRAILSLP" read as a little-endian long. */
    public static final long MAGIC = 0x504C534C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 0;

    public static final int CLIENT_ID_OFFSET = 24;
    public static final int SLEEPERS_OFFSET = 128;
    public static final int SLEEPER_LENGTH = 128;
    /** Sleepers of a file. */
    public static final int SLEEPERS = 255;

    public static final int LENGTH = SLEEPERS_OFFSET + SLEEPERS * SLEEPER_LENGTH;

    /** The number of the sleep, times two, and one more while it sleeps or is about to. */
    public static final int SLEEP_OFFSET = 0;

    public static final int MECHANISM_OFFSET = 8;
    public static final int RUNG_OFFSET = 64;

    /** It sleeps for short times only, and nobody can wake it. */
    public static final int NAP = 0;
    /** It sleeps in a Linux futex on the word {@code rung}. */
    public static final int FUTEX = 1;
    /** It waits at its Unix domain socket, {@code <clientId>.sleeper-<number>} beside its client's directory. */
    public static final int SOCKET = 2;

    static final FileFormat FORMAT = new FileFormat(MAGIC, VERSION_MAJOR, VERSION_MINOR, LENGTH);

    private static final long ASLEEP = 1;
    private static final int STEP = 2;

    private final int number;
    private final MappedBuffer slot;
    private final Mechanism mechanism;
    /** Times two. */
    private long sleep;
    /**
     * Announced, for those of this process. On the heap: what they read must not be in a file that somebody may
     * truncate.
     */
    private volatile boolean asleep;
    /** Somebody of this process has ended the sleep, or the next one. */
    private volatile boolean woken;

    Sleeper(int number, MappedBuffer slot, Mechanism mechanism) {
        this.number = number;
        this.slot = slot;
        this.mechanism = mechanism;
        this.sleep = slot.getLong(SLEEP_OFFSET) & -STEP; // Of the sleeper that had the slot before.
        slot.putInt(MECHANISM_OFFSET, mechanism.number());
    }

    /** {@return its number in its client; 0 if nobody else can wake it, and it never sleeps long} */
    public int number() {
        return number;
    }

    /** {@return whether others can end its sleep; else it sleeps for a millisecond at most} */
    public boolean canBeWoken() {
        return mechanism.number() != NAP;
    }

    /** {@return whether the calling thread may sleep here: if it is virtual, others run on its carrier meanwhile} */
    boolean suitsCaller() {
        return !mechanism.holdsCarrier() || !CurrentThread.isVirtual();
    }

    /** {@return whether it would be made again as it is} */
    boolean isChoice(boolean isRelayed) {
        return mechanism.isChoice(isRelayed);
    }

    /** {@return whether its thread parks, and its socket stays for the next one} */
    boolean isParked() {
        return mechanism instanceof ParkedSleep;
    }

    /**
     * From now on whoever has something for this thread wakes it. What this thread looks at behind this call it sees as
     * it was when that was seen, or later.
     */
    public void announce() {
        asleep = true;
        woken = false;
        sleep += STEP;
        slot.putIntRelease(RUNG_OFFSET, 0); // Before the announcement: a ring for this sleep comes after it.
        slot.putLongRelease(SLEEP_OFFSET, sleep | ASLEEP);
        // Pairs with the fence between what the other side does and its look at this word.
        VarHandle.fullFence();
        FaultPoint.reach("sleep.announced");
    }

    /** Sleeps until woken, interrupted, or for so long; perhaps for less. Keeps the interrupt status. */
    public void sleep(long timeoutNs) {
        mechanism.sleep(timeoutNs);
        FaultPoint.reach("sleep.ended");
    }

    /** It needs no wake-up any more. */
    public void awake() {
        asleep = false;
        slot.putLongRelease(SLEEP_OFFSET, sleep);
    }

    /** Ends its sleep, or the next one. Any thread of this process. */
    public void wake() {
        woken = true;
        mechanism.wake();
    }

    /** {@return whether somebody has rung since the announcement} Its thread. */
    public boolean isRung() {
        return woken || slot.getIntAcquire(RUNG_OFFSET) != 0;
    }

    /** {@return whether its thread is announced} That thread, or behind a fence another one of this process. */
    boolean isAsleep() {
        return asleep;
    }

    /** As {@link #wake}, but only if it sleeps or is about to. Behind what there is for it. Returns whether. */
    boolean wakeIfAsleep() {
        VarHandle.fullFence(); // Pairs with the fence in announce.
        boolean found = asleep;
        if (found) {
            wake();
        }
        return found;
    }

    /** Nobody sleeps here any more. */
    void close() {
        mechanism.close();
    }
}
