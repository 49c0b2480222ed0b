/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.waiting;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.WaitSet;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.TailraceLibrary;
import io.tailrace.injector.CooperativeConfig;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.ExecutorConfig;
import io.tailrace.injector.Injector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** Threads, a dispatch or a cooperative worker that wait for Tailrace's messages. */
final class TailraceSubscriber implements SubscriberEnd.Subscribing {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final long CONNECT_TIMEOUT_MS = 60_000;

    private final Waiter waiter;
    private final Tailrace client;
    private final Loops loops = new Loops();

    TailraceSubscriber(Waiter waiter, Path directory) {
        this.waiter = waiter;
        this.client = Tailrace.connect(TailraceConfig.defaults().withDirectory(directory));
    }

    @Override
    public void begin(List<Inbox> inboxes) {
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withWaitPolicy(waiter.policy());
        List<Subscription> all = IntStream.range(0, waiter.streams() * waiter.subscribers())
                .mapToObj(i -> client.addSubscription(TailraceLibrary.name(1 + i % waiter.streams()), config))
                .toList();
        Waiting.until(
                () -> all.stream().allMatch(Subscription::isConnected),
                CONNECT_TIMEOUT_MS,
                () -> "a stream has no publication: streams=" + waiter.streams());
        Subscription first = all.get(0);
        FrameHandler handler = handler(inboxes.get(0));
        switch (waiter) {
            case STREAMS_1000 -> {
                WaitSet set = client.newWaitSet(waiter.policy());
                all.forEach(set::add);
                loops.start(() -> set.poll(handler, Receiver.LIMIT, TIMEOUT));
            }
            case DISPATCH ->
                first.dispatch(handler).start(new Injector().newExecutor(ExecutorConfig.of("dispatch", 4)));
            case COOPERATIVE ->
                new CooperativeWorkers(CooperativeConfig.DEFAULT).add(first.tasklet(handler, Receiver.LIMIT));
            default -> {
                for (int i = 0; i < all.size(); i++) {
                    poll(all.get(i), handler(inboxes.get(i)));
                }
            }
        }
    }

    private void poll(Subscription subscription, FrameHandler handler) {
        loops.start(() -> subscription.poll(handler, Receiver.LIMIT, TIMEOUT));
    }

    private static FrameHandler handler(Inbox inbox) {
        return (buffer, offset, length, header) -> inbox.take(buffer, offset, length);
    }

    @Override
    public void close() {
        loops.close(client::close); // Other threads are daemons.
    }
}
