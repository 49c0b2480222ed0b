/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Library.DriverTurn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.AgentInvoker;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/** A client of Aeron IPC, with its media driver in this process or in another one. */
public final class AeronLibrary implements Library {
    /** Gives the driver its turn before the subscriber has taken a whole window of long messages. */
    private static final int DRIVER_CYCLES_PER_LIMIT = 16;

    private final AeronVariant variant;
    private final boolean isExclusive;
    private final Api api;
    private final @Nullable MediaDriver driver;
    private final Aeron aeron;
    private final List<Publication> publications = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();

    AeronLibrary(AeronVariant variant, boolean isExclusive, Api api, Path directory, boolean embedsDriver) {
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

    private String channel() {
        return "aeron:ipc?term-length=" + variant.termLength();
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        Subscription subscription = aeron.addSubscription(channel(), stream);
        subscriptions.add(subscription);
        FragmentHandler take = (buffer, offset, length, header) -> inbox.take(buffer, offset, length);
        FragmentHandler handler = api == Api.FRAGMENTS ? new FragmentAssembler(take, Sender.MAX_LENGTH) : take;
        AgentInvoker cycle = driver == null || !runsDriver ? null : driver.sharedAgentInvoker();
        DriverTurn driverTurn = new DriverTurn(cycle == null ? null : cycle::invoke, DRIVER_CYCLES_PER_LIMIT);
        return limit -> {
            driverTurn.beforePoll(limit);
            return subscription.poll(handler, limit);
        };
    }

    @Override
    public Sender sender(int stream) {
        Publication publication = publication(stream);
        return switch (api) {
            case OFFER, FRAGMENTS -> {
                UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Sender.MAX_LENGTH, 64));
                yield (value, count, length) -> {
                    message.putLong(0, value);
                    return publication.offer(message, 0, length) > 0;
                };
            }
            case CLAIM -> {
                BufferClaim claim = new BufferClaim();
                yield (value, count, length) -> publication.tryClaim(length, claim) >= 0 && write(claim, value, length);
            }
            case BATCH -> throw new IllegalArgumentException("Aeron has no batches that subscribers see as messages");
        };
    }

    private static boolean write(BufferClaim claim, long value, int length) {
        MutableDirectBuffer buffer = claim.buffer();
        int end = claim.offset() + length;
        for (int i = claim.offset(); i < end; i += Long.BYTES) {
            buffer.putLong(i, value);
        }
        claim.commit();
        return true;
    }

    private Publication publication(int stream) {
        Publication publication = isExclusive
                ? aeron.addExclusivePublication(channel(), stream)
                : aeron.addPublication(channel(), stream);
        publications.add(publication);
        return publication;
    }

    @Override
    public boolean isConnected() {
        return publications.stream().allMatch(Publication::isConnected)
                && subscriptions.stream().allMatch(Subscription::isConnected);
    }

    @Override
    public void runCycles() {
        invoke(driver == null ? null : driver.sharedAgentInvoker());
        invoke(aeron.conductorAgentInvoker());
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

    /**
     * One configuration of Aeron. Tailrace is compared with the best of several, chosen by a pilot in the same run, and
     * with {@link #SHIPPED}.
     *
     * <p>No variant has a driver thread that spins: on two cores it would take time from publisher and subscriber,
     * which spin, and Aeron would look worse than it is.
     *
     * @param termLength in bytes
     * @param tuned whether files are allocated and touched beforehand, frames may be as long as possible, and Agrona's
     *     bounds checks are off
     */
    public record AeronVariant(String name, int termLength, boolean tuned, DriverIdle driverIdle) {
        /** The thread of the driver's duty cycle, and its idling. */
        public enum DriverIdle {
            /** A thread: a few spins, a few yields, then sleeps of 1 us that double to 1 ms. */
            BACKOFF,
            /** Three threads that idle in this way. Aeron's default. */
            DEDICATED,
            /** The subscribing thread, after every few polls. */
            SUBSCRIBER
        }

        private static final long LIVENESS_TIMEOUT_NS = TimeUnit.HOURS.toNanos(1);
        /** Nothing is configured but the thread of the driver. */
        public static final String SHIPPED = "shipped";

        private static final int SHIPPED_TERM_LENGTH = 64 << 20;
        private static final int SHIPPED_MTU_LENGTH = 1408;
        private static final int MAX_MTU_LENGTH = 65_504;
        private static final int MAX_MESSAGE_LENGTH = 16 << 20;
        private static final int HEADER_LENGTH = 32;

        /**
         * {@return {@code shipped}, or the term length of a tuned variant; followed by its driver's idling, if that is
         * not BACKOFF}
         */
        public static AeronVariant named(String name) {
            String[] parts = name.split("-", 2);
            boolean tuned = !parts[0].equals(SHIPPED);
            return new AeronVariant(
                    name,
                    tuned ? bytes(parts[0]) : SHIPPED_TERM_LENGTH,
                    tuned,
                    parts.length == 1 ? DriverIdle.BACKOFF : DriverIdle.valueOf(parts[1].toUpperCase(Locale.ROOT)));
        }

        /** {@return the bytes of {@code 64k} or {@code 16m}} */
        public static int bytes(String length) {
            int unit = length.endsWith("m") ? 20 : length.endsWith("k") ? 10 : -1;
            String number = length.substring(0, Math.max(0, length.length() - 1));
            if (unit < 0 || !number.matches("[0-9]{1,4}")) {
                throw new IllegalArgumentException("not a length: text=" + length + ", expected=such as 64k or 16m");
            }
            return Integer.parseInt(number) << unit;
        }

        /** {@return the length of the longest frame: longer messages are cut into fragments} */
        private int mtuLength() {
            return tuned ? Math.min(MAX_MTU_LENGTH, maxMessageLength()) : SHIPPED_MTU_LENGTH;
        }

        /** {@return the longest message that needs no fragments} */
        public int maxPayloadLength() {
            return mtuLength() - HEADER_LENGTH;
        }

        /** {@return the longest message of all} */
        public int maxMessageLength() {
            return Math.min(termLength / 8, MAX_MESSAGE_LENGTH);
        }

        public List<String> jvmFlags() {
            List<String> flags = new ArrayList<>(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
            if (tuned) {
                flags.add("-Dagrona.disable.bounds.checks=true");
            }
            return flags;
        }

        /**
         * An embedded driver's context. Processes are stopped while others have their turn; the timeouts keep this from
         * looking like death.
         */
        public MediaDriver.Context driverContext(Path directory) {
            MediaDriver.Context context = new MediaDriver.Context()
                    .aeronDirectoryName(directory.toString())
                    .dirDeleteOnStart(true)
                    .dirDeleteOnShutdown(true)
                    .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(LIVENESS_TIMEOUT_NS))
                    .clientLivenessTimeoutNs(LIVENESS_TIMEOUT_NS)
                    .publicationUnblockTimeoutNs(2 * LIVENESS_TIMEOUT_NS)
                    .ipcMtuLength(mtuLength())
                    .termBufferSparseFile(!tuned);
            return switch (driverIdle) {
                case BACKOFF -> context.threadingMode(ThreadingMode.SHARED);
                case DEDICATED -> context.threadingMode(ThreadingMode.DEDICATED);
                case SUBSCRIBER -> context.threadingMode(ThreadingMode.INVOKER);
            };
        }

        /** A client's context, with the same patience. */
        public Aeron.Context clientContext(String directory) {
            return new Aeron.Context()
                    .aeronDirectoryName(directory)
                    .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(LIVENESS_TIMEOUT_NS))
                    .preTouchMappedMemory(tuned);
        }
    }
}
