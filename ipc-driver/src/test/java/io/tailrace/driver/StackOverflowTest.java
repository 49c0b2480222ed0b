/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A program that recurses too deep, and offers, claims and polls with hardly any stack left. */
final class StackOverflowTest extends TwoClients {
    private static final int STACK_LENGTH = 256 * 1024;
    private static final int LEVELS = 100;
    private static final int ROUNDS = 3;

    /**
     * Fills the stack, and acts at each level on the way up, so that the action first fails early, then later and
     * later.
     */
    private abstract static class Diver implements Runnable {
        private int risen;
        private int overflows;

        @Override
        @SuppressWarnings("InfiniteRecursion") // The test provokes it.
        public void run() {
            try {
                run();
            } catch (StackOverflowError bottom) {
                risen = 0;
            }
            if (risen++ < LEVELS) {
                try {
                    act();
                } catch (VirtualMachineError e) { // An InternalError if a method handle was being linked.
                    overflows++;
                }
            }
        }

        abstract void act();

        void dive() throws InterruptedException {
            Thread thread = new Thread(null, this, "diver", STACK_LENGTH);
            thread.start();
            thread.join();
        }
    }

    private static final class Publisher extends Diver {
        private final byte[] message = new byte[40];
        private final Publication publication;
        private final Claim claim = new Claim();
        private int accepted;

        Publisher(Publication publication) {
            this.publication = publication;
        }

        @Override
        void act() {
            abandon();
            if (publication.tryClaim(message.length, claim) > 0) {
                claim.buffer().putBytes(0, message);
                claim.commit();
                accepted++;
            }
        }

        void abandon() {
            if (claim.isOpen()) {
                claim.abort();
            }
        }
    }

    private static final class Poller extends Diver {
        private final Subscription subscription;
        private int delivered;

        Poller(Subscription subscription) {
            this.subscription = subscription;
        }

        @Override
        void act() {
            subscription.poll((buffer, offset, length, header) -> delivered++, 1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"by its owner", "by others", "exclusive"})
    void whereverTheStackOverflowsInAClaimAllGoesOn(String use) throws InterruptedException {
        boolean asOwner = !use.equals("by others");
        try (Publication publication = use.equals("exclusive")
                        ? publisher.addExclusivePublication(STREAM)
                        : publisher.addPublication(STREAM);
                Subscription subscription = subscriber.addSubscription(STREAM)) {
            rig.until("connected", publication::isConnected);
            if (!asOwner) {
                Messages.offer(publication, "of the owner");
            }
            int overflows = 0;
            int accepted = asOwner ? 0 : 1;
            for (int round = 0; round < ROUNDS; round++) {
                Publisher diver = new Publisher(publication);
                diver.dive();
                diver.abandon();
                overflows += ((Diver) diver).overflows;
                accepted += diver.accepted;
                rig.until("all is committed or padded", () -> {
                    subscription.poll(received, Integer.MAX_VALUE);
                    return subscription.images().get(0).position() == publication.position();
                });
            }
            assertTrue(overflows > 0);
            int arrived = received.frames().size(); // One more for each commit that failed on its way back.
            assertTrue(arrived >= accepted && arrived <= accepted + overflows, arrived + " of " + accepted);
        }
        assertLetsGo(publisher);
    }

    @Test
    void whereverTheStackOverflowsInAPollAnotherThreadGoesOn() throws InterruptedException {
        try (Publication publication = publisher.addPublication(STREAM);
                Subscription subscription = subscriber.addSubscription(STREAM)) {
            rig.until("connected", publication::isConnected);
            int overflows = 0;
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < LEVELS; i++) {
                    Messages.offer(publication, "message");
                }
                Poller diver = new Poller(subscription);
                diver.dive();
                overflows += ((Diver) diver).overflows;
                subscription.poll(received, Integer.MAX_VALUE);
                rig.until(
                        "everything is read", () -> subscription.images().get(0).position() == publication.position());
            }
            assertTrue(overflows > 0);
            new Poller(subscription).dive();
        }
        assertLetsGo(subscriber);
    }

    private void assertLetsGo(Tailrace client) {
        Path lock = rig.directory().resolve("clients/" + client.clientId() + "/lock");
        rig.close(client);
        rig.until("its handles are quiet", () -> !Files.exists(lock));
    }
}
