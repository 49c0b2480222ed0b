/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Fork.Answerer;
import io.tailrace.benchmarks.lab.Schedule;
import io.tailrace.benchmarks.lab.Schedule.Patience;
import io.tailrace.benchmarks.lab.Waits;
import io.tailrace.benchmarks.peer.Library.LogLibrary;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.waiting.SubscriberEnd.Inbox;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.agrona.MutableDirectBuffer;

/**
 * The process that publishes on a schedule, to all streams in turn. It sleeps between rare messages. Answers {@code
 * connect}, and a {@link Schedule}.
 *
 * <p>A delay counts from when the message was due. But a publisher that sleeps until then wakes some 60 µs later, which
 * no library can avoid. The delay of messages that were due meanwhile counts from its waking.
 */
final class PublisherEnd implements Answerer {
    private static final int LENGTH = 32;
    /** The kernel's timer slack alone is 50 µs: for a message that is due sooner, the publisher spins. */
    private static final long SHORTEST_SLEEP_NS = 100_000;
    /** Neighbours in time are not neighbours in a wait set. */
    private static final int STRIDE = 617;

    private final LogLibrary library;
    private final MutableDirectBuffer message;
    private final int streams;
    private final List<Sender> senders = new ArrayList<>();

    /** Arguments: the waiter, and the driver's directory. */
    PublisherEnd(List<String> arguments) {
        Waiter waiter = Waiter.valueOf(arguments.get(0));
        streams = waiter.streams();
        library = (LogLibrary) waiter.library().open(Path.of(arguments.get(1)), false, false);
        message = library.allocate(LENGTH);
    }

    @Override
    public Map<String, ?> answer(List<String> command) {
        if (!command.get(0).equals("connect")) {
            return run(Schedule.parse(command));
        }
        for (int i = 0; i < streams; i++) {
            senders.add(library.sender(1 + i * STRIDE % streams, message));
        }
        library.awaitConnection();
        return Map.of();
    }

    private Map<String, ?> run(Schedule schedule) {
        Patience patience = new Patience(schedule.endNs(), Waits.SPIN);
        boolean sleeps = schedule.periodNs() == 0 || schedule.periodNs() >= SHORTEST_SLEEP_NS;
        long count = schedule.periodNs() == 0 ? 0 : schedule.count();
        long awokeNs = schedule.startNs();
        for (long number = 0; number < count; number++) {
            long dueNs = schedule.timeNs(number);
            if (System.nanoTime() < dueNs) {
                long ns = awaitTime(dueNs, sleeps);
                awokeNs = sleeps ? ns : dueNs;
            }
            send(number, Math.max(dueNs, awokeNs), patience);
        }
        awaitTime(schedule.endNs(), true);
        send(Inbox.end(count), 0, patience);
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

    private void send(long number, long timeNs, Patience patience) {
        message.putLong(Inbox.TIME_OFFSET, timeNs);
        Sender sender = senders.get((int) (Math.max(0, number) % streams));
        while (!sender.send(number, 1, LENGTH)) {
            patience.await();
        }
    }

    @Override
    public void close() {
        library.close();
    }
}
