/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.agrona.concurrent.SleepingIdleStrategy;

/**
 * One configuration of Aeron. Tailrace is compared with the best of the {@link #MATRIX}, chosen by a pilot in the same
 * run, and with {@link #SHIPPED}.
 *
 * <p>No variant has a driver thread that spins: on two cores it would take time from publisher and subscriber, which
 * spin, and Aeron would look worse than it is.
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
        /** A thread that sleeps as briefly as the system allows, about 60 us. */
        SLEEP,
        /** The subscribing thread, after every few polls. */
        SUBSCRIBER
    }

    private static final long LIVENESS_TIMEOUT_NS = TimeUnit.HOURS.toNanos(1);
    private static final String SHIPPED_NAME = "shipped";
    private static final int SHIPPED_TERM_LENGTH = 64 << 20;
    private static final int SHIPPED_MTU_LENGTH = 1408;
    private static final int MAX_MTU_LENGTH = 65_504;
    private static final int MAX_MESSAGE_LENGTH = 16 << 20;
    private static final int HEADER_LENGTH = 32;

    public static final AeronVariant SHIPPED = named("shipped");

    public static final List<AeronVariant> MATRIX = Stream.of(
                    "shipped", "64m", "16m", "4m", "1m", "4m-sleep", "1m-subscriber", "64k-subscriber")
            .map(AeronVariant::named)
            .toList();

    /** The variants of a quick run. */
    public static final List<AeronVariant> SHORT_MATRIX =
            List.of(SHIPPED, named("16m"), named("4m"), named("1m-subscriber"));

    /**
     * {@return {@code shipped}, possibly followed by another term length, or the term length of a tuned variant;
     * followed by its driver's idling, if that is not BACKOFF}
     */
    public static AeronVariant named(String name) {
        String[] parts = name.split("-", 2);
        boolean tuned = !parts[0].startsWith(SHIPPED_NAME);
        String length = tuned ? parts[0] : parts[0].substring(SHIPPED_NAME.length());
        return new AeronVariant(
                name,
                length.isEmpty() ? SHIPPED_TERM_LENGTH : bytes(length),
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
    public int mtuLength() {
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
            case SLEEP -> context.threadingMode(ThreadingMode.SHARED).sharedIdleStrategy(new SleepingIdleStrategy(1));
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

    public String describe() {
        return name + ": terms of " + (termLength >> 10) + " KiB, driver "
                + driverIdle.name().toLowerCase(Locale.ROOT)
                + (tuned ? ", longest MTU, pre-touched, no bounds checks" : ", otherwise as shipped");
    }
}
