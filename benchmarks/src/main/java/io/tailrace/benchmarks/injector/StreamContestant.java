/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.injector;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.benchmarks.lab.Waiting.Loops;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.dispatch.Strategy;
import io.tailrace.memory.MappedBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands tasks over as messages of a stream: one of 32 bytes has the number of the task, which its receiver runs. A log
 * holds fewer waiting messages than there are places for tasks here.
 */
final class StreamContestant implements Contestant {
    static final int PAYLOAD = 32;
    private static final int PLACES = 1 << 16;
    private static final AtomicInteger STREAMS = new AtomicInteger();
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    /** The limit of the plain loop: that of a dispatch at first. */
    private static final long IDLE_NS = 25_000;
    /** A publisher that has to wait leaves its core to handlers. */
    private static final long REFUSED_NS = 20_000;

    private final AtomicReferenceArray<Runnable> tasks = new AtomicReferenceArray<>(PLACES);
    private final Subscription subscription;
    private final Publication publication;
    private final Runnable end;
    private final MappedBuffer message = MappedBuffer.allocate(PAYLOAD);
    private long number;

    /** @param begin starts to handle the messages of a subscription, and returns the handle that ends it */
    private StreamContestant(@Nullable Tailrace client, BiFunction<Subscription, FrameHandler, Runnable> begin) {
        Tailrace connected = Objects.requireNonNull(client, "a kind with a driver");
        String name = "tasks-" + STREAMS.incrementAndGet();
        subscription = connected.addSubscription(name);
        publication = connected.addExclusivePublication(name);
        if (!publication.awaitSubscribers(1, CONNECT_TIMEOUT)) {
            throw new IllegalStateException("no subscriber: stream=" + name);
        }
        end = begin.apply(subscription, (buffer, offset, length, header) -> tasks.get(place(buffer.getLong(offset)))
                .run());
    }

    private static int place(long number) {
        return (int) number & (PLACES - 1);
    }

    static Contestant polling(@Nullable Tailrace client) {
        return new StreamContestant(client, (subscription, handler) -> {
            Loops loop = new Loops();
            loop.start(() -> {
                if (subscription.poll(handler, Library.Receiver.LIMIT) == 0) {
                    LockSupport.parkNanos(IDLE_NS);
                }
            });
            return () -> loop.close(() -> {});
        });
    }

    static Contestant dispatched(
            @Nullable Tailrace client, @Nullable Strategy strategy, ExecutorService executor, Runnable owner) {
        return new StreamContestant(client, (subscription, handler) -> {
            Runnable end = subscription
                    .dispatch(handler)
                    .strategy(Objects.requireNonNull(strategy))
                    .unordered()
                    .workers(Kind.WORKERS)
                    .start(executor)::close;
            return () -> {
                end.run();
                executor.shutdownNow();
                owner.run();
            };
        });
    }

    @Override
    public void submit(Runnable task) {
        tasks.set(place(number), task);
        message.putLong(0, number++);
        while (publication.offer(message, 0, PAYLOAD) < 0) {
            LockSupport.parkNanos(REFUSED_NS);
        }
    }

    @Override
    public void close() {
        publication.close();
        end.run();
        subscription.close();
    }
}
