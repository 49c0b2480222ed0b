/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history;

import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceConfig;
import io.tailrace.log.LogLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The settings of a {@link History}: which streams, where, and how safely. Immutable, for any thread.
 *
 * @param directory where the history is kept; if missing, it is created with access for its owner only
 * @param driverDirectory of the media driver, which must run
 * @param streams their names, or patterns in which {@code *} stands for any characters; at least one
 * @param sync when written data is forced to disk. Default: each second
 * @param whenFull what happens when there is no space. Default: BLOCK
 * @param minFreeBytes bytes of the directory's file store to leave free. Default: 0
 * @param segmentLength of new segments in bytes, a power of two; a log with longer terms gets segments as long as one.
 *     Default: 128 MiB
 * @param keep how much of each stream is kept. Default: everything
 * @param name of its subscriptions. Default: {@code history}
 * @param lease how long publishers wait for the next history of that name after this one has ended, in good order or
 *     not. To avoid a gap, the next one must start within this time. Default: 1 minute
 * @param errorHandler called for errors, on the threads of the history. Default: as that of {@link TailraceConfig}
 */
public record HistoryConfig(
        Path directory,
        Path driverDirectory,
        List<String> streams,
        Sync sync,
        WhenFull whenFull,
        long minFreeBytes,
        long segmentLength,
        KeepLimits keep,
        String name,
        Duration lease,
        Consumer<Throwable> errorHandler) {
    /** When written data is forced to disk. A power loss destroys only data written since the last force. */
    public sealed interface Sync {
        /** Never: the kernel decides when to write. Acknowledged data survives the death of any process. */
        record None() implements Sync {}

        /** Periodically, concurrently with the copying. */
        record Interval(Duration time) implements Sync {
            /**
             * @throws IllegalArgumentException if the time is not positive
             * @throws NullPointerException if it is null
             */
            public Interval {
                if (time.isNegative() || time.isZero()) {
                    throw new IllegalArgumentException("interval not positive: sync=" + time);
                }
            }
        }

        /** Before anything is acknowledged: once for each round of messages. */
        record Always() implements Sync {}
    }

    /** The ways to continue when the disk is full. */
    public enum WhenFull {
        /** Nothing more is acknowledged, so publishers eventually wait until there is space. */
        BLOCK,
        /** Messages that arrive meanwhile are not recorded, which leaves a gap in the history. */
        DROP
    }

    /**
     * The limits of each stream: whole segments beyond any of the limits are deleted, the oldest first. A segment that
     * a reader needs stays, and so does the last segment of a log that has not ended.
     *
     * @param bytes in all
     * @param age maximum age of the youngest message in a segment
     * @param segments number of segments
     */
    public record KeepLimits(long bytes, Duration age, int segments) {
        /** Keeps everything. */
        public static final KeepLimits ALL =
                new KeepLimits(Long.MAX_VALUE, Duration.ofMillis(Long.MAX_VALUE), Integer.MAX_VALUE);

        /**
         * @throws IllegalArgumentException if a limit is not positive
         * @throws NullPointerException if a component is null
         */
        public KeepLimits {
            if (bytes <= 0 || age.isNegative() || age.isZero() || segments <= 0) {
                throw new IllegalArgumentException(
                        "limit not positive: bytes=" + bytes + ", age=" + age + ", segments=" + segments);
            }
        }
    }

    private static final long LEAST_SEGMENT_LENGTH = 64 * 1024;
    private static final long GREATEST_SEGMENT_LENGTH = 1L << 30;

    /**
     * @throws IllegalArgumentException if a component is out of range; the message names the limits
     * @throws NullPointerException if a component is null, by its name
     */
    public HistoryConfig {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(driverDirectory, "driverDirectory");
        streams = List.copyOf(streams);
        Objects.requireNonNull(sync, "sync");
        Objects.requireNonNull(whenFull, "whenFull");
        Objects.requireNonNull(keep, "keep");
        Objects.requireNonNull(errorHandler, "errorHandler");
        if (streams.isEmpty()) {
            throw new IllegalArgumentException("no stream to keep; name one, or a pattern such as *");
        }
        streams.forEach(LogLayout::checkStream);
        if (minFreeBytes < 0) {
            throw new IllegalArgumentException("negative space to stay free: minFreeBytes=" + minFreeBytes);
        }
        if (Long.bitCount(segmentLength) != 1
                || segmentLength < LEAST_SEGMENT_LENGTH
                || segmentLength > GREATEST_SEGMENT_LENGTH) {
            throw new IllegalArgumentException("segment length out of range, or no power of two: segmentLength="
                    + segmentLength + ", min=" + LEAST_SEGMENT_LENGTH + ", max=" + GREATEST_SEGMENT_LENGTH);
        }
        SubscriptionConfig.DEFAULT.withName(name, lease); // Checks both.
    }

    /** {@return the default history of these streams, or patterns of streams} */
    public static HistoryConfig of(Path directory, Path driverDirectory, String... streams) {
        return new HistoryConfig(
                directory,
                driverDirectory,
                List.of(streams),
                new Sync.Interval(Duration.ofSeconds(1)),
                WhenFull.BLOCK,
                0,
                128L << 20,
                KeepLimits.ALL,
                "history",
                Duration.ofMinutes(1),
                TailraceConfig.DEFAULT.errorHandler());
    }

    public HistoryConfig withSync(Sync newSync) {
        return copy(newSync, whenFull, minFreeBytes, segmentLength, keep, name, lease, errorHandler);
    }

    public HistoryConfig withWhenFull(WhenFull then) {
        return copy(sync, then, minFreeBytes, segmentLength, keep, name, lease, errorHandler);
    }

    public HistoryConfig withMinFreeBytes(long bytes) {
        return copy(sync, whenFull, bytes, segmentLength, keep, name, lease, errorHandler);
    }

    public HistoryConfig withSegmentLength(long length) {
        return copy(sync, whenFull, minFreeBytes, length, keep, name, lease, errorHandler);
    }

    public HistoryConfig withKeep(KeepLimits limits) {
        return copy(sync, whenFull, minFreeBytes, segmentLength, limits, name, lease, errorHandler);
    }

    /** Names its subscriptions; see {@link SubscriptionConfig#withName}. */
    public HistoryConfig withName(String newName, Duration leaseTime) {
        return copy(sync, whenFull, minFreeBytes, segmentLength, keep, newName, leaseTime, errorHandler);
    }

    public HistoryConfig withErrorHandler(Consumer<Throwable> handler) {
        return copy(sync, whenFull, minFreeBytes, segmentLength, keep, name, lease, handler);
    }

    /** The configuration with other limits for what is kept. */
    private HistoryConfig copy(
            Sync newSync,
            WhenFull then,
            long freeBytes,
            long length,
            KeepLimits limits,
            String newName,
            Duration leaseTime,
            Consumer<Throwable> handler) {
        return new HistoryConfig(
                directory,
                driverDirectory,
                streams,
                newSync,
                then,
                freeBytes,
                length,
                limits,
                newName,
                leaseTime,
                handler);
    }
}
