/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * What is asked of an agent, run by it in the order asked. Any thread adds; that wakes the agent, so that what goes from one
 * to the other and back waits for no pause of either.
 */
final class Mailbox {
    private final ConcurrentLinkedQueue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final Runnable wake;

    /** @param wake ends the sleep of whoever runs the requests, or spares it the next one */
    Mailbox(Runnable wake) {
        this.wake = wake;
    }

    void add(Runnable request) {
        requests.add(request);
        wake.run();
    }

    /**
     * The agent: runs what is there. One that is short of heap or stack stays, and is run again from its beginning the next time;
     * so a request may be run twice, and does no harm then. One that fails otherwise is gone, and those behind it are left for
     * the next time.
     *
     * @return how many requests it ran, at most {@code limit}
     */
    int run(int limit) {
        int count = 0;
        Runnable request;
        while (count < limit && (request = requests.peek()) != null) {
            boolean again = false;
            try {
                request.run();
            } catch (OutOfMemoryError | StackOverflowError e) {
                again = true;
                throw e;
            } finally {
                if (!again) {
                    requests.remove();
                }
            }
            count++;
        }
        return count;
    }
}
