/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The seats of a dispatch, one for each thread that its crew counts. Any thread. */
final class Seats {
    private final Seat[] seats;

    Seats(int count, IdleTimes idleTimes) {
        seats = new Seat[count];
        for (int i = 0; i < count; i++) {
            seats[i] = new Seat(i, idleTimes);
        }
    }

    /**
     * Takes a free seat. There is one for whom the crew has counted: who leaves stands up first. So this looks again
     * only where others sit down and stand up at the same time.
     */
    Seat take(Thread thread) {
        while (true) {
            for (Seat seat : seats) {
                if (seat.trySit(thread)) {
                    return seat;
                }
            }
        }
    }

    /** {@return whether this thread sits already} */
    boolean holds(Thread thread) {
        for (Seat seat : seats) {
            if (seat.thread() == thread) {
                return true;
            }
        }
        return false;
    }

    /** Wakes those that sleep. */
    void wakeAll() {
        for (Seat seat : seats) {
            LockSupport.unpark(seat.thread());
        }
    }

    /** {@return the frames in hand, those in hand for longest first} */
    List<RunningFrame> running() {
        List<RunningFrame> frames = new ArrayList<>();
        for (Seat seat : seats) {
            RunningFrame frame = seat.running();
            if (frame != null) {
                frames.add(frame);
            }
        }
        frames.sort(Comparator.comparingLong(RunningFrame::runningNs).reversed());
        return frames;
    }

    long handled() {
        long sum = 0;
        for (Seat seat : seats) {
            sum += seat.handled();
        }
        return sum;
    }

    long parks() {
        long sum = 0;
        for (Seat seat : seats) {
            sum += seat.parks();
        }
        return sum;
    }
}
