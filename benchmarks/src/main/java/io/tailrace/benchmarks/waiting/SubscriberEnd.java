/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.lab.Usage;
import io.tailrace.benchmarks.raw.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The process that waits. Answers {@code connect}; {@code begin MESSAGES FIRST-COUNTED}: from now on it takes the
 * messages of a run; {@code end}: when it has all of them it tells how late they were.
 */
final class SubscriberEnd implements Answerer {
    private final Waiter waiter;
    private final List<Inbox> inboxes;
    private final Subscribing subscribing;
    /** Those of the driver, the client and the JVM. */
    private final Set<Long> otherThreads;

    private @Nullable Wakes wakes;
    private @Nullable Usage before;

    /** What takes the messages, on threads of its own. */
    interface Subscribing extends AutoCloseable {
        /** Waits until the publications are there. From then on each inbox gets the messages of a subscriber. */
        void begin(List<Inbox> inboxes);

        @Override
        void close();
    }

    /** Arguments: the waiter, and the driver's directory. */
    SubscriberEnd(List<String> arguments) {
        waiter = Waiter.valueOf(arguments.get(0));
        inboxes = Stream.generate(() -> new Inbox(waiter.streams()))
                .limit(waiter.subscribers())
                .toList();
        Path directory = Path.of(arguments.get(1));
        subscribing =
                waiter.isAeron() ? new AeronSubscriber(waiter, directory) : new TailraceSubscriber(waiter, directory);
        otherThreads = Usage.threads();
    }

    @Override
    public String answer(List<String> command) {
        return Json.line(
                switch (command.get(0)) {
                    case "connect" -> connect();
                    case "begin" -> begin(Integer.parseInt(command.get(1)), Integer.parseInt(command.get(2)));
                    default -> figures();
                });
    }

    private Map<String, Object> connect() {
        subscribing.begin(inboxes);
        return Map.of();
    }

    private Map<String, Object> begin(int messages, int firstCounted) {
        Wakes begun = new Wakes(waiter.subscribers(), messages, firstCounted);
        inboxes.forEach(inbox -> inbox.begin(begun));
        wakes = begun;
        before = Usage.without(otherThreads);
        return Map.of();
    }

    private Map<String, Object> figures() {
        Map<String, Object> figures =
                Objects.requireNonNull(wakes, "begun before").figures();
        Usage used = Usage.without(otherThreads).since(Objects.requireNonNull(before, "begun before"));
        figures.put("threadsCpu", used.percent(used.cpuNs()));
        return figures;
    }

    @Override
    public void close() {
        subscribing.close();
    }
}
