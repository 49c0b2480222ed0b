/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.wait;

import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * The threads that wait until there are so many at the other end: subscribers of a log, or logs of a stream. They
 * sleep: a driver that adds one wakes the client's conductor, which wakes them. What the conductor could not tell in
 * one cycle it tells in the next, and where it is stuck in a handler each thread looks by itself after a second. Any
 * thread waits; the conductor tells.
 */
public final class PeerWait {
    private record Waiting(Thread thread, int count) {}

    private static final long LONGEST_SLEEP_NS = 1_000_000_000;
    /** Of a thread that is the conductor, or has to work in its place. */
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

    /** {@return whether there are so many; false if they did not come in time, it is closed, or is interrupted} */
    public boolean await(int count, long timeoutNs) {
        long startNs = System.nanoTime();
        boolean canBeTold = waits.worksAlone() && !waits.isConductor().getAsBoolean();
        Waiting own = new Waiting(Thread.currentThread(), count);
        waiting.add(own);
        try {
            // Pairs with the fence between the driver's store of the count and its look whether the conductor sleeps:
            // this sees that count, or the cycle that the driver causes sees this thread. Logs of a stream the
            // conductor counts itself, by a volatile store.
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

    /** Conductor: wakes those that have what they wait for. Returns 1 if the count has changed, else 0. */
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

    /** Has all look whether it is closed. Any thread. */
    public void wakeAll() {
        waiting.forEach(each -> LockSupport.unpark(each.thread));
    }
}
