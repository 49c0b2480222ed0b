/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Tasks for an agent, which runs them in their order. Any thread adds tasks. A new task wakes the agent, so that no
 * request and no answer waits for the end of an agent's pause.
 */
public final class Mailbox {
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Runnable wake;

    /** @param wake ends the agent's sleep, or prevents its next one */
    public Mailbox(Runnable wake) {
        this.wake = wake;
    }

    void add(Runnable task) {
        tasks.add(task);
        wake.run();
    }

    /**
     * Runs the tasks, on the agent's thread. A task that runs out of heap or stack stays, and the next call runs it
     * again from its beginning; so every task must be harmless when it runs twice. A task that fails otherwise is
     * removed, and the tasks after it are left for the next call.
     *
     * @return how many tasks it ran, at most {@code limit}
     */
    public int run(int limit) {
        int count = 0;
        Runnable task;
        while (count < limit && (task = tasks.peek()) != null) {
            boolean again = false;
            try {
                task.run();
            } catch (OutOfMemoryError | StackOverflowError e) {
                again = true;
                throw e;
            } finally {
                if (!again) {
                    tasks.remove();
                }
            }
            count++;
        }
        return count;
    }
}
