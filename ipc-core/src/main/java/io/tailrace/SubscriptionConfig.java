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
 * @param joinAt where to begin in a log that already has messages. Default: at the tail
 * @param policy what happens if the subscription is too slow. Default: BLOCK
 * @param evictAfter how long a subscription of policy EVICT may hold publishers back. Default: 5 seconds
 * @param waitPolicy how a thread waits for messages, in calls that wait. Default: BALANCED
 * @param handlers receive events of the subscription. Default: they do nothing
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
     * Handlers for events of a subscription. The image handlers run on the client's conductor thread or inside a call
     * that waits, so they should be brief, and they must not add anything to the client.
     *
     * @param available receives each image before its first message can be polled
     * @param unavailable receives each image after it has ended and was read to its end, or was closed
     * @param overrun receives each range that a subscription of policy DROP, EVICT or CATCH_UP, or an evicted one, has
     *     lost
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
     * @param name by which the next subscription of the stream finds this one's place; empty if it has none
     * @param time how long the place is kept after its process has died or it was closed
     */
    public record Lease(String name, Duration time) {
        /** Maximum length of a name in bytes of UTF-8. */
        public static final int MAX_NAME_LENGTH = SubscriberName.MAX_BYTES;
        /** Maximum lease time: one day. */
        public static final Duration MAX_TIME = Duration.ofNanos(SubscriberName.MAX_LEASE_NS);
        /** Without a name. */
        public static final Lease NONE = new Lease("", Duration.ZERO);

        /**
         * @throws IllegalArgumentException if the name or the time is out of range
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
     * Where a subscription begins in a log that already has messages.
     *
     * @param position in bytes; of kind TIME in milliseconds since 1970
     */
    public record JoinAt(Kind kind, long logId, long position) {
        /** The kinds of start. */
        public enum Kind {
            TAIL,
            OLDEST,
            POSITION,
            BEGINNING,
            TIME
        }

        /** At the tail: with the messages published from now on. */
        public static final JoinAt TAIL = new JoinAt(Kind.TAIL, 0, 0);
        /**
         * At the oldest message that the log still holds: about a term back. Also reads the logs of the stream that
         * have ended and that the driver still has: each once, one after the other in the order in which they were
         * made. The live logs come after them; meanwhile their publishers wait only if the policy says so. A log that
         * has ended is never overrun, whatever the policy. A subscription that takes over a name continues with the
         * logs that the previous holder had begun to read.
         */
        public static final JoinAt OLDEST = new JoinAt(Kind.OLDEST, 0, 0);

        /**
         * At the first message in history ({@code io.tailrace.history.History}), through all logs of the stream,
         * including those that are long gone; and then live, without a gap, a repeat, or a pause of a publisher. No
         * publisher waits for this subscription until it has caught up with its log. Refused if no historian keeps the
         * stream. A subscription of policy DROP continues as CATCH_UP. Requires the artifact ipc-history.
         */
        public static final JoinAt BEGINNING = new JoinAt(Kind.BEGINNING, 0, 0);

        /** As {@link #BEGINNING}. */
        public static JoinAt beginning() {
            return BEGINNING;
        }

        /**
         * As {@link #BEGINNING}, but in each log from the block of history that contains the given time: messages
         * recorded up to 100 ms earlier, or 64 KiB of them, may be delivered first.
         */
        public static JoinAt time(Instant time) {
            return new JoinAt(Kind.TIME, 0, time.toEpochMilli());
        }

        /**
         * Exactly at a position of one log: with the message that begins there, for a program that stores positions
         * itself. The log may have ended if the driver still has it. Of the other logs of the stream it reads those
         * that live or were made later, as {@link #OLDEST} does. If the driver refuses the position but history has it,
         * the subscription begins there, and in the other logs as {@link #BEGINNING}. It is refused, with the positions
         * that are still available, if neither holds the position any more, if no message begins there, or if the log
         * is gone. No two logs of a host have the same id, not even in a directory that was emptied in between. If no
         * log of the stream here has that id, it is taken for a log of another host, and the log here to which a bridge
         * copies it is read.
         *
         * @param logId {@link Image#logId}, or that of its {@link Image#origin}
         * @param position {@link Header#endPosition} of the last message that is done, which is also what its offer
         *     returned; or {@link Header#position} of the first that is not; or {@link Image#position}
         */
        public static JoinAt position(long logId, long position) {
            return new JoinAt(Kind.POSITION, logId, position);
        }
    }

    /** The ways to treat a subscription that is too slow. */
    public enum Policy {
        /** It gates: publishers wait, and nothing is lost. */
        BLOCK,
        /**
         * It never holds a publisher back. If publishers overwrite messages that it has not read, it loses them, is
         * notified of the exact range, and continues at the oldest message that is still there. Handlers receive
         * copies.
         */
        DROP,
        /**
         * It gates until it has held publishers back without a break for {@link #evictAfter}; from then on it behaves
         * as DROP for this image ({@link Image#isGating} returns which). Handlers receive copies from the start.
         */
        EVICT,
        /**
         * It never holds a publisher back, and loses nothing that is in history. If publishers overwrite messages that
         * it has not read, it continues from disk, and in the log again once it has caught up ({@link Image#isLive}).
         * It is notified of the exact range that history lacks. With a name it continues at its position after a crash
         * or a restart of the machine, even after its lease has ended. Handlers receive copies. Refused if no historian
         * keeps the stream.
         */
        CATCH_UP
    }

    /** Receives the ranges that a subscription has lost. Runs on the polling thread. */
    @FunctionalInterface
    public interface OverrunHandler {
        /**
         * Publishers have overwritten messages that were not read yet. The image continues at the oldest message that
         * is still there.
         *
         * @param fromPosition where the lost range begins, in bytes
         * @param toPosition where the lost range ends and the next message begins
         */
        void onOverrun(Image image, long fromPosition, long toPosition);
    }

    /** Begins at the tail, gates, and has no handlers. */
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
            throw new IllegalArgumentException("publishers do not wait for acknowledgements: policy=" + policy
                    + "; a subscription that acknowledges has policy BLOCK or CATCH_UP");
        }
    }

    /** {@return {@link #DEFAULT}} */
    public static SubscriptionConfig of() {
        return DEFAULT;
    }

    /** {@return whether it also reads messages that exist only in history} */
    public boolean readsHistory() {
        return policy == Policy.CATCH_UP || joinAt.kind() == JoinAt.Kind.BEGINNING || joinAt.kind() == JoinAt.Kind.TIME;
    }

    public SubscriptionConfig withJoinAt(JoinAt newJoinAt) {
        return new SubscriptionConfig(newJoinAt, policy, evictAfter, waitPolicy, handlers, lease, acknowledges);
    }

    public SubscriptionConfig withPolicy(Policy newPolicy) {
        return new SubscriptionConfig(joinAt, newPolicy, evictAfter, waitPolicy, handlers, lease, acknowledges);
    }

    /** Uses policy EVICT with this time. */
    public SubscriptionConfig withEviction(Duration after) {
        return new SubscriptionConfig(joinAt, Policy.EVICT, after, waitPolicy, handlers, lease, acknowledges);
    }

    /**
     * Gives the subscription a name, by which it is found again. After its process dies or it is closed, its place
     * stays in each log of the stream for the time of its lease: vacant, and gating as before. The next subscription of
     * the stream with that name takes the place over at the last position that its predecessor reported to publishers,
     * and loses nothing. It receives again at most the messages that were handled and not reported yet: those of one
     * poll, those in the window of a dispatch, or those that were not acknowledged. A log that is made meanwhile has a
     * place for the name from its first message on.
     *
     * <p>A vacant name counts as a subscriber ({@link Publication#subscriberCount}): publishers use up their window and
     * then wait for it. When its lease ends, its places are released within a second. The lease starts when the driver
     * detects the death or the close. It is measured by a monotonic clock that stops while the machine sleeps. A
     * restart of the driver does not prolong it, but if a holder dies while no driver runs, the lease starts with the
     * next driver. After a takeover, the lease of the new subscription applies. To release a name at once, close a
     * subscription of that name with a lease of zero.
     *
     * <p>Only one living subscription of a stream can hold a name: a second one is refused with the pid of the first.
     * {@code joinAt} says where a new name begins; an existing name ignores it. But with BLOCK or EVICT, a name whose
     * holder began in history and has not caught up goes only to a subscription that begins there, too. The
     * subscription must have the same policy as its predecessor. With policy DROP a name holds no publisher back: the
     * next subscription continues at its position and is notified of the exact range it lost. With EVICT the name
     * gates, vacant or not, until it has held publishers back for too long; it stays evicted in that log after a
     * takeover.
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
     * Advances the position only over messages that the program acknowledges ({@link Image#acknowledge}), instead of
     * over everything polled. For a program that polls far ahead of the messages that it has made safe, for example on
     * disk: publishers wait for it, and the next subscription of its name receives again everything that was not
     * acknowledged. An image that has ended stays until all of it is acknowledged. The program must acknowledge before
     * the {@link Image#window} is used up; otherwise publishers wait for the subscription, and the subscription for new
     * messages, forever.
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
