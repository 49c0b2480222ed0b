/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tailrace.ExclusivePublication;
import io.tailrace.Header;
import io.tailrace.Subscription;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/** Two threads that use one exclusive publication by mistake. */
final class TwoThreadsTest extends TwoClients {
    private static final int OFFERED = 20_000;
    private static final int LONGEST = 200;

    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();
    /** By publisher: the next number that is expected. */
    private final long[] next = new long[2];

    /** Does something again and again, at the same time as another thread, by mistake. */
    private final class Mistaken extends Thread {
        private final Runnable action;
        private volatile boolean ended;
        private volatile Throwable failure;

        Mistaken(Runnable action) {
            this.action = action;
            start();
        }

        @Override
        public void run() {
            while (!ended && failure == null) {
                try {
                    action.run();
                } catch (IllegalStateException e) {
                    failure = e.getMessage().contains("stream=" + STREAM) ? null : e;
                    refusals.incrementAndGet();
                } catch (Throwable t) {
                    failure = t;
                }
            }
        }

        void end() throws InterruptedException {
            ended = true;
            join();
            assertNull(failure);
        }
    }

    private void check(DirectBuffer buffer, int offset, int length, Header header) {
        long number = next[(int) buffer.getLong(offset)]++;
        for (int i = Long.BYTES; i < length; i += Long.BYTES) {
            wrong.addAndGet(buffer.getLong(offset + i) == number ? 0 : 1);
        }
    }

    /** Offers messages that carry their number and are filled with it. */
    private static Runnable offerer(ExclusivePublication publication, long id, AtomicLong accepted) {
        MappedBuffer own = MappedBuffer.allocate(LONGEST);
        return () -> {
            int length = 2 * Long.BYTES + (int) (accepted.get() * Long.BYTES % (LONGEST - 2 * Long.BYTES));
            own.putLong(0, id);
            for (int i = Long.BYTES; i < length; i += Long.BYTES) {
                own.putLong(i, accepted.get());
            }
            if (publication.offer(own, 0, length) > 0) {
                accepted.incrementAndGet();
            }
        };
    }

    @Test
    void ofTwoThatOfferOneIsRefusedAndTheLogStaysSound() throws Exception {
        ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        rig.until("connected", () -> publication.isConnected() && subscription.isConnected());
        AtomicLong ofOne = new AtomicLong();
        AtomicLong ofOther = new AtomicLong();
        Mistaken one = new Mistaken(offerer(publication, 0, ofOne));
        Mistaken other = new Mistaken(offerer(publication, 1, ofOther));
        rig.until("both have offered, and were refused", () -> {
            subscription.poll(this::check, Integer.MAX_VALUE);
            boolean enough = refusals.get() > 0 && ofOne.get() + ofOther.get() > OFFERED;
            return enough || one.failure != null || other.failure != null;
        });
        one.end();
        other.end();

        rig.until("the publication continues", () -> {
            subscription.poll(this::check, Integer.MAX_VALUE);
            return Messages.offer(publication, "\0\0\0\0\0\0\0\0") > 0;
        });
        subscription.poll(this::check, Integer.MAX_VALUE);
        assertEquals(0, wrong.get());
        assertEquals(ofOne.get() + 1, next[0]);
        assertEquals(ofOther.get(), next[1]);
        publication.close();
        rig.close(publisher);
        rig.until("no thread is inside", () -> !Files.exists(rig.files(publisher)));
    }
}
