/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SleepingIdleStrategy;

/**
 * One configuration of Aeron. Tailrace is compared with the best of the {@link #MATRIX}, chosen by a pilot in the same run,
 * and with {@link #SHIPPED}.
 *
 * <p>No variant has a driver thread that spins: on two cores it would take its turns from publisher and subscriber, which
 * do, and Aeron would look worse than it is.
 *
 * @param termLength in bytes
 * @param tuned whether files are made whole and touched beforehand, and Agrona's bounds checks are off
 */
public record AeronVariant(String name, int termLength, boolean tuned, DriverIdle driverIdle) {
    /** Who runs the driver's duty cycle, and what it does when there is nothing to do. */
    public enum DriverIdle {
        /** A thread: a few spins, a few yields, then sleeps of 1 us that double to 1 ms. Aeron's default. */
        BACKOFF,
        /** A thread that sleeps as briefly as the system allows, about 60 us. */
        SLEEP,
        /** The thread that subscribes, after every few polls. */
        SUBSCRIBER
    }

    private static final long LIVENESS_TIMEOUT_NS = TimeUnit.HOURS.toNanos(1);

    public static final AeronVariant SHIPPED = new AeronVariant("shipped", 64 << 20, false, DriverIdle.BACKOFF);

    public static final List<AeronVariant> MATRIX = List.of(
            SHIPPED,
            new AeronVariant("64m", 64 << 20, true, DriverIdle.BACKOFF),
            new AeronVariant("16m", 16 << 20, true, DriverIdle.BACKOFF),
            new AeronVariant("4m", 4 << 20, true, DriverIdle.BACKOFF),
            new AeronVariant("1m", 1 << 20, true, DriverIdle.BACKOFF),
            new AeronVariant("4m-sleep", 4 << 20, true, DriverIdle.SLEEP),
            new AeronVariant("1m-subscriber", 1 << 20, true, DriverIdle.SUBSCRIBER),
            new AeronVariant("64k-subscriber", 64 << 10, true, DriverIdle.SUBSCRIBER));

    /** What a quick run tries. */
    public static final List<AeronVariant> SHORT_MATRIX =
            List.of(SHIPPED, named("16m"), named("4m"), named("1m-subscriber"));

    public static AeronVariant named(String name) {
        return MATRIX.stream()
                .filter(variant -> variant.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such variant of Aeron: name=" + name));
    }

    public List<String> jvmFlags() {
        List<String> flags = new ArrayList<>(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        if (tuned) {
            flags.add("-Dagrona.disable.bounds.checks=true");
        }
        return flags;
    }

    /**
     * An embedded driver's context. Processes are stopped while others have their turn, so nobody may take that for a
     * death.
     */
    public MediaDriver.Context driverContext(Path directory) {
        MediaDriver.Context context = new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .driverTimeoutMs(TimeUnit.NANOSECONDS.toMillis(LIVENESS_TIMEOUT_NS))
                .clientLivenessTimeoutNs(LIVENESS_TIMEOUT_NS)
                .publicationUnblockTimeoutNs(2 * LIVENESS_TIMEOUT_NS)
                .termBufferSparseFile(!tuned);
        return switch (driverIdle) {
            case BACKOFF -> context.threadingMode(ThreadingMode.SHARED);
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
                + (tuned ? ", pre-touched, no bounds checks" : ", otherwise as shipped");
    }
}
