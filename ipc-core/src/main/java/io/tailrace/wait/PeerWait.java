/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Threads that wait for a number of peers: subscribers of a log, or logs of a stream. They sleep: a driver that adds a
 * peer wakes the client's conductor, which wakes them. If the conductor cannot wake a thread in one cycle, it does so
 * in the next; if it is stuck in a handler, each thread checks by itself after a second. Any thread may wait; the
 * conductor wakes.
 */
public final class PeerWait {
    private record Waiting(Thread thread, int count) {}

    private static final long LONGEST_SLEEP_NS = 1_000_000_000;
    /** For a thread that is the conductor, or must work in its place. */
    private static final long NAP_NS = 100_000;

    private final IntSupplier peers;
    private final BooleanSupplier isClosed;
    private final Waits waits;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private int lastCount;

    public PeerWait(IntSupplier peers, BooleanSupplier isClosed, Waits waits) {
        this.peers = peers;
        this.isClosed = isClosed;
        this.waits = waits;
    }

    /**
     * {@return whether the number is reached; false if it was not in time, if this is closed, or if the thread is
     * interrupted}
     */
    public boolean await(int count, long timeoutNs) {
        long startNs = System.nanoTime();
        boolean canBeTold = waits.worksAlone() && !waits.isConductor().getAsBoolean();
        Waiting own = new Waiting(Thread.currentThread(), count);
        waiting.add(own);
        try {
            // Pairs with the fence between the driver's store of the count and its check whether the conductor sleeps:
            // either this thread sees that count, or the cycle that the driver causes sees this thread. Logs of a
            // stream are counted by the conductor itself, with a volatile store.
            VarHandle.fullFence();
            while (peers.getAsInt() < count) {
                long leftNs = timeoutNs - (System.nanoTime() - startNs);
                if (leftNs <= 0
                        || isClosed.getAsBoolean()
                        || Thread.currentThread().isInterrupted()) {
                    return false;
                }
                waits.work().run();
                LockSupport.parkNanos(Math.min(leftNs, canBeTold ? LONGEST_SLEEP_NS : NAP_NS));
            }
            return true;
        } finally {
            waiting.remove(own);
        }
    }

    /** Conductor: wakes the threads whose number is reached. Returns 1 if the count has changed, else 0. */
    public int tell() {
        int count = peers.getAsInt();
        if (!waiting.isEmpty()) {
            for (Waiting each : waiting) {
                if (each.count <= count) {
                    LockSupport.unpark(each.thread);
                }
            }
        }
        boolean changed = count != lastCount;
        lastCount = count;
        return changed ? 1 : 0;
    }

    /** Makes all threads check whether this is closed. Any thread. */
    public void wakeAll() {
        waiting.forEach(each -> LockSupport.unpark(each.thread));
    }
}
