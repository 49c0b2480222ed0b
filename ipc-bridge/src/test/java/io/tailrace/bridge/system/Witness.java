/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.Origin;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * A subscriber of one host in the JVM of the test. It outlives all processes, and expects of each generation every
 * message once, in order, byte for byte. A test compares its messages with those of the witness of another host.
 */
final class Witness implements AutoCloseable {
    private static final int FRAME_LIMIT = 64;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    /** Numbers that never came, the last one excluded, and the positions between which they were. */
    record Loss(long generation, long fromNumber, long toNumber, long fromPosition, long toPosition) {}

    /** Of one generation. One thread writes; others read what is below the next number. */
    static final class Seen {
        /** Stands for the position of a message that did not come. */
        static final long LOST = -1;

        private long[] positions = new long[1 << 12];
        private volatile long next;
        private volatile long endPosition;
        private volatile Origin origin;
        private volatile long logId;

        private void add(long number, Header header) {
            if (number >= positions.length) {
                positions = Arrays.copyOf(positions, (int) Math.max(2L * positions.length, number + 1));
            }
            Arrays.fill(positions, (int) next, (int) number, LOST);
            positions[(int) number] = header.position();
            endPosition = header.endPosition();
            logId = header.image().logId();
            origin = header.image().origin();
            next = number + 1;
        }

        /** {@return the number of the message that comes next} */
        long next() {
            return next;
        }

        /** {@return where each message began, by its number} */
        long[] positions() {
            int end = (int) next;
            return Arrays.copyOf(positions, end);
        }

        /** {@return the log of the last message} */
        long logId() {
            return logId;
        }

        /** {@return where that comes from; null: published on the witness's host} */
        Origin origin() {
            return origin;
        }
    }

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final Map<Long, Seen> seen = new ConcurrentHashMap<>();
    private final List<Loss> losses = new CopyOnWriteArrayList<>();
    private final List<Image> images = new CopyOnWriteArrayList<>();
    private final String name;
    private final Tailrace tailrace;
    private final Subscription subscription;
    private final Thread thread;
    private volatile boolean isClosing;
    private volatile boolean isPaused;
    private volatile Throwable failure;

    /** @param name of the subscription; as a person would see it where it holds somebody back */
    Witness(Path directory, String stream, String name) {
        this.name = name;
        tailrace =
                Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(directory).withErrorHandler(errors::add));
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withName(name, Duration.ofSeconds(30));
        subscription = tailrace.addSubscription(
                stream, config.withAvailableHandler(images::add).withUnavailableHandler(images::remove));
        thread = new Thread(this::run, "witness " + name);
        thread.start();
    }

    private void run() {
        try {
            while (!isClosing) {
                if (isPaused) {
                    LockSupport.parkNanos(LOOK_AGAIN.toNanos() / 20);
                } else {
                    subscription.poll(this::onFrame, FRAME_LIMIT, LOOK_AGAIN);
                }
            }
        } catch (Throwable t) {
            failure = t;
        }
    }

    private void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        Numbered.check(buffer, offset, length);
        long generation = buffer.getLong(offset);
        long number = buffer.getLong(offset + Long.BYTES);
        Seen one = seen.computeIfAbsent(generation, key -> new Seen());
        if (number < one.next) {
            throw new AssertionError(
                    "twice: generation=" + generation + ", number=" + number + ", next=" + one.next + ", position="
                            + header.position() + ", log=" + header.image().logId());
        }
        if (number > one.next) {
            losses.add(new Loss(generation, one.next, number, one.endPosition, header.position()));
        }
        one.add(number, header);
    }

    /** From now on it takes nothing, or goes on. */
    void pause(boolean pauses) {
        isPaused = pauses;
    }

    /** {@return what it has seen of a generation} */
    Seen of(long generation) {
        return seen.getOrDefault(generation, new Seen());
    }

    /** {@return how many messages have come} */
    long total() {
        return seen.values().stream().mapToLong(Seen::next).sum();
    }

    List<Loss> losses() {
        return losses;
    }

    /** {@return what it reads now} */
    List<Image> images() {
        return images;
    }

    Tailrace tailrace() {
        return tailrace;
    }

    /** Fails if something went wrong here. */
    void assertUnharmed() {
        if (failure != null) {
            throw new AssertionError("the witness " + name + " failed", failure);
        }
    }

    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder(name + ": images=" + images.size() + ", losses=" + losses + ", errors=" + errors);
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
