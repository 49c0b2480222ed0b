/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.WaitPolicy;
import io.tailrace.log.publish.Appender;
import io.tailrace.wait.ThreadWait;
import io.tailrace.wait.Waits;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The wait of a publication's threads for space, which subscribers make by reading, or the keeper by cleaning. One
 * thread waits for space, and the others for their turn. Any thread.
 */
final class SpaceWait implements ThreadWait.Source {
    private final Appender appender;
    private final String stream;
    private final ThreadWait wait;
    /** Fair: the longest-waiting thread is first. */
    private final ReentrantLock turn = new ReentrantLock(true);

    SpaceWait(Appender appender, String stream, WaitPolicy policy, Waits waits) {
        this.appender = appender;
        this.stream = stream;
        this.wait = new ThreadWait(policy, waits);
    }

    /**
     * {@return whether there is space; false if there was none in time, this is closed, or the thread is interrupted}
     */
    boolean await(long timeoutNs) {
        long startNs = System.nanoTime();
        try {
            if (timeoutNs <= 0 || !turn.tryLock(timeoutNs, TimeUnit.NANOSECONDS)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        try {
            return wait.await(this, timeoutNs - (System.nanoTime() - startNs));
        } finally {
            turn.unlock();
        }
    }

    /** Ends the wait permanently. */
    void close() {
        wait.close();
    }

    /** {@return whether no thread waits any more} Stays true once it was closed. */
    boolean isReleased() {
        return wait.isReleased();
    }

    @Override
    public boolean isThere() {
        return appender.hasSpace();
    }

    @Override
    public boolean nameSleeper(int number) {
        return appender.nameSleeper(number);
    }

    /** Subscribers make space in small pieces, and do not wake publishers for each. */
    @Override
    public boolean isTold() {
        return false;
    }

    @Override
    public String toString() {
        return "space in the log of stream " + stream;
    }
}
