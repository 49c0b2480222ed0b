/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.file.FileFormat;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.Mechanism.CurrentThread;
import io.tailrace.sleep.Mechanism.ParkedSleep;
import java.lang.invoke.VarHandle;

/**
 * The place where one thread at a time sleeps until another one, perhaps of another process, has work for it. It
 * announces its sleep, checks once more for what it waits for, and sleeps:
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
 * <p>The sleepers of a client are in files: the first has the numbers from 1 on, the next one the following numbers.
 * {@code FORMAT.md} lists the fields, their writers and readers. {@code sleep} and {@code rung} are in separate cache
 * lines: while no thread falls asleep or is woken, readers keep the first in their cache.
 */
public final class Sleeper {
    /** "TRAILSLP" read as a little-endian long. */
    public static final long MAGIC = 0x504C534C49415254L;

    public static final int VERSION_MAJOR = 1;
    public static final int VERSION_MINOR = 0;

    public static final int CLIENT_ID_OFFSET = 24;
    public static final int SLEEPERS_OFFSET = 128;
    public static final int SLEEPER_LENGTH = 128;
    /** The number of sleepers in a file. */
    public static final int SLEEPERS = 255;

    public static final int LENGTH = SLEEPERS_OFFSET + SLEEPERS * SLEEPER_LENGTH;

    /** The number of the sleep, times two, and one more while it sleeps or is about to. */
    public static final int SLEEP_OFFSET = 0;

    public static final int MECHANISM_OFFSET = 8;
    public static final int RUNG_OFFSET = 64;

    /** It sleeps only for short times, and cannot be woken. */
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
    /** Announced, for threads of this process. On the heap, because they must not read a file that may be truncated. */
    private volatile boolean asleep;
    /** A thread of this process has ended the sleep, or the next one. */
    private volatile boolean woken;

    Sleeper(int number, MappedBuffer slot, Mechanism mechanism) {
        this.number = number;
        this.slot = slot;
        this.mechanism = mechanism;
        this.sleep = slot.getLong(SLEEP_OFFSET) & -STEP; // The value of the previous sleeper in the slot.
        slot.putInt(MECHANISM_OFFSET, mechanism.number());
    }

    /** {@return its number in its client; 0 if no other thread can wake it and it never sleeps long} */
    public int number() {
        return number;
    }

    /** {@return whether others can end its sleep; if not, it sleeps at most a millisecond} */
    public boolean canBeWoken() {
        return mechanism.number() != NAP;
    }

    /**
     * {@return whether the calling thread may sleep here: a new sleeper would be of the same kind, and if the thread is
     * virtual, others run on its carrier meanwhile}
     */
    boolean suits(boolean isRelayed) {
        return mechanism.isChoice(isRelayed) && !(mechanism.holdsCarrier() && CurrentThread.isVirtual());
    }

    /** {@return whether its thread parks, and its socket stays for the next one} */
    boolean isParked() {
        return mechanism instanceof ParkedSleep;
    }

    /**
     * Announces the sleep: from now on any thread that has work for this one wakes it. A read after this call sees the
     * state at the time when the announcement was seen, or a later one.
     */
    public void announce() {
        asleep = true;
        woken = false;
        sleep += STEP;
        slot.putIntRelease(RUNG_OFFSET, 0); // Before the announcement: a ring for this sleep arrives after it.
        slot.putLongRelease(SLEEP_OFFSET, sleep | ASLEEP);
        // Pairs with the fence between the other side's store and its read of this word.
        VarHandle.fullFence();
    }

    /** Sleeps until woken or interrupted, at most for this time; perhaps for less. Keeps the interrupt status. */
    public void sleep(long timeoutNs) {
        mechanism.sleep(timeoutNs);
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

    /** {@return whether it was rung since the announcement} Called by its thread. */
    public boolean isRung() {
        return woken || slot.getIntAcquire(RUNG_OFFSET) != 0;
    }

    /**
     * {@return whether its thread is announced} Called by that thread, or after a fence by another one of this process.
     */
    boolean isAsleep() {
        return asleep;
    }

    /**
     * As {@link #wake}, but only if it sleeps or is about to. Called after its work is stored. Returns whether it did.
     */
    boolean wakeIfAsleep() {
        VarHandle.fullFence(); // Pairs with the fence in announce.
        boolean found = asleep;
        if (found) {
            wake();
        }
        return found;
    }

    /** Called when no thread sleeps here any more. */
    void close() {
        mechanism.close();
    }
}
