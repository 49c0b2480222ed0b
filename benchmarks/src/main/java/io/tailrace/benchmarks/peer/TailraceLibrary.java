/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.Claim;
import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.benchmarks.peer.AeronLibrary.AeronVariant;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Library.DriverTurn;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.ThreadingMode;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/** A client of Tailrace, with its media driver in this process or in another one. */
public final class TailraceLibrary implements Library {
    /** The driver zeroes the whole log: with the longest terms that is 3 GiB. */
    private static final Duration ALLOCATION_TIMEOUT = Duration.ofMinutes(1);
    /** Less often than for Aeron, whose windows are shorter. */
    private static final int DRIVER_CYCLES_PER_LIMIT = 2;

    private final boolean isExclusive;
    private final Api api;
    private final @Nullable MediaDriver driver;
    private final @Nullable Runnable driverCycle;
    private final Tailrace client;
    private final List<Publication> publications = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();

    TailraceLibrary(TailraceVariant variant, boolean isExclusive, Api api, Path directory, boolean embedsDriver) {
        this.isExclusive = isExclusive;
        this.api = api;
        driver = embedsDriver ? MediaDriver.launch(variant.driverConfig(directory)) : null;
        driverCycle = driver != null && variant.isDrivenBySubscriber() ? driver::invoke : null;
        TailraceConfig config =
                TailraceConfig.DEFAULT.withDirectory(directory).withRegistrationTimeout(ALLOCATION_TIMEOUT);
        // While parties connect and leave, the waiting thread runs the driver.
        client = Tailrace.connect(driverCycle == null ? config : config.withDriverInvoker(driverCycle));
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        Subscription subscription = client.addSubscription(name(stream));
        subscriptions.add(subscription);
        FrameHandler handler = (buffer, offset, length, header) -> inbox.take(buffer, offset, length);
        DriverTurn driverTurn = new DriverTurn(runsDriver ? driverCycle : null, DRIVER_CYCLES_PER_LIMIT);
        return limit -> {
            driverTurn.beforePoll(limit);
            return subscription.poll(handler, limit);
        };
    }

    @Override
    public Sender sender(int stream) {
        Publication publication = publication(stream);
        return switch (api) {
            case OFFER -> {
                MappedBuffer message = MappedBuffer.allocate(Sender.MAX_LENGTH);
                yield (value, count, length) -> {
                    message.putLong(0, value);
                    return publication.offer(message, 0, length) > 0;
                };
            }
            case CLAIM -> {
                Claim claim = new Claim();
                yield (value, count, length) -> publication.tryClaim(length, claim) >= 0 && write(claim, value, length);
            }
            case BATCH -> new Batch(publication);
            case FRAGMENTS -> throw new IllegalArgumentException("a long message goes in one frame: api=" + api);
        };
    }

    private static boolean write(Claim claim, long value, int length) {
        MutableDirectBuffer buffer = claim.buffer();
        for (int i = 0; i < length; i += Long.BYTES) {
            buffer.putLong(i, value);
        }
        claim.commit();
        return true;
    }

    private Publication publication(int stream) {
        Publication publication =
                isExclusive ? client.addExclusivePublication(name(stream)) : client.addPublication(name(stream));
        publications.add(publication);
        return publication;
    }

    /** {@return the name of a stream} */
    public static String name(int stream) {
        return "stream-" + stream;
    }

    @Override
    public boolean isConnected() {
        return publications.stream().allMatch(Publication::isConnected)
                && subscriptions.stream().allMatch(Subscription::isConnected);
    }

    @Override
    public void runCycles() {
        if (driverCycle != null) {
            driverCycle.run();
        }
    }

    @Override
    public void close() {
        client.close();
        if (driver != null) {
            driver.close();
        }
    }

    /** Offers several messages by one call. */
    private static final class Batch implements Sender {
        private final Publication publication;
        private final MappedBuffer memory = MappedBuffer.allocate(GROUP * MAX_LENGTH);
        private final BufferVector[] messages = new BufferVector[GROUP];
        private int length;

        Batch(Publication publication) {
            this.publication = publication;
            for (int i = 0; i < GROUP; i++) {
                messages[i] = new BufferVector();
            }
        }

        @Override
        public int group() {
            return GROUP;
        }

        @Override
        public boolean send(long value, int count, int newLength) {
            if (newLength != length) {
                point(newLength);
            }
            for (int i = 0; i < count; i++) {
                memory.putLong(i * length, value + i);
            }
            return publication.offerBatch(messages, count) > 0;
        }

        private void point(int newLength) {
            length = newLength;
            for (int i = 0; i < GROUP; i++) {
                messages[i].reset(memory, i * length, length);
            }
        }
    }

    /**
     * One configuration of Tailrace: the term length, and whether the driver has a thread with the default idling, or
     * the subscribing thread runs it after every few polls. On two processors a driver's thread is a third one, and
     * Aeron's best configuration has none.
     *
     * @param termLength in bytes
     */
    public record TailraceVariant(String name, int termLength, boolean isDrivenBySubscriber) {
        private static final String SUBSCRIBER = "subscriber";
        private static final String DEFAULT = "default";

        /**
         * {@return {@code default}, {@code subscriber}, a length of a term such as {@code 64k}, or both such as {@code
         * 64k-subscriber}}
         *
         * @throws IllegalArgumentException if it is none of these, or no term can have that length
         */
        public static TailraceVariant named(String name) {
            boolean isDrivenBySubscriber = name.equals(SUBSCRIBER) || name.endsWith("-" + SUBSCRIBER);
            if (name.equals(DEFAULT) || name.equals(SUBSCRIBER)) {
                return new TailraceVariant(name, DriverConfig.DEFAULT_TERM_LENGTH, isDrivenBySubscriber);
            }
            int termLength = AeronVariant.bytes(
                    isDrivenBySubscriber ? name.substring(0, name.length() - SUBSCRIBER.length() - 1) : name);
            LogLayout.checkTermLength(termLength);
            return new TailraceVariant(name, termLength, isDrivenBySubscriber);
        }

        DriverConfig driverConfig(Path directory) {
            return DriverConfig.DEFAULT
                    .withDirectory(directory)
                    .withThreading(isDrivenBySubscriber ? ThreadingMode.INVOKER : ThreadingMode.DEDICATED)
                    .withTermLength(termLength);
        }
    }
}
