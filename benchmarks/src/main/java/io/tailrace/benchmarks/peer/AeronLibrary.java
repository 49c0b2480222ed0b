/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.aeron.Aeron;
import io.aeron.AeronVersion;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.DriverEnd.DriverTurn;
import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.LogLibrary;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A client of Aeron IPC, with its media driver in this process or in another one. */
public final class AeronLibrary implements LogLibrary {
    private final AeronVariant variant;
    private final boolean isExclusive;
    private final Api api;
    private final @Nullable MediaDriver driver;
    private final Aeron aeron;
    private final List<Publication> publications = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();

    public AeronLibrary(AeronVariant variant, boolean isExclusive, Api api, Path directory, boolean embedsDriver) {
        this.variant = variant;
        this.isExclusive = isExclusive;
        this.api = api;
        Aeron.Context context = variant.clientContext(directory.toString());
        driver = embedsDriver ? MediaDriver.launch(variant.driverContext(directory)) : null;
        if (driver != null) {
            AgentInvoker cycle = driver.sharedAgentInvoker();
            context.driverAgentInvoker(cycle).useConductorAgentInvoker(cycle != null);
        }
        aeron = Aeron.connect(context);
    }

    @Override
    public String description() {
        return "Aeron " + AeronVersion.VERSION + " " + variant.describe()
                + (driver == null ? ", driver in a process of its own" : "");
    }

    private String channel() {
        return "aeron:ipc?term-length=" + variant.termLength();
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        Subscription subscription = aeron.addSubscription(channel(), stream);
        subscriptions.add(subscription);
        return new AeronReceiver(subscription, inbox, api == Api.FRAGMENTS, runsDriver ? driverCycle() : null);
    }

    private @Nullable Runnable driverCycle() {
        AgentInvoker cycle = driver == null ? null : driver.sharedAgentInvoker();
        return cycle == null ? null : cycle::invoke;
    }

    @Override
    public Sender sender(int stream, MutableDirectBuffer message) {
        return AeronSender.of(api, publication(stream), (UnsafeBuffer) message);
    }

    private Publication publication(int stream) {
        Publication publication = isExclusive
                ? aeron.addExclusivePublication(channel(), stream)
                : aeron.addPublication(channel(), stream);
        publications.add(publication);
        return publication;
    }

    @Override
    public UnsafeBuffer allocate(int length) {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, 64));
    }

    @Override
    public boolean isConnected() {
        runCycles();
        return publications.stream().allMatch(Publication::isConnected)
                && subscriptions.stream().allMatch(Subscription::isConnected);
    }

    @Override
    public void runCycles() {
        runDriver();
        invoke(aeron.conductorAgentInvoker());
    }

    @Override
    public void runDriver() {
        invoke(driver == null ? null : driver.sharedAgentInvoker());
    }

    private static void invoke(@Nullable AgentInvoker invoker) {
        if (invoker != null) {
            invoker.invoke();
        }
    }

    @Override
    public void close() {
        aeron.close();
        if (driver != null) {
            driver.close();
        }
    }

    private static final class AeronReceiver implements Receiver {
        /** Gives the driver its turn before the subscriber has taken a whole window of long messages. */
        private static final int DRIVER_CYCLES_PER_LIMIT = 16;

        private final Subscription subscription;
        private final DriverTurn driverTurn;
        private final FragmentHandler handler;

        AeronReceiver(Subscription subscription, Inbox inbox, boolean assembles, @Nullable Runnable driverCycle) {
            this.subscription = subscription;
            this.driverTurn = new DriverTurn(driverCycle, DRIVER_CYCLES_PER_LIMIT);
            FragmentHandler take = (buffer, offset, length, header) -> inbox.take(buffer, offset, length);
            this.handler = assembles ? new FragmentAssembler(take, Sender.MAX_LENGTH) : take;
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

    /** Publishes with Aeron: one class for each {@link Api}. */
    abstract static sealed class AeronSender implements Library.Sender {
        final Publication publication;

        private AeronSender(Publication publication) {
            this.publication = publication;
        }

        static AeronSender of(Api api, Publication publication, UnsafeBuffer message) {
            return switch (api) {
                case OFFER, FRAGMENTS -> new Offer(publication, message);
                case CLAIM -> new InPlace(publication, MAX_LENGTH);
                case CLAIM_ONE_WORD -> new InPlace(publication, Long.BYTES);
                case BATCH, ASK ->
                    throw new IllegalArgumentException("Aeron has no batches that subscribers see as messages");
            };
        }

        @Override
        public final long position() {
            return publication.position();
        }

        private static final class Offer extends AeronSender {
            private final UnsafeBuffer message;

            Offer(Publication publication, UnsafeBuffer message) {
                super(publication);
                this.message = message;
            }

            @Override
            public boolean send(long value, int count, int length) {
                message.putLong(0, value);
                return publication.offer(message, 0, length) > 0;
            }
        }

        private static final class InPlace extends AeronSender {
            private final BufferClaim claim = new BufferClaim();
            private final int mostWritten;

            InPlace(Publication publication, int mostWritten) {
                super(publication);
                this.mostWritten = mostWritten;
            }

            @Override
            public boolean send(long value, int count, int length) {
                if (publication.tryClaim(length, claim) < 0) {
                    return false;
                }
                MutableDirectBuffer buffer = claim.buffer();
                int end = claim.offset() + Math.min(length, mostWritten);
                for (int i = claim.offset(); i < end; i += Long.BYTES) {
                    buffer.putLong(i, value);
                }
                claim.commit();
                return true;
            }
        }
    }
}
