/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.Claim;
import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.DriverEnd.DriverTurn;
import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.LogLibrary;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
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
public final class TailraceLibrary implements LogLibrary {
    /** The driver zeroes the whole log: with the longest terms that is 3 GiB. */
    private static final Duration ALLOCATION_TIMEOUT = Duration.ofMinutes(1);

    private final TailraceVariant variant;
    private final boolean isExclusive;
    private final Api api;
    private final @Nullable MediaDriver driver;
    private final @Nullable Runnable driverCycle;
    private final Tailrace client;
    private final List<Publication> publications = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();

    public TailraceLibrary(
            TailraceVariant variant, boolean isExclusive, Api api, Path directory, boolean embedsDriver) {
        this.variant = variant;
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
    public String description() {
        return "Tailrace " + variant.name()
                + (driver == null ? ", driver as it idles by default, in a process of its own" : "");
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        return new TailraceReceiver(subscription(stream), inbox, runsDriver ? driverCycle : null);
    }

    private Subscription subscription(int stream) {
        Subscription subscription = client.addSubscription(name(stream));
        subscriptions.add(subscription);
        return subscription;
    }

    @Override
    public Sender sender(int stream, MutableDirectBuffer message) {
        return TailraceSender.of(api, publication(stream), (MappedBuffer) message);
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
    public MappedBuffer allocate(int length) {
        return MappedBuffer.allocate(length);
    }

    @Override
    public boolean isConnected() {
        runDriver();
        return publications.stream().allMatch(Publication::isConnected)
                && subscriptions.stream().allMatch(Subscription::isConnected);
    }

    @Override
    public void runDriver() {
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

    private static final class TailraceReceiver implements Receiver {
        /** Less often than for Aeron, whose windows are shorter. */
        private static final int DRIVER_CYCLES_PER_LIMIT = 2;

        private final Subscription subscription;
        private final DriverTurn driverTurn;
        private final FrameHandler handler;

        TailraceReceiver(Subscription subscription, Inbox inbox, @Nullable Runnable driverCycle) {
            this.subscription = subscription;
            this.driverTurn = new DriverTurn(driverCycle, DRIVER_CYCLES_PER_LIMIT);
            this.handler = (buffer, offset, length, header) -> inbox.take(buffer, offset, length);
        }

        @Override
        public int poll(int limit) {
            driverTurn.beforePoll(limit);
            return subscription.poll(handler, limit);
        }

        @Override
        public int logs() {
            return subscription.imageCount();
        }
    }

    /** Publishes with Tailrace: one class for each {@link Api}. */
    abstract static sealed class TailraceSender implements Library.Sender {
        final Publication publication;

        private TailraceSender(Publication publication) {
            this.publication = publication;
        }

        static TailraceSender of(Api api, Publication publication, MappedBuffer message) {
            return switch (api) {
                case OFFER, FRAGMENTS -> new Offer(publication, message); // A long message goes in one frame.
                case CLAIM, CLAIM_ONE_WORD -> new InPlace(publication);
                case BATCH -> new Batch(publication);
                case ASK -> throw new IllegalArgumentException("it is a library of its own: api=" + api);
            };
        }

        @Override
        public final long position() {
            return publication.position();
        }

        private static final class Offer extends TailraceSender {
            private final MappedBuffer message;

            Offer(Publication publication, MappedBuffer message) {
                super(publication);
                this.message = message;
            }

            @Override
            public boolean send(long value, int count, int length) {
                message.putLong(0, value);
                return publication.offer(message, 0, length) > 0;
            }
        }

        private static final class InPlace extends TailraceSender {
            private final Claim claim = new Claim();

            InPlace(Publication publication) {
                super(publication);
            }

            @Override
            public boolean send(long value, int count, int length) {
                if (publication.tryClaim(length, claim) < 0) {
                    return false;
                }
                MutableDirectBuffer buffer = claim.buffer();
                for (int i = 0; i < length; i += Long.BYTES) {
                    buffer.putLong(i, value);
                }
                claim.commit();
                return true;
            }
        }

        private static final class Batch extends TailraceSender {
            private final MappedBuffer memory = MappedBuffer.allocate(GROUP * MAX_LENGTH);
            private final BufferVector[] messages = new BufferVector[GROUP];
            private int length;

            Batch(Publication publication) {
                super(publication);
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

        /** Nothing is configured. */
        public static final TailraceVariant DEFAULT =
                new TailraceVariant("default", DriverConfig.DEFAULT_TERM_LENGTH, false);

        /**
         * {@return {@code default}, {@code subscriber}, a length of a term such as {@code 64k}, or both such as {@code
         * 64k-subscriber}}
         *
         * @throws IllegalArgumentException if it is none of these, or no term can have that length
         */
        public static TailraceVariant named(String name) {
            if (name.equals(DEFAULT.name)) {
                return DEFAULT;
            }
            if (name.equals(SUBSCRIBER)) {
                return new TailraceVariant(name, DEFAULT.termLength, true);
            }
            String suffix = "-" + SUBSCRIBER;
            boolean isDrivenBySubscriber = name.endsWith(suffix);
            String length = isDrivenBySubscriber ? name.substring(0, name.length() - suffix.length()) : name;
            int termLength = AeronVariant.bytes(length);
            LogLayout.checkTermLength(termLength);
            return new TailraceVariant(name, termLength, isDrivenBySubscriber);
        }

        DriverConfig driverConfig(Path directory) {
            return DriverConfig.DEFAULT
                    .withDirectory(directory)
                    .withThreading(isDrivenBySubscriber ? ThreadingMode.INVOKER : ThreadingMode.SHARED)
                    .withTermLength(termLength);
        }
    }
}
