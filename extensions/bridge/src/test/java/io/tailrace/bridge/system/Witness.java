/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.Image.Origin;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.testing.Numbered;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.agrona.DirectBuffer;

/**
 * A subscriber of one host in the JVM of the test. It outlives all processes, and expects every message of each
 * generation once, in order, byte for byte. A test compares its messages with those of another host's witness.
 */
final class Witness implements AutoCloseable {
    private static final int FRAME_LIMIT = 64;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    /** Numbers that never arrived, the last one excluded, and the positions between which they were. */
    record Loss(long generation, long fromNumber, long toNumber, long fromPosition, long toPosition) {}

    /** The messages of one generation. One thread writes; others read below the next number. */
    static final class Seen {
        /** In place of the position of a message that did not arrive. */
        static final long LOST = -1;

        private long[] positions = new long[1 << 12];
        private long[] ends = new long[1 << 12];
        private final Map<Long, Long> lastOfLog = new HashMap<>();
        private volatile long next;
        private volatile Origin origin;
        private volatile long logId;

        private void add(long number, Header header) {
            if (number >= positions.length) {
                int length = (int) Math.max(2L * positions.length, number + 1);
                positions = Arrays.copyOf(positions, length);
                ends = Arrays.copyOf(ends, length);
            }
            Arrays.fill(positions, (int) Math.min(next, number), (int) number, LOST);
            positions[(int) number] = header.position();
            ends[(int) number] = header.endPosition();
            logId = header.image().logId();
            lastOfLog.put(logId, number);
            origin = header.image().origin();
            next = Math.max(next, number + 1);
        }

        /**
         * {@return whether a message is the first of its number, and later than the others of its log} No order is
         * promised between the mirrors before and after a gap.
         */
        private boolean isDue(long number, long log) {
            return number > lastOfLog.getOrDefault(log, -1L) && (number >= next || positions[(int) number] == LOST);
        }

        private List<Loss> losses(long generation) {
            List<Loss> losses = new ArrayList<>();
            int from = 0;
            for (int number = 0; number < (int) next; number++) {
                if (positions[number] != LOST) {
                    if (number > from) {
                        losses.add(
                                new Loss(generation, from, number, from == 0 ? 0 : ends[from - 1], positions[number]));
                    }
                    from = number + 1;
                }
            }
            return losses;
        }

        /** {@return the number of the next message} */
        long next() {
            return next;
        }

        /** {@return the position of each message, by its number} */
        long[] positions() {
            int end = (int) next;
            return Arrays.copyOf(positions, end);
        }

        /** {@return the log of the last message} */
        long logId() {
            return logId;
        }

        /** {@return the origin of that log; null if it was published on the witness's host} */
        Origin origin() {
            return origin;
        }
    }

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final Map<Long, Seen> seen = new ConcurrentHashMap<>();
    private final List<Image> images = new CopyOnWriteArrayList<>();
    private final Path directory;
    private final Tailrace tailrace;
    private final Subscription subscription;
    private final Thread thread;
    private volatile boolean isClosing;
    private volatile Throwable failure;

    Witness(Path directory) {
        this.directory = directory;
        tailrace =
                Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(directory).withErrorHandler(errors::add));
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withName("audit", Duration.ofSeconds(30));
        subscription = tailrace.addSubscription(
                BridgeScene.STREAM, config.withAvailableHandler(images::add).withUnavailableHandler(images::remove));
        thread = new Thread(this::run, "witness of " + directory);
        thread.start();
    }

    private void run() {
        try {
            while (!isClosing) {
                subscription.poll(this::onFrame, FRAME_LIMIT, LOOK_AGAIN);
            }
        } catch (Throwable t) {
            failure = t;
        }
    }

    private void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        Numbered.check(buffer, offset, length);
        long generation = Numbered.generation(buffer, offset);
        long number = Numbered.number(buffer, offset);
        Seen one = seen.computeIfAbsent(generation, key -> new Seen());
        if (!one.isDue(number, header.image().logId())) {
            throw new AssertionError("twice, or not in order: generation=" + generation + ", number=" + number
                    + ", next=" + one.next + ", position=" + header.position() + ", log="
                    + header.image().logId());
        }
        one.add(number, header);
    }

    /** {@return the messages that it has seen of a generation} */
    Seen of(long generation) {
        return seen.getOrDefault(generation, new Seen());
    }

    List<Loss> losses() {
        List<Loss> losses = new ArrayList<>();
        seen.forEach((generation, one) -> losses.addAll(one.losses(generation)));
        return losses;
    }

    /** {@return the images that it reads now} */
    List<Image> images() {
        return images;
    }

    /** Fails if this witness has seen an error. */
    void assertUnharmed() {
        if (failure != null) {
            throw new AssertionError("the witness of " + directory + " failed", failure);
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(
                directory + ": images=" + images.size() + ", losses=" + losses() + ", errors=" + errors);
        seen.forEach((generation, one) ->
                text.append(", next of ").append(generation).append('=').append(one.next));
        return text.toString();
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        tailrace.close();
    }
}
