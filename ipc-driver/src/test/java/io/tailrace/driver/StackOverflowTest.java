/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/**
 * A program that recurses too deep, and polls with hardly any stack left. The tests of the appenders
 * cover offers and claims.
 */
final class StackOverflowTest extends TwoClients {
    private static final int STACK_LENGTH = 256 * 1024;
    private static final int LEVELS = 100;
    private static final int ROUNDS = 3;

    private int risen;
    private int overflows;

    /**
     * Fills the stack, and polls at each level on the way up, so that the poll first fails early, then later and later.
     */
    @SuppressWarnings("InfiniteRecursion") // The test provokes it.
    private void recurse(Subscription subscription) {
        try {
            recurse(subscription);
        } catch (StackOverflowError bottom) {
            risen = 0;
        }
        if (risen++ < LEVELS) {
            try {
                subscription.poll((buffer, offset, length, header) -> {}, 1);
            } catch (VirtualMachineError e) { // An InternalError if a method handle was being linked.
                overflows++;
            }
        }
    }

    private void dive(Subscription subscription) throws InterruptedException {
        Thread thread = new Thread(null, () -> recurse(subscription), "diver", STACK_LENGTH);
        thread.start();
        thread.join();
    }

    @Test
    void whereverTheStackOverflowsInAPollAnotherThreadGoesOn() throws InterruptedException {
        try (Publication publication = publisher.addPublication(STREAM);
                Subscription subscription = subscriber.addSubscription(STREAM)) {
            rig.until("connected", publication::isConnected);
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < LEVELS; i++) {
                    Messages.offer(publication, "message");
                }
                dive(subscription);
                subscription.poll(received, Integer.MAX_VALUE);
                rig.until(
                        "everything is read", () -> subscription.images().get(0).position() == publication.position());
            }
            assertTrue(overflows > 0);
            dive(subscription);
        }
        rig.close(subscriber);
        rig.until("its handles are quiet", () -> !Files.exists(rig.files(subscriber)));
    }
}
