/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.waiting.SubscriberEnd.Inbox;
import io.tailrace.benchmarks.waiting.WaitingCommand.Waiter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The process that publishes on a schedule. It sleeps between rare messages. Answers {@code connect}, and a {@link
 * Schedule}.
 *
 * <p>A delay counts from when the message was due. But a publisher that sleeps until then wakes some 60 µs later, which
 * no library can avoid. The delay of messages that were due meanwhile counts from its waking.
 */
final class PublisherEnd implements Answerer {
    private static final int LENGTH = 32;
    /** The kernel's timer slack alone is 50 µs: for a message that is due sooner, the publisher spins. */
    private static final long SHORTEST_SLEEP_NS = 100_000;

    private final Library library;
    private @Nullable Sender sender;

    /** Arguments: the waiter, and the driver's directory. */
    PublisherEnd(List<String> arguments) {
        library = Waiter.valueOf(arguments.get(0)).library().open(Path.of(arguments.get(1)), false, false);
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        if (!command.get(0).equals("connect")) {
            return run(Schedule.parse(command), Objects.requireNonNull(sender, "connected before"));
        }
        sender = library.sender(1);
        library.awaitConnection();
        return Map.of();
    }

    private static Map<String, ?> run(Schedule schedule, Sender sender) {
        Patience patience = new Patience(schedule.endNs());
        boolean sleeps = schedule.periodNs() >= SHORTEST_SLEEP_NS;
        long count = schedule.periodNs() == 0 ? 0 : schedule.count();
        long awokeNs = schedule.startNs();
        for (long number = 0; number < count; number++) {
            long dueNs = schedule.timeNs(number);
            if (System.nanoTime() < dueNs) {
                long ns = awaitTime(dueNs, sleeps);
                awokeNs = sleeps ? ns : dueNs;
            }
            send(sender, Math.max(dueNs, awokeNs), patience);
        }
        awaitTime(schedule.endNs(), true);
        send(sender, Inbox.end(count), patience);
        return Map.of("sent", count);
    }

    /** {@return the time afterwards} */
    private static long awaitTime(long ns, boolean sleeps) {
        long now = System.nanoTime();
        while (now < ns) {
            if (sleeps) {
                LockSupport.parkNanos(ns - now);
            } else {
                Thread.onSpinWait();
            }
            now = System.nanoTime();
        }
        return now;
    }

    private static void send(Sender sender, long value, Patience patience) {
        while (!sender.send(value, 1, LENGTH)) {
            patience.await();
        }
    }

    @Override
    public void close() {
        library.close();
    }
}
