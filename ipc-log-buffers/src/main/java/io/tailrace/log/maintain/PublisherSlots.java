/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.MAX_PUBLISHERS;

import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;

/**
 * The keeper's view of a log's publisher slots. A slot whose publisher ended or died is reused only when every
 * subscriber has passed the tail read at that time, because frames name their publisher by the slot. Used by the
 * driver's thread.
 */
final class PublisherSlots {
    private enum State {
        FREE,
        LIVING,
        /** Closed by its client: it has no open claim, but a last commit may not be visible yet. */
        ENDED,
        DEAD
    }

    private final LogMeta meta;
    private final State[] states = new State[MAX_PUBLISHERS];
    private final long[] endTails = new long[MAX_PUBLISHERS];
    private int nextSlot;
    private boolean begun;

    PublisherSlots(LogMeta meta) {
        this.meta = meta;
        // From then on a slot only records its former publisher.
        boolean isOver = meta.endPositionAcquire() != LogLayout.NONE;
        for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
            boolean taken = meta.publishers().acquire(slot) != 0;
            states[slot] = !taken ? State.FREE : isOver ? State.ENDED : State.LIVING;
            endTails[slot] = meta.tailAcquire();
        }
        boolean hasMessages = meta.tailAcquire() > meta.constants().beginPosition();
        begun = hasLiving() || isOver || hasMessages || meta.vacantSinceNs() != 0;
    }

    private boolean has(State state) {
        for (State any : states) {
            if (any == state) {
                return true;
            }
        }
        return false;
    }

    /** {@return the slot of a publisher not known to have ended or died, -1 if it has none} */
    private int findLiving(long registrationId) {
        for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
            if (states[slot] == State.LIVING && meta.publishers().acquire(slot) == registrationId) {
                return slot;
            }
        }
        return -1;
    }

    /** {@return the slot, the same one if asked again; -1 if none is free} */
    int add(long registrationId, long clientId, long pid) {
        int known = findLiving(registrationId);
        for (int i = 0; i < MAX_PUBLISHERS && known < 0; i++) {
            int slot = (nextSlot + i) % MAX_PUBLISHERS;
            if (states[slot] == State.FREE) {
                nextSlot = slot + 1; // Round-robin, so that history names a wrong publisher as late as possible.
                states[slot] = State.LIVING;
                begun = true;
                meta.activatePublisher(slot, registrationId, clientId, pid);
                return slot;
            }
        }
        return known;
    }

    /** Notes that the client closed this publication: it has no open claim any more. */
    void end(long registrationId) {
        int slot = findLiving(registrationId);
        if (slot >= 0) {
            leave(slot, State.ENDED);
        }
    }

    /** Notes that the client is proven dead, with all its publications in this log. */
    void clientDied(long clientId) {
        for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
            if (states[slot] == State.LIVING && meta.publishers().client(slot) == clientId) {
                leave(slot, State.DEAD);
            } else if (states[slot] == State.ENDED && meta.publishers().client(slot) == clientId) {
                states[slot] = State.DEAD;
            }
        }
    }

    private void leave(int slot, State state) {
        states[slot] = state;
        endTails[slot] = meta.tailAcquire();
    }

    /** Frees the slots of publishers whose last frame all subscribers have passed. */
    void release(long leastPosition) {
        for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
            boolean left = states[slot] == State.DEAD || states[slot] == State.ENDED;
            if (left && leastPosition >= endTails[slot]) {
                states[slot] = State.FREE;
                meta.publishers().removeSleeper(slot);
                meta.publishers().free(slot);
            }
        }
    }

    /** {@return whether a registration belongs to a publisher not known to have ended or died} */
    boolean hasLiving(long registrationId) {
        return findLiving(registrationId) >= 0;
    }

    boolean hasLiving() {
        return has(State.LIVING);
    }

    boolean isLiving(int slot) {
        return states[slot] == State.LIVING;
    }

    /** {@return whether the publisher of a slot is proven dead; false for a slot that does not exist} */
    boolean isDead(int slot) {
        return slot < MAX_PUBLISHERS && states[slot] == State.DEAD;
    }

    boolean hasDead() {
        return has(State.DEAD);
    }

    boolean hasBegun() {
        return begun;
    }

    /** {@return whether there were publishers and none is left} */
    boolean allHaveLeft() {
        return begun && !hasLiving();
    }
}
