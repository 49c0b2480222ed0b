/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import io.tailrace.memory.MappedLong;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Those of one side of a log that sleep until the other side does something: subscribers until there is a message,
 * publishers until there is space. Whoever did what they may wait for wakes them afterwards. Any thread.
 *
 * <pre>
 *   publisher                          subscriber
 *   --------------------------------   ----------------------------------
 *   store the header                   say that it sleeps (its own word)
 *   full fence                         full fence
 *   look whether the subscriber        look at the header; if there is
 *   sleeps; if so, wake it             none, sleep
 * </pre>
 *
 * One of the two sees what the other has stored, so no message is left behind a sleeping subscriber; with a position in
 * place of the header and the sides exchanged, no space behind a sleeping publisher. Where nobody of a side ever slept,
 * the other one reads one word that nobody writes, and takes no fence. It may still read 0 there while the first
 * sleeper is named; so the first sleep after that is short.
 */
public final class Sleepers {
    /** The wakers of those that were named when the count of names was this, by slots. */
    @SuppressWarnings("ArrayRecordComponent") // Nobody compares two.
    private record Known(long names, int[] slots, Waker[] wakers) {}

    private static final int SLOTS = LogLayout.MAX_SUBSCRIBERS;

    private final LogMeta meta;
    private final boolean ofPublishers;
    private final MappedLong names;
    private final Waker.Source source;
    private volatile Known known = new Known(0, new int[0], new Waker[0]);

    private Sleepers(LogMeta meta, boolean ofPublishers, Waker.Source source) {
        this.meta = meta;
        this.ofPublishers = ofPublishers;
        this.names = ofPublishers ? meta.spaceSleepers() : meta.messageSleepers();
        this.source = source;
    }

    /** {@return the subscribers, for those who store headers} */
    public static Sleepers ofSubscribers(LogMeta meta, Waker.Source source) {
        return new Sleepers(meta, false, source);
    }

    /** {@return the publishers, for those who make space} */
    public static Sleepers ofPublishers(LogMeta meta, Waker.Source source) {
        return new Sleepers(meta, true, source);
    }

    /** {@return the waker of the sleeper that a slot names, null if it names none} */
    private @Nullable Waker find(int slot) {
        long registrationId = ofPublishers ? meta.publisherAcquire(slot) : meta.subscriberAcquire(slot);
        int sleeper = ofPublishers ? meta.publisherSleeper(slot) : meta.subscriberSleeper(slot);
        if (registrationId == 0 || sleeper == 0) {
            return null;
        }
        return source.of(ofPublishers ? meta.publisherClient(slot) : meta.subscriberClient(slot), sleeper);
    }

    /** Wakes all that sleep. Behind the store that they may wait for. Throws nothing. */
    public void wake() {
        try {
            if (names.getAcquire() != 0) {
                wakeNamed();
            }
        } catch (Throwable t) {
            // The caller has committed, or has stored a position: an Error from here would look like a failure of that.
            // Sleepers look by themselves, and the next store tries again.
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
     * Of publishers: wakes those that sleep until a subscriber has come so far. Behind the store of its position.
     * Throws nothing.
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
        long now = names.getAcquire(); // First: a sleeper that is named meanwhile is learnt the next time.
        if (known.names == now) {
            return known;
        }
        int[] slots = new int[SLOTS];
        Waker[] wakers = new Waker[SLOTS];
        int count = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            Waker waker = find(slot);
            if (waker != null) {
                slots[count] = slot;
                wakers[count++] = waker;
            }
        }
        known = new Known(now, Arrays.copyOf(slots, count), Arrays.copyOf(wakers, count));
        return known;
    }
}
