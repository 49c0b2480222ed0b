/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.LogLayout.SLOT_CLIENT_ID_OFFSET;
import static io.tailrace.log.LogLayout.SLOT_PID_OFFSET;
import static io.tailrace.log.LogLayout.SLOT_REGISTRATION_ID_OFFSET;
import static io.tailrace.log.LogLayout.publisherSlot;
import static io.tailrace.log.LogLayout.subscriberSlot;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedLong;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Typed access to a meta file ({@link LogLayout}, {@code FORMAT.md}). Each accessor uses the one memory mode that its
 * field's protocol needs; threads are bound by the tables there, not by this class.
 */
public final class LogMeta {
    /** Stands for the position at which the source of a mirror ends: it may continue. */
    public static final long GOES_ON = -1;

    final MappedBuffer buffer;
    private final MappedLong tail;
    private final MappedLong cleanPosition;
    private final MappedLong cleaningTarget;
    private final SlotTable publishers;
    private final SlotTable subscribers;

    public LogMeta(MappedBuffer buffer) {
        this.buffer = buffer;
        this.tail = new MappedLong(buffer, LogLayout.TAIL_OFFSET);
        this.cleanPosition = new MappedLong(buffer, LogLayout.CLEAN_POSITION_OFFSET);
        this.cleaningTarget = new MappedLong(buffer, LogLayout.CLEANING_TARGET_OFFSET);
        this.publishers = new SlotTable(
                buffer,
                LogLayout.PUBLISHER_SLOTS_OFFSET,
                LogLayout.PUBLISHER_SLOT_LENGTH,
                LogLayout.PUBLISHER_SLEEPER_OFFSET,
                LogLayout.SPACE_SLEEPERS_OFFSET);
        this.subscribers = new SlotTable(
                buffer,
                LogLayout.SUBSCRIBER_SLOTS_OFFSET,
                LogLayout.SUBSCRIBER_SLOT_LENGTH,
                LogLayout.SUBSCRIBER_SLEEPER_OFFSET,
                LogLayout.MESSAGE_SLEEPERS_OFFSET);
    }

    /**
     * The constants of a log, written once before anyone else can see it.
     *
     * <p>Window and reserve, in bytes, are at most a term each. Together they hold the longest frame; otherwise a debt
     * at the least position could never be paid. The reserve of an exclusive log, which has no debts, holds the most
     * that one claim just below the limit may take: padding to the end of a term, the longest frame, and the zeros
     * after both.
     *
     * @param askedRetainNs how long the files are kept after it has ended, or {@link LogEnd#DRIVERS_RETENTION}
     * @param beginPosition position of the first frame: 0, or for a mirror the position at which its publisher began
     * @param mirror for an exclusive log that is a mirror, else null
     */
    public record Constants(
            long logId,
            String stream,
            int termLength,
            int kind,
            long window,
            long reserve,
            long askedRetainNs,
            long beginPosition,
            @Nullable LogMirror mirror) {
        private static final long NO_MIRROR = 0;
        /** The line for the beginning of an empty log. */
        private static final int[] BEGINNING = {
            LogLayout.TAIL_OFFSET,
            LogLayout.LIMIT_OFFSET,
            LogLayout.CLEAN_POSITION_OFFSET,
            LogLayout.CLEANING_TARGET_OFFSET,
            LogLayout.JOIN_POSITION_OFFSET
        };

        /** With the driver's retention. */
        public Constants(long logId, String stream, int termLength, int kind, long window, long reserve) {
            this(logId, stream, termLength, kind, window, reserve, LogEnd.DRIVERS_RETENTION, 0, null);
        }

        /**
         * The defaults, which leave a term of history: half a term of window and one of reserve, and half a term that
         * is clean before it is needed; window and reserve are swapped in an exclusive log, whose single owner cannot
         * overshoot the limit by more than one claim.
         */
        public static Constants of(long logId, String stream, int termLength, int kind) {
            int half = termLength / 2;
            return kind == LogLayout.KIND_EXCLUSIVE
                    ? new Constants(logId, stream, termLength, kind, termLength, half)
                    : new Constants(logId, stream, termLength, kind, half, termLength);
        }

        public Constants {
            LogLayout.checkTermLength(termLength);
            LogEnd.checkAskedRetainNs(askedRetainNs);
            LogLayout.checkStreamLength(stream.getBytes(StandardCharsets.UTF_8).length);
            LogLayout.checkKind(kind);
            FlowControl.check(window, reserve, termLength, kind);
            LogLayout.checkBegin(beginPosition, kind, mirror);
        }

        /** {@return a copy with another time for which the files are kept} */
        public Constants withAskedRetainNs(long newAskedRetainNs) {
            return new Constants(
                    logId, stream, termLength, kind, window, reserve, newAskedRetainNs, beginPosition, mirror);
        }

        /** {@return a copy for a mirror that begins at this position} */
        public Constants asMirror(LogMirror ofLog, long begin) {
            return new Constants(logId, stream, termLength, kind, window, reserve, askedRetainNs, begin, ofLog);
        }

        /** {@return how far past the clean position claims may begin: the ring less the reserve} */
        public long reach() {
            return (long) LogLayout.TERM_COUNT * termLength - reserve;
        }

        /** Writes the constants of a new log, and its beginning. */
        private void write(MappedBuffer buffer) {
            buffer.putLong(LogLayout.LOG_ID_OFFSET, logId);
            buffer.putInt(LogLayout.TERM_LENGTH_OFFSET, termLength);
            buffer.putInt(LogLayout.KIND_OFFSET, kind);
            buffer.putLong(LogLayout.WINDOW_OFFSET, window);
            buffer.putLong(LogLayout.RESERVE_OFFSET, reserve);
            int length = buffer.putStringWithoutLengthUtf8(LogLayout.STREAM_OFFSET, stream);
            buffer.putInt(LogLayout.STREAM_LENGTH_OFFSET, length);
            buffer.putLong(LogLayout.ASKED_RETAIN_NS_OFFSET, askedRetainNs);
            buffer.putLong(LogLayout.BEGIN_POSITION_OFFSET, beginPosition);
            buffer.putLong(LogLayout.END_POSITION_OFFSET, LogLayout.NONE);
            for (int field : BEGINNING) {
                buffer.putLong(field, beginPosition);
            }
            if (mirror != null) {
                int hostLength = buffer.putStringWithoutLengthUtf8(LogLayout.ORIGIN_HOST_OFFSET, mirror.originHost());
                buffer.putLong(LogLayout.ORIGIN_LOG_ID_OFFSET, mirror.originLogId());
                buffer.putLong(LogLayout.MIRROR_LEASE_NS_OFFSET, mirror.leaseNs());
                buffer.putInt(LogLayout.ORIGIN_HOST_LENGTH_OFFSET, hostLength);
            }
        }

        /** @throws IllegalArgumentException if they contradict one another */
        private static Constants read(MappedBuffer buffer) {
            int streamLength = buffer.getInt(LogLayout.STREAM_LENGTH_OFFSET);
            LogLayout.checkStreamLength(streamLength);
            return new Constants(
                    buffer.getLong(LogLayout.LOG_ID_OFFSET),
                    buffer.getStringWithoutLengthUtf8(LogLayout.STREAM_OFFSET, streamLength),
                    buffer.getInt(LogLayout.TERM_LENGTH_OFFSET),
                    buffer.getInt(LogLayout.KIND_OFFSET),
                    buffer.getLong(LogLayout.WINDOW_OFFSET),
                    buffer.getLong(LogLayout.RESERVE_OFFSET),
                    buffer.getLong(LogLayout.ASKED_RETAIN_NS_OFFSET),
                    buffer.getLong(LogLayout.BEGIN_POSITION_OFFSET),
                    readMirror(buffer));
        }

        private static @Nullable LogMirror readMirror(MappedBuffer buffer) {
            long originLogId = buffer.getLong(LogLayout.ORIGIN_LOG_ID_OFFSET);
            if (originLogId == NO_MIRROR) {
                return null;
            }
            int length = buffer.getInt(LogLayout.ORIGIN_HOST_LENGTH_OFFSET);
            if (length < 1 || length > LogMirror.MAX_HOST_LENGTH) {
                throw new IllegalArgumentException("name of a host out of range: originHostLength=" + length);
            }
            String host = buffer.getStringWithoutLengthUtf8(LogLayout.ORIGIN_HOST_OFFSET, length);
            return new LogMirror(host, originLogId, buffer.getLong(LogLayout.MIRROR_LEASE_NS_OFFSET));
        }
    }

    public void initialise(Constants constants) {
        LogLayout.FORMAT.write(buffer, unused -> constants.write(buffer));
    }

    /**
     * Reads the constants back.
     *
     * @throws IllegalArgumentException if they contradict one another
     */
    public Constants constants() {
        return Constants.read(buffer);
    }

    /** Claims space: the one atomic add. */
    public long getAndAddTail(int length) {
        return tail.getAndAdd(length);
    }

    /** {@return the tail; for an exclusive log, the last one that its owner stored} */
    public long tailAcquire() {
        return tail.getAcquire();
    }

    public void tailRelease(long position) {
        tail.setRelease(position);
    }

    public long limitAcquire() {
        return buffer.getLongAcquire(LogLayout.LIMIT_OFFSET);
    }

    public void limitRelease(long limit) {
        buffer.putLongRelease(LogLayout.LIMIT_OFFSET, limit);
    }

    public long cleanPositionAcquire() {
        return cleanPosition.getAcquire();
    }

    public void cleanPositionRelease(long position) {
        cleanPosition.setRelease(position);
    }

    public long cleaningTargetAcquire() {
        return cleaningTarget.getAcquire();
    }

    /** Announces the range that is about to be zeroed or overwritten. */
    public void cleaningTargetVolatile(long position) {
        buffer.putLongVolatile(LogLayout.CLEANING_TARGET_OFFSET, position);
        // Pairs with the acquires after each read of memory that may be zeroed meanwhile, in OverrunReader and
        // ConcurrentAppender: a reader of a zero finds the announcement. A volatile store alone does not keep the plain
        // stores of the zeros after it: on AArch64 they may become visible before it, and a reader would mistake a
        // zeroed message for a whole one.
        VarHandle.fullFence();
    }

    public long joinPositionAcquire() {
        return buffer.getLongAcquire(LogLayout.JOIN_POSITION_OFFSET);
    }

    public void joinPositionRelease(long position) {
        buffer.putLongRelease(LogLayout.JOIN_POSITION_OFFSET, position);
    }

    /** {@return the holder of the cleaner's place; see {@code Cleaner}} */
    public long cleanerAcquire() {
        return buffer.getLongAcquire(LogLayout.CLEANER_OFFSET);
    }

    public boolean compareAndSetCleaner(long expected, long cleaner) {
        return buffer.compareAndSetLong(LogLayout.CLEANER_OFFSET, expected, cleaner);
    }

    public void cleanerRelease(long cleaner) {
        buffer.putLongRelease(LogLayout.CLEANER_OFFSET, cleaner);
    }

    /** {@return the position at which the log ends, or {@link LogLayout#NONE} while it may still grow} */
    public long endPositionAcquire() {
        return buffer.getLongAcquire(LogLayout.END_POSITION_OFFSET);
    }

    public void endPositionRelease(long position) {
        buffer.putLongRelease(LogLayout.END_POSITION_OFFSET, position);
    }

    /**
     * {@return the position at which the source of a mirror has ended, or {@link #GOES_ON}} The file holds this
     * position plus one, so that the zeros of a new file mean that the source continues.
     */
    public long sourceEndAcquire() {
        return buffer.getLongAcquire(LogLayout.SOURCE_END_OFFSET) - 1;
    }

    /**
     * Notes that the source has ended; the mirror ends as soon as its publisher has gone. Called by the publisher.
     * Release: pairs with the acquire of the keeper, which then finds everything that was appended.
     */
    public void sourceEndRelease(long position) {
        buffer.putLongRelease(LogLayout.SOURCE_END_OFFSET, position + 1);
    }

    /**
     * {@return since when a mirror has no publisher, by CLOCK_MONOTONIC; 0: it has one, or the keeper has not noted it}
     */
    public long vacantSinceNs() {
        return buffer.getLongAcquire(LogLayout.VACANT_SINCE_NS_OFFSET);
    }

    /** Called by the keeper. */
    public void vacantSinceNs(long ns) {
        buffer.putLongRelease(LogLayout.VACANT_SINCE_NS_OFFSET, ns);
    }

    /** {@return the number of the last question that the keeper asked; see {@code Question}} */
    public long questionAcquire() {
        return buffer.getLongAcquire(LogLayout.QUESTION_OFFSET);
    }

    public void questionRelease(long question) {
        buffer.putLongRelease(LogLayout.QUESTION_OFFSET, question);
    }

    /** {@return how many subscribers of any policy read this log} Never less than the slots that are given. */
    public int subscriberCountAcquire() {
        return buffer.getIntAcquire(LogLayout.SUBSCRIBER_COUNT_OFFSET);
    }

    public void subscriberCountRelease(int count) {
        buffer.putIntRelease(LogLayout.SUBSCRIBER_COUNT_OFFSET, count);
    }

    public SlotTable publishers() {
        return publishers;
    }

    public SlotTable subscribers() {
        return subscribers;
    }

    /** Gives a slot to a publisher. It owes no answer to a question asked before. */
    public void activatePublisher(int slot, long registrationId, long clientId, long pid) {
        int offset = publisherSlot(slot);
        buffer.putLong(offset + SLOT_CLIENT_ID_OFFSET, clientId);
        buffer.putLong(offset + SLOT_PID_OFFSET, pid);
        buffer.putLong(offset + LogLayout.PUBLISHER_LOWEST_DEBT_OFFSET, LogLayout.NONE);
        buffer.putLong(offset + LogLayout.PUBLISHER_ANSWER_OFFSET, questionAcquire());
        buffer.putInt(offset + LogLayout.PUBLISHER_SLEEPER_OFFSET, 0);
        buffer.putLongRelease(offset + SLOT_REGISTRATION_ID_OFFSET, registrationId);
    }

    /** {@return the number of the last question that this publisher's client has answered} */
    public long answerAcquire(int slot) {
        return buffer.getLongAcquire(publisherSlot(slot) + LogLayout.PUBLISHER_ANSWER_OFFSET);
    }

    /** {@return the lowest debt of the last answer; read it after {@link #answerAcquire}} */
    public long lowestDebt(int slot) {
        return buffer.getLong(publisherSlot(slot) + LogLayout.PUBLISHER_LOWEST_DEBT_OFFSET);
    }

    /** Answers a question: stores the debt first, then, with release, the number that marks the debt as current. */
    public void answerRelease(int slot, long question, long lowestDebt) {
        int offset = publisherSlot(slot);
        buffer.putLong(offset + LogLayout.PUBLISHER_LOWEST_DEBT_OFFSET, lowestDebt);
        buffer.putLongRelease(offset + LogLayout.PUBLISHER_ANSWER_OFFSET, question);
    }

    public long subscriberJoinPosition(int slot) {
        return buffer.getLong(subscriberSlot(slot) + LogLayout.SUBSCRIBER_JOIN_POSITION_OFFSET);
    }

    /** {@return the kind of policy of a subscriber, see {@link SubscriberPolicy}} */
    public int subscriberPolicy(int slot) {
        return buffer.getIntAcquire(subscriberSlot(slot) + LogLayout.SUBSCRIBER_POLICY_OFFSET);
    }

    public long subscriberEvictAfterNs(int slot) {
        return buffer.getLong(subscriberSlot(slot) + LogLayout.SUBSCRIBER_EVICT_AFTER_NS_OFFSET);
    }

    /** {@return the name in a slot with its lease; none if the contents are impossible} */
    public SubscriberName subscriberName(int slot) {
        int offset = subscriberSlot(slot);
        int stated = buffer.getInt(offset + LogLayout.SUBSCRIBER_NAME_LENGTH_OFFSET);
        int length = Math.min(Math.max(stated, 0), SubscriberName.MAX_BYTES);
        try {
            return new SubscriberName(
                    buffer.getStringWithoutLengthUtf8(offset + LogLayout.SUBSCRIBER_NAME_OFFSET, length),
                    buffer.getLong(offset + LogLayout.SUBSCRIBER_LEASE_NS_OFFSET));
        } catch (IllegalArgumentException e) {
            return SubscriberName.NONE;
        }
    }

    /** Called by the keeper before the registration is stored. */
    public void subscriberName(int slot, SubscriberName name) {
        int offset = subscriberSlot(slot);
        int length = buffer.putStringWithoutLengthUtf8(offset + LogLayout.SUBSCRIBER_NAME_OFFSET, name.text());
        buffer.putInt(offset + LogLayout.SUBSCRIBER_NAME_LENGTH_OFFSET, length);
        buffer.putLong(offset + LogLayout.SUBSCRIBER_LEASE_NS_OFFSET, name.leaseNs());
    }

    /** {@return when a vacant name is given up, by CLOCK_MONOTONIC; 0 if it has a holder} */
    public long vacantUntilNs(int slot) {
        // Acquire: pairs with the release below; a reader that sees that a slot is vacant also sees its name.
        return buffer.getLongAcquire(subscriberSlot(slot) + LogLayout.SUBSCRIBER_VACANT_UNTIL_NS_OFFSET);
    }

    /** Called by the keeper. */
    public void vacantUntilNs(int slot, long ns) {
        buffer.putLongRelease(subscriberSlot(slot) + LogLayout.SUBSCRIBER_VACANT_UNTIL_NS_OFFSET, ns);
    }

    /** {@return how long a vacant name is still kept; -1 if it has a holder, or there is no name} */
    public long vacantForNs(int slot, long nowNs) {
        long untilNs = vacantUntilNs(slot);
        return untilNs == 0 ? -1 : Math.max(0, untilNs - nowNs);
    }

    /** {@return whether the place of a name is kept although its holder may be dead} */
    boolean keepsName(int slot, long nowNs) {
        return subscriberName(slot).leaseNs() > 0 && vacantForNs(slot, nowNs) != 0;
    }

    /** Gives the subscriber another policy. */
    public void subscriberPolicyRelease(int slot, int kind) {
        buffer.putIntRelease(subscriberSlot(slot) + LogLayout.SUBSCRIBER_POLICY_OFFSET, kind);
    }

    /**
     * Gives a slot to a subscriber. One that reads history stores its own position first of all. Until then it counts
     * as at the beginning: at the join position it might seem to have read a log that ends there, and lose it.
     */
    public void activateSubscriber(
            int slot, long registrationId, long clientId, long pid, long joinPosition, SubscriberPolicy policy) {
        int offset = subscriberSlot(slot);
        buffer.putLong(offset + SLOT_CLIENT_ID_OFFSET, clientId);
        buffer.putLong(offset + SLOT_PID_OFFSET, pid);
        buffer.putLong(offset + LogLayout.SUBSCRIBER_JOIN_POSITION_OFFSET, joinPosition);
        buffer.putInt(offset + LogLayout.SUBSCRIBER_POLICY_OFFSET, policy.kind());
        buffer.putLong(offset + LogLayout.SUBSCRIBER_EVICT_AFTER_NS_OFFSET, policy.evictAfterNs());
        long position = policy.kind() == SubscriberPolicy.KIND_CATCH_UP ? 0 : joinPosition;
        buffer.putLong(offset + LogLayout.SUBSCRIBER_POSITION_OFFSET, position);
        buffer.putInt(offset + LogLayout.SUBSCRIBER_SLEEPER_OFFSET, 0);
        vacantUntilNs(slot, 0);
        buffer.putLongRelease(offset + SLOT_REGISTRATION_ID_OFFSET, registrationId);
    }

    /** {@return one of the times in which publishers were held back, see {@code HoldBack}} */
    public long heldAcquire(int field) {
        return buffer.getLongAcquire(field);
    }

    public void heldRelease(int field, long ns) {
        buffer.putLongRelease(field, ns);
    }

    /** Clears the progress in a slot for its next subscriber. */
    public void clearSubscriber(int slot) {
        progress(slot).clear();
        heldRelease(LogLayout.heldBySubscriber(slot), 0);
    }

    /** {@return the position from which on a subscriber wakes a sleeping publisher} */
    public long publisherWakeAt(int slot) {
        return buffer.getLong(publisherSlot(slot) + LogLayout.PUBLISHER_WAKE_AT_OFFSET);
    }

    /** Stored before the sleep is announced. */
    public void publisherWakeAt(int slot, long position) {
        buffer.putLong(publisherSlot(slot) + LogLayout.PUBLISHER_WAKE_AT_OFFSET, position);
    }

    /** {@return the progress of the subscriber in a slot} */
    public SubscriberProgress progress(int slot) {
        return new SubscriberProgress(buffer, subscriberSlot(slot));
    }

    /** {@return how often the subscriber in a slot was overrun} */
    public long subscriberLossesAcquire(int slot) {
        return buffer.getLongAcquire(subscriberSlot(slot) + LogLayout.SUBSCRIBER_LOSSES_OFFSET);
    }

    /**
     * Notes that the subscriber of this registration, which began in history with kind {@link
     * SubscriberPolicy#KIND_CATCH_UP}, wants to gate: it has reached the log itself. While it read messages that were
     * overwritten long ago, no publisher waited for it. The keeper takes the cleaner's place, so nothing is cleaned
     * meanwhile, and checks whether the subscriber's position is still in the log. If so, the subscriber gates from
     * there on. If not, it was overrun: it continues from history, and the wish stays.
     *
     * <pre>
     *   subscriber                      keeper, in the cleaner's place
     *   -----------------------------   ------------------------------------------
     *   read the log up to a position   is the wish there?
     *   release the position            acquire the position: not before the target?
     *   release the wish                release the policy: BLOCK
     *   acquire the policy: it gates    no cleaner passes the position from now on
     *   read in place
     * </pre>
     */
    public void joinsRelease(int slot, long registrationId) {
        // Release: pairs with the acquire in joinsAcquire; the position that the keeper then finds was read in the log.
        buffer.putLongRelease(subscriberSlot(slot) + LogLayout.SUBSCRIBER_JOINS_OFFSET, registrationId);
    }

    /** {@return the registration that wants to gate, perhaps that of an earlier subscriber} */
    public long joinsAcquire(int slot) {
        return buffer.getLongAcquire(subscriberSlot(slot) + LogLayout.SUBSCRIBER_JOINS_OFFSET);
    }

    /** The keeper makes it gate from a position on, as if it had begun there. Called in the cleaner's place. */
    public void gate(int slot, long position, int kind) {
        buffer.putLong(subscriberSlot(slot) + LogLayout.SUBSCRIBER_JOIN_POSITION_OFFSET, position);
        // Release: pairs with the acquire in gates(); and cleaners see both, because the place is released after them.
        subscriberPolicyRelease(slot, kind);
    }

    /** {@return whether the subscriber gates now} */
    public boolean gates(int slot) {
        // Acquire: pairs with the release in gate(); frames read in place afterwards are not overwritten.
        return SubscriberPolicy.gates(subscriberPolicy(slot));
    }

    public long subscriberPositionAcquire(int slot) {
        return buffer.getLongAcquire(subscriberSlot(slot) + LogLayout.SUBSCRIBER_POSITION_OFFSET);
    }

    public void subscriberPositionRelease(int slot, long position) {
        buffer.putLongRelease(subscriberSlot(slot) + LogLayout.SUBSCRIBER_POSITION_OFFSET, position);
    }

    /**
     * The common part of the slots of publishers and of subscribers: their holders, and the sleepers of these that
     * wait for the other side of the log.
     */
    public static final class SlotTable {
        private final MappedBuffer buffer;
        private final int begin;
        private final int length;
        private final int sleeperOffset;
        private final MappedLong sleepers;

        SlotTable(MappedBuffer buffer, int begin, int length, int sleeperOffset, int sleepersOffset) {
            this.buffer = buffer;
            this.begin = begin;
            this.length = length;
            this.sleeperOffset = sleeperOffset;
            this.sleepers = new MappedLong(buffer, sleepersOffset);
        }

        private int at(int slot) {
            return begin + slot * length;
        }

        /** {@return the registration in a slot, 0 if it is free} */
        public long acquire(int slot) {
            return buffer.getLongAcquire(at(slot) + SLOT_REGISTRATION_ID_OFFSET);
        }

        public long client(int slot) {
            return buffer.getLong(at(slot) + SLOT_CLIENT_ID_OFFSET);
        }

        public long pid(int slot) {
            return buffer.getLong(at(slot) + SLOT_PID_OFFSET);
        }

        public void free(int slot) {
            buffer.putLongRelease(at(slot) + SLOT_REGISTRATION_ID_OFFSET, 0);
        }

        /** {@return how often sleepers were named or removed so far; 0 while none has ever slept} */
        public MappedLong sleepers() {
            return sleepers;
        }

        /** {@return the sleeper that waits for the other side, 0 if none does} */
        public int sleeper(int slot) {
            return buffer.getIntAcquire(at(slot) + sleeperOffset);
        }

        /** Names the sleeper in a slot, and then counts the change. */
        public void nameSleeper(int slot, int sleeper) {
            buffer.putIntRelease(at(slot) + sleeperOffset, sleeper);
            sleepers.getAndAdd(1);
        }

        /** Removes the sleeper in a slot, if one is named. */
        public void removeSleeper(int slot) {
            if (sleeper(slot) != 0) {
                nameSleeper(slot, 0);
            }
        }
    }
}
