/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import io.tailrace.testing.Numbered;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of the test that publishes {@link Numbered} messages of generation 0 at a fixed rate, unless a subscriber
 * holds it back.
 */
final class SteadyPublisher {
    private final LocalClient client;
    private final long periodNs;
    private Publication publication;
    private final Thread thread = new Thread(this::publish, "publisher");
    private volatile boolean ended;
    private volatile boolean wantsNextLog;
    private volatile long offered;

    /** Returns when it has a publication. */
    SteadyPublisher(LocalClient client, int perSecond) {
        this.client = client;
        this.periodNs = 1_000_000_000 / perSecond;
        this.publication = add();
        thread.start();
    }

    private void publish() {
        MappedBuffer buffer = MappedBuffer.allocate(Numbered.MIN_LENGTH);
        long startNs = System.nanoTime();
        long number = 0;
        while (!ended) {
            if (wantsNextLog) {
                publication.close();
                publication = add();
                wantsNextLog = false;
            }
            int length = Numbered.write(buffer, 0, number);
            boolean isDue = number < (System.nanoTime() - startNs) / periodNs;
            if (isDue && publication.offer(buffer, 0, length) > 0) {
                offered = ++number;
            } else {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    /** The driver that was killed last may have no successor yet: until then a client is refused. */
    private Publication add() {
        while (true) {
            try {
                return client.tailrace().addPublication(Cast.STREAM);
            } catch (NoDriverException e) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** Ends the log, and goes on in another one. */
    void nextLog() {
        wantsNextLog = true;
        Await.until("the next log", () -> !wantsNextLog);
    }

    /** Ends the thread. {@return the number of accepted messages} */
    long end() throws InterruptedException {
        ended = true;
        thread.join();
        return offered;
    }
}
