/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.injector;

import io.tailrace.idle.Backoff;
import io.tailrace.stream.MessageWaitSet;
import io.tailrace.stream.StreamSubscription;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How a thread sleeps while its tasklets have no work: until a source wakes it, and if one of them has only the timer,
 * at most for the idle time. Used by its own thread, except where a method says any thread.
 */
final class TaskletSleep {
    private static final long CLOSED_PARK_NS = 1_000_000;

    private final Thread thread;
    private final Backoff idle;
    private final boolean spins;
    private final BooleanSupplier isSignalled;
    /** Whether the wait is for the sources of the tasklets that the thread has now. */
    private boolean known;
    /** Whether there is more to check than the sources of the wait. */
    private boolean timed;
    /** Whether a source had work, and no tasklet has done anything since. */
    private boolean woken;

    private volatile @Nullable MessageWaitSet wait;

    /** @param isSignalled whether the thread has to do something other than sleep */
    TaskletSleep(Thread thread, CooperativeConfig config, BooleanSupplier isSignalled) {
        this.thread = thread;
        this.idle = new Backoff(config.minIdle().toNanos(), config.maxIdle().toNanos());
        this.spins = config.maxIdle().isZero();
        this.isSignalled = isSignalled;
    }

    /** A tasklet had work. */
    void reset() {
        idle.reset();
        woken = false;
    }

    /** The thread has a new tasklet. */
    void addSources() {
        known = false;
    }

    /** The thread has one tasklet fewer: from now on another thread may wait for its sources. */
    void releaseSources() {
        known = false;
        MessageWaitSet current = wait;
        if (current != null) {
            try {
                current.hold(Set.of());
            } catch (Throwable e) {
                // Perhaps there is no heap: the thread continues, and releases them when it next waits for others.
            }
        }
    }

    /** {@return how long to sleep now, in ns; 0 not to sleep} */
    long nextNs(List<TaskletHandle> tasklets) {
        if (!known && !spins) {
            learn(tasklets);
        }
        return timed || spins ? idle.nextNs() : Long.MAX_VALUE;
    }

    private void learn(List<TaskletHandle> tasklets) {
        timed = true;
        try {
            boolean hasTimer = false;
            Set<StreamSubscription> sources = new LinkedHashSet<>();
            for (TaskletHandle each : tasklets) {
                for (WakeSource source : each.tasklet.wakeSources()) {
                    if (source.subscription == null) {
                        hasTimer = true;
                    } else {
                        sources.add(source.subscription);
                    }
                }
            }
            timed = !hold(sources) || hasTimer;
            known = true;
        } catch (Throwable e) {
            // Perhaps there is no heap. Until the next time it spins.
        }
    }

    private boolean hold(Set<StreamSubscription> sources) {
        MessageWaitSet current = wait;
        if (sources.isEmpty() || (current != null && current.hold(sources))) {
            return true;
        }
        close(); // It may be for the sources of another client, of which this thread has no tasklet any more.
        MessageWaitSet fresh = sources.iterator().next().newWaitSet();
        wait = fresh;
        return fresh.hold(sources);
    }

    /** Sleeps until there may be work, or for this time. */
    void sleep(long ns) {
        MessageWaitSet current = wait;
        if (current == null) {
            park(ns);
        } else if (woken) { // In vain: the tasklet leaves a message for later, and nothing announces when that is.
            woken = false;
            park(Math.min(ns, idle.nextNs()));
        } else if (!isSignalled.getAsBoolean()) {
            woken = await(current, ns);
        }
    }

    private static boolean await(MessageWaitSet current, long ns) {
        try {
            if (current.isClosed()) {
                LockSupport.parkNanos(Math.min(ns, CLOSED_PARK_NS)); // Its tasklets have not noticed yet.
                return false;
            }
            return current.awaitMessage(Duration.ofNanos(ns));
        } catch (Throwable e) {
            return true; // The tasklet that reads from there will report it.
        }
    }

    void park(long ns) {
        long startNs = System.nanoTime();
        long remainingNs = ns;
        while (!isSignalled.getAsBoolean() && remainingNs > 0) {
            LockSupport.parkNanos(this, remainingNs);
            // An interrupt would keep the thread from sleeping. An intended interrupt is accompanied by a signal.
            Thread.interrupted();
            remainingNs = ns - (System.nanoTime() - startNs);
        }
    }

    /** Makes the thread check whether it is signalled. Any thread. */
    void wake() {
        MessageWaitSet current = wait;
        if (current != null) {
            current.wake();
        }
        LockSupport.unpark(thread);
    }

    /** Called when no thread sleeps here any more. */
    void close() {
        MessageWaitSet current = wait;
        wait = null;
        if (current != null) {
            current.close();
        }
    }
}
