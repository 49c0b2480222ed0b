/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.log.LogLayout;
import io.tailrace.log.SubscriberName;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * How a subscription behaves.
 *
 * @param joinAt where to begin in a log that is published to already. Default: at the tail
 * @param policy what happens where it is too slow. Default: BLOCK
 * @param evictAfter how long a subscription of policy EVICT may hold publishers back. Default: 5 seconds
 * @param waitPolicy how a thread waits for messages, in calls that wait. Default: BALANCED
 * @param handlers learn what happens to it. Default: they do nothing
 * @param lease of a named subscription, see {@link #withName}. Default: none
 * @param acknowledges whether its position passes only what the program acknowledges, see {@link #withAcknowledgement}
 */
public record SubscriptionConfig(
        JoinAt joinAt,
        Policy policy,
        Duration evictAfter,
        WaitPolicy waitPolicy,
        Handlers handlers,
        Lease lease,
        boolean acknowledges) {
    /**
     * They learn what happens to a subscription. Those of images run on the client's conductor thread or inside a call
     * that waits, so they should be brief, and they must not add anything to the client.
     *
     * @param available gets each image before its first message can be polled
     * @param unavailable gets each image after it has ended and was read to its end, or was closed
     * @param overrun gets each range that a subscription of policy DROP or EVICT, or one that was evicted, has lost
     */
    public record Handlers(Consumer<Image> available, Consumer<Image> unavailable, OverrunHandler overrun) {
        /** They do nothing. */
        public static final Handlers NONE = new Handlers(image -> {}, image -> {}, (image, from, to) -> {});

        /** @throws NullPointerException if a component is null, by its name */
        public Handlers {
            Objects.requireNonNull(available, "available");
            Objects.requireNonNull(unavailable, "unavailable");
            Objects.requireNonNull(overrun, "overrun");
        }
    }

    /**
     * The claim of a name to its place in each log.
     *
     * @param name by which the next subscription of the stream finds this one's place; empty: none
     * @param time how long the place is kept when its process has died or it was closed
     */
    public record Lease(String name, Duration time) {
        /** In bytes of UTF-8. */
        public static final int MAX_NAME_LENGTH = SubscriberName.MAX_BYTES;
        /** A day. */
        public static final Duration MAX_TIME = Duration.ofNanos(SubscriberName.MAX_LEASE_NS);
        /** Without a name. */
        public static final Lease NONE = new Lease("", Duration.ZERO);

        /**
         * @throws IllegalArgumentException if name or time are out of range
         * @throws NullPointerException if a component is null, by its name
         */
        public Lease {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(time, "time");
            if (!name.isEmpty()) {
                LogLayout.checkName("subscription name", name, MAX_NAME_LENGTH);
            }
            if (time.isNegative() || time.compareTo(MAX_TIME) > 0) {
                throw new IllegalArgumentException("lease out of range: lease=" + time + ", min=0, max=" + MAX_TIME);
            }
        }
    }

    /**
     * Where a subscription begins in a log that is published to already.
     *
     * @param position in bytes; of kind TIME in milliseconds since 1970
     */
    public record JoinAt(Kind kind, long logId, long position) {
        /** What it goes by. */
        public enum Kind {
            TAIL,
            OLDEST,
            POSITION,
            BEGINNING,
            TIME
        }

        /** At the tail: with what is published from now on. */
        public static final JoinAt TAIL = new JoinAt(Kind.TAIL, 0, 0);
        /**
         * At the oldest message that the log still holds: about a term back. Also reads the logs of the stream that
         * have ended and that the driver still has: each once, one after the other in the order in which they were
         * made, and before all others, which wait for this subscription meanwhile as its policy says. What has ended is
         * not overrun, whatever the policy. Who takes over a name goes on with what that had begun to read.
         */
        public static final JoinAt OLDEST = new JoinAt(Kind.OLDEST, 0, 0);

        /**
         * At the first message that history has (that of {@code io.tailrace.history.History}), through all logs of the
         * stream, those that are long gone, too; and then live, without a gap, a repeat, or a pause of a publisher:
         * nobody waits for this subscription before it has come to where its log is. It is refused where nobody keeps
         * the stream. One of policy DROP goes on as CATCH_UP.
         */
        public static final JoinAt BEGINNING = new JoinAt(Kind.BEGINNING, 0, 0);

        /** As {@link #BEGINNING}. */
        public static JoinAt beginning() {
            return BEGINNING;
        }

        /**
         * As {@link #BEGINNING}, but in each log with the block of history in which a time falls: what was kept up to
         * 100 ms before it, or 64 KiB, may come first.
         */
        public static JoinAt time(Instant time) {
            return new JoinAt(Kind.TIME, 0, time.toEpochMilli());
        }

        /**
         * At a position of one log, exactly: with the message that begins there, for a program that keeps positions
         * itself. The log may have ended, if the driver still has it. In other logs of the stream as {@link #OLDEST},
         * but without those that have ended and were made before this one. Where the driver refuses, and history has
         * that position, begins there, and in the other logs as {@link #BEGINNING}. It is refused, with the positions
         * that are still there, where neither holds that position any more, where no message begins there, and where
         * nobody has the log any more. No two logs of a host have the same id, not even in a directory that was emptied
         * in between. A position in a log of another host is one in the log here that a bridge copies it to, if no log
         * of the stream here has that id.
         *
         * @param logId {@link Image#logId}, or that of its {@link Image#origin}
         * @param position {@link Header#endPosition} of the last message that is done, which is also what its offer
         *     returned; or {@link Header#position} of the first that is not; or {@link Image#position}
         */
        public static JoinAt position(long logId, long position) {
            return new JoinAt(Kind.POSITION, logId, position);
        }
    }

    /** What happens where a subscription is too slow. */
    public enum Policy {
        /** It gates: publishers wait, nothing is lost; unless a person evicts it, who lets it go on as DROP. */
        BLOCK,
        /**
         * It never holds a publisher back. Where publishers have come round to what it has not read, it loses that, is
         * told the exact range, and goes on at the oldest message that is still there. Handlers get copies.
         */
        DROP,
        /**
         * It gates, until it has held publishers back without a break for {@link #evictAfter}; from then on, for this
         * image, as DROP ({@link Image#isGating} tells). Handlers get copies from the start.
         */
        EVICT,
        /**
         * It never holds a publisher back, and loses nothing that history has: where publishers have come round to what
         * it has not read, it goes on from disk, and in the log again once it has caught up ({@link Image#isLive}). It
         * is told the exact range that history does not have, either. With a name it goes on where it was after a crash
         * or a restart of the machine, also when its lease has ended. Handlers get copies. Refused where nobody keeps
         * the stream.
         */
        CATCH_UP
    }

    /** Learns what a subscription has lost. Runs on the thread that polls. */
    @FunctionalInterface
    public interface OverrunHandler {
        /**
         * Publishers have written over messages that were not read yet. The image goes on at the oldest message that is
         * still there.
         *
         * @param fromPosition where the lost range begins, in bytes
         * @param toPosition where it ends and the next message begins
         */
        void onOverrun(Image image, long fromPosition, long toPosition);
    }

    /** Begins at the tail, gates, tells nobody. */
    public static final SubscriptionConfig DEFAULT = new SubscriptionConfig(
            JoinAt.TAIL, Policy.BLOCK, Duration.ofSeconds(5), WaitPolicy.BALANCED, Handlers.NONE, Lease.NONE, false);

    /**
     * @throws IllegalArgumentException if {@code evictAfter} is negative, or a subscription acknowledges that does not
     *     gate
     * @throws NullPointerException if a component is null, by its name
     */
    public SubscriptionConfig {
        Objects.requireNonNull(joinAt, "joinAt");
        Objects.requireNonNull(policy, "policy");
        Objects.requireNonNull(evictAfter, "evictAfter");
        Objects.requireNonNull(waitPolicy, "waitPolicy");
        Objects.requireNonNull(handlers, "handlers");
        Objects.requireNonNull(lease, "lease");
        if (evictAfter.isNegative()) {
            throw new IllegalArgumentException("negative time to evict after: evictAfter=" + evictAfter);
        }
        if (acknowledges && policy != Policy.BLOCK && policy != Policy.CATCH_UP) {
            throw new IllegalArgumentException("nobody waits for what is not acknowledged: policy=" + policy
                    + "; a subscription that acknowledges has policy BLOCK or CATCH_UP");
        }
    }

    /** {@return whether it also reads what only history has} */
    public boolean readsHistory() {
        return policy == Policy.CATCH_UP || joinAt.kind() == JoinAt.Kind.BEGINNING || joinAt.kind() == JoinAt.Kind.TIME;
    }

    public SubscriptionConfig withJoinAt(JoinAt newJoinAt) {
        return new SubscriptionConfig(newJoinAt, policy, evictAfter, waitPolicy, handlers, lease, acknowledges);
    }

    public SubscriptionConfig withPolicy(Policy newPolicy) {
        return new SubscriptionConfig(joinAt, newPolicy, evictAfter, waitPolicy, handlers, lease, acknowledges);
    }

    /** With policy EVICT after this time. */
    public SubscriptionConfig withEviction(Duration after) {
        return new SubscriptionConfig(joinAt, Policy.EVICT, after, waitPolicy, handlers, lease, acknowledges);
    }

    /**
     * With a name, by which the subscription is found again. When its process dies, or it is closed, its place stays in
     * each log of the stream for the time of its lease: vacant, and gating as before. The next subscription of the
     * stream with that name takes the place over, at the position that the last one has told publishers: it loses
     * nothing. It gets again at most what was handled and not told yet: the messages of one poll, the window of a
     * dispatch, or what was not acknowledged. A log that is made meanwhile has a place for the name from its first
     * message on.
     *
     * <p>A vacant name counts as a subscriber ({@link Publication#subscriberCount}): publishers go on into their
     * window, and then wait for it. Where its lease ends its places are given up, within a second. The lease counts
     * from when the driver finds the death or the closing, by a clock that nobody sets and that stands still while the
     * machine sleeps; a restart of the driver does not prolong it, but a holder that dies while there is no driver
     * begins its lease with the next one. The lease of the subscription that takes over counts from then on. To give a
     * name up at once, close a subscription of that name with a lease of zero.
     *
     * <p>One living subscription of a stream has a name: a second is refused with the pid of the first. {@code joinAt}
     * says where a new name begins, and one that is found again does not look at it. It must have the policy of the
     * last one. With policy DROP a name holds nobody back: the next subscription goes on at its position, and is told
     * exactly what it lost. With EVICT it gates until it has held publishers back for too long, vacant or not; it stays
     * evicted in that log when it is found again.
     *
     * @param newName 1 to {@link Lease#MAX_NAME_LENGTH} bytes of UTF-8 without control characters
     * @param leaseTime {@link Lease#MAX_TIME} at most
     */
    public SubscriptionConfig withName(String newName, Duration leaseTime) {
        LogLayout.checkName("subscription name", newName, Lease.MAX_NAME_LENGTH);
        return new SubscriptionConfig(
                joinAt, policy, evictAfter, waitPolicy, handlers, new Lease(newName, leaseTime), acknowledges);
    }

    /**
     * With a position that passes only what the program acknowledges ({@link Image#acknowledge}), where else it passes
     * what was polled. For a program that polls far ahead of what it has brought to safety, such as to disk: publishers
     * wait for it, and the next subscription of its name gets everything again that was not acknowledged. An image that
     * has ended stays until all of it is acknowledged. So a program has to acknowledge before the
     * {@link Image#window} is used up, or publishers wait for ever, and with them this.
     */
    public SubscriptionConfig withAcknowledgement() {
        return new SubscriptionConfig(joinAt, policy, evictAfter, waitPolicy, handlers, lease, true);
    }

    public SubscriptionConfig withWaitPolicy(WaitPolicy newPolicy) {
        return new SubscriptionConfig(joinAt, policy, evictAfter, newPolicy, handlers, lease, acknowledges);
    }

    public SubscriptionConfig withAvailableHandler(Consumer<Image> handler) {
        return withHandlers(new Handlers(handler, handlers.unavailable(), handlers.overrun()));
    }

    public SubscriptionConfig withUnavailableHandler(Consumer<Image> handler) {
        return withHandlers(new Handlers(handlers.available(), handler, handlers.overrun()));
    }

    public SubscriptionConfig withOverrunHandler(OverrunHandler handler) {
        return withHandlers(new Handlers(handlers.available(), handlers.unavailable(), handler));
    }

    public SubscriptionConfig withHandlers(Handlers newHandlers) {
        return new SubscriptionConfig(joinAt, policy, evictAfter, waitPolicy, newHandlers, lease, acknowledges);
    }
}
