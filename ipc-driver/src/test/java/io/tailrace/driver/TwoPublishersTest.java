/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Header;
import io.tailrace.Subscription;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/** Two threads that use one exclusive publication by mistake, and threads that rightly use it one after another. */
final class TwoPublishersTest extends TwoClients {
    private static final int MESSAGES = 20_000;
    private static final int LONGEST = 200;

    /** Offers messages that carry their number and are filled with it, at the same time as another thread. */
    private static final class Offerer extends Thread {
        private final ExclusivePublication publication;
        private final long id;
        private volatile boolean ended;
        private volatile Throwable failure;
        private volatile long accepted;
        private volatile long refused;

        Offerer(ExclusivePublication publication, long id) {
            this.publication = publication;
            this.id = id;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate") // This thread only.
        public void run() {
            MappedBuffer message = MappedBuffer.allocate(LONGEST);
            while (!ended) {
                int length = Math.toIntExact(2 * Long.BYTES + ((accepted * Long.BYTES) % (LONGEST - 2 * Long.BYTES)));
                message.putLong(0, id);
                for (int i = Long.BYTES; i < length; i += Long.BYTES) {
                    message.putLong(i, accepted);
                }
                try {
                    if (publication.offer(message, 0, length) > 0) {
                        accepted++;
                    }
                } catch (IllegalStateException e) {
                    refused++;
                    assertTrue(e.getMessage().contains("stream=" + STREAM), e::getMessage);
                } catch (Throwable t) {
                    failure = t;
                    return;
                }
            }
        }
    }

    private final long[] next = new long[2];
    private int wrong;

    private void check(DirectBuffer buffer, int offset, int length, Header header) {
        long number = next[(int) buffer.getLong(offset)]++;
        for (int i = Long.BYTES; i < length; i += Long.BYTES) {
            wrong += buffer.getLong(offset + i) == number ? 0 : 1;
        }
    }

    @Test
    void ofTwoOneIsRefusedAndTheLogStaysSound() throws InterruptedException {
        ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        rig.until("connected", () -> publication.isConnected() && subscription.isConnected());
        Offerer[] offerers = {new Offerer(publication, 0), new Offerer(publication, 1)};
        for (Offerer offerer : offerers) {
            offerer.start();
        }
        rig.until("both have offered, and were refused", () -> {
            subscription.poll(this::check, Integer.MAX_VALUE);
            return isEnough(offerers);
        });
        for (Offerer offerer : offerers) {
            offerer.ended = true;
            offerer.join();
            assertNull(offerer.failure);
        }
        rig.until("the publication continues", () -> {
            subscription.poll(this::check, Integer.MAX_VALUE);
            return Messages.offer(publication, "\0\0\0\0\0\0\0\0") > 0;
        });
        subscription.poll(this::check, Integer.MAX_VALUE);

        assertEquals(0, wrong);
        assertEquals(offerers[0].accepted + 1, next[0]);
        assertEquals(offerers[1].accepted, next[1]);
        assertLetsGo(publication);
    }

    private static boolean isEnough(Offerer... offerers) {
        long refused = offerers[0].refused + offerers[1].refused;
        long accepted = offerers[0].accepted + offerers[1].accepted;
        return offerers[0].failure != null || offerers[1].failure != null || (refused > 0 && accepted > MESSAGES);
    }

    private void assertLetsGo(ExclusivePublication publication) {
        Path lock = rig.directory().resolve("clients/" + publisher.clientId() + "/lock");
        publication.close();
        rig.close(publisher);
        rig.until("no thread is inside", () -> !Files.exists(lock));
    }

    @Test
    void anyNumberOfThreadsOfferOneAfterAnother() throws InterruptedException {
        ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
        Subscription subscription = subscriber.addSubscription(STREAM);
        rig.until("connected", () -> publication.isConnected() && subscription.isConnected());
        for (int i = 0; i < 100; i++) {
            Thread thread = new Thread(() -> Messages.offer(publication, "message"));
            thread.start();
            thread.join();
        }

        subscription.poll(received, Integer.MAX_VALUE);
        assertEquals(100, received.count());
        assertLetsGo(publication);
    }
}
