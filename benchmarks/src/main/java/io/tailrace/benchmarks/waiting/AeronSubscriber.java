/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.peer.Library;
import java.nio.file.Path;
import java.util.List;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** One thread that polls Aeron, and idles as Agrona has it. */
final class AeronSubscriber implements SubscriberEnd.Subscribing {
    private final Loops loops = new Loops();
    private final IdleStrategy idle;
    private final Library library;

    AeronSubscriber(Waiter waiter, Path directory) {
        idle = waiter == Waiter.AERON_SPINNING ? new BusySpinIdleStrategy() : new BackoffIdleStrategy();
        library = waiter.library().open(directory, true, !waiter.library().hasDriverProcess());
    }

    @Override
    public void begin(List<Inbox> inboxes) {
        Library.Receiver receiver = library.receiver(1, inboxes.get(0), true);
        library.awaitConnection();
        loops.start(() -> idle.idle(receiver.poll(Library.Receiver.LIMIT)));
    }

    @Override
    public void close() {
        loops.close(() -> {});
        library.close();
    }
}
