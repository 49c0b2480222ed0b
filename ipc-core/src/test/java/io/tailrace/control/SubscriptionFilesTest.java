/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberPolicy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SubscriptionFilesTest {
    private final SubscriptionFiles files = new SubscriptionFiles();
    private final Command.AddSubscription subscription =
            new Command.AddSubscription(7, JoinAt.OLDEST, SubscriberPolicy.BLOCK, "orders");

    @TempDir
    private Path client;

    @Test
    void anInterruptedThreadNotesAndReadsAndKeepsItsInterrupt() throws Exception {
        Thread.currentThread().interrupt();

        files.write(client, subscription);
        List<Command.AddSubscription> noted = files.readAll(client, problem -> {
            throw new AssertionError(problem);
        });

        assertTrue(Thread.interrupted());
        assertEquals(List.of(subscription), noted);
    }
}
