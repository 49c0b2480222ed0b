/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.MappedLong;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The sleepers on one side of a log, which wait for the other side: subscribers for a message, publishers for space.
 * The other side wakes them after its store. Any thread.
 *
 * <pre>
 *   publisher                          subscriber
 *   --------------------------------   ----------------------------------
 *   store the header                   announce its sleep (its own word)
 *   full fence                         full fence
 *   check whether the subscriber       check the header; if there is
 *   sleeps; if so, wake it             none, sleep
 * </pre>
 *
 * At least one of the two sees the other's store, so no subscriber sleeps past a message. With a position in place of
 * the header and the sides exchanged, no publisher sleeps past space. As long as no thread of a side has ever slept,
 * the other side reads one word that nothing writes, and executes no fence. It may still read 0 there while the first
 * sleeper is named, so the first sleep after that is short.
 */
public final class WakeHandshake {
    /** The wakers of the sleepers named at this count of names, by slot. */
    @SuppressWarnings("ArrayRecordComponent") // Instances are never compared.
    private record Known(long names, int[] slots, Waker[] wakers) {}

    private static final int SLOTS = LogLayout.MAX_SUBSCRIBERS;

    private final LogMeta meta;
    private final LogMeta.SlotTable slots;
    private final MappedLong names;
    private final Waker.Source source;
    private volatile Known known = new Known(0, new int[0], new Waker[0]);

    private WakeHandshake(LogMeta meta, LogMeta.SlotTable slots, Waker.Source source) {
        this.meta = meta;
        this.slots = slots;
        this.names = slots.sleepers();
        this.source = source;
    }

    /** {@return the sleeping subscribers, for code that stores headers} */
    public static WakeHandshake ofSubscribers(LogMeta meta, Waker.Source source) {
        return new WakeHandshake(meta, meta.subscribers(), source);
    }

    /** {@return the sleeping publishers, for code that makes space} */
    public static WakeHandshake ofPublishers(LogMeta meta, Waker.Source source) {
        return new WakeHandshake(meta, meta.publishers(), source);
    }

    /** Wakes all sleepers. Called after the store that they may wait for. Throws nothing. */
    public void wake() {
        try {
            if (names.getAcquire() != 0) {
                wakeNamed();
            }
        } catch (Throwable t) {
            // The caller has committed or has stored a position: an Error from here would look like a failure of that.
            // Sleepers check by themselves, and the next store tries again.
        }
    }

    private void wakeNamed() {
        // Pairs with the fence after the sleeper's announcement: see above.
        VarHandle.fullFence();
        for (Waker waker : named().wakers) {
            waker.wake();
        }
    }

    /**
     * For publishers: wakes those that sleep until a subscriber has reached this position. Called after the store of
     * the position. Throws nothing.
     */
    public void wakeAt(long position) {
        try {
            if (names.getAcquire() != 0) {
                wakeNamedAt(position);
            }
        } catch (Throwable t) {
            // As above.
        }
    }

    private void wakeNamedAt(long position) {
        VarHandle.fullFence(); // As above.
        Known current = named();
        for (int i = 0; i < current.slots.length; i++) {
            if (position >= meta.publisherWakeAt(current.slots[i])) {
                current.wakers[i].wake();
            }
        }
    }

    private Known named() {
        Known current = known;
        return current.names == names.getAcquire() ? current : learn();
    }

    private synchronized Known learn() {
        long now = names.getAcquire(); // Read first: a sleeper that is named meanwhile is found the next time.
        if (known.names == now) {
            return known;
        }
        int[] found = new int[SLOTS];
        Waker[] wakers = new Waker[SLOTS];
        int count = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            long registrationId = slots.acquire(slot);
            int sleeper = slots.sleeper(slot);
            if (registrationId != 0 && sleeper != 0) {
                found[count] = slot;
                wakers[count++] = source.of(slots.client(slot), sleeper);
            }
        }
        known = new Known(now, Arrays.copyOf(found, count), Arrays.copyOf(wakers, count));
        return known;
    }
}
