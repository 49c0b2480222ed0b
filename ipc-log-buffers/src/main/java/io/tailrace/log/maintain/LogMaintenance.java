/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static io.tailrace.log.LogLayout.MAX_PUBLISHERS;
import static io.tailrace.log.LogLayout.NONE;

import io.tailrace.log.FlowControl;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogMeta;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.Subscriber;
import io.tailrace.log.WakeHandshake;
import io.tailrace.log.Waker;
import java.util.function.LongConsumer;

/**
 * The media driver's work on one log, a bounded piece of it in each cycle: read the subscribers' positions, clean the
 * memory that all of them have read, set the limit, pad claims of dead publishers, find the end. It is the only writer
 * of the keeper's fields, and it alone takes and frees slots. Work that depends on the cleaned range is done in the
 * cleaner's place. Used by one thread.
 *
 * <p>A log ends with its last publisher. Subscribers read it to its end and then lose the image; the next publication
 * of the stream begins a new log. An ended log is not cleaned, so that later subscribers find its messages.
 */
public final class LogMaintenance {
    /** Is notified of padding that the keeper has stored for dead publishers. Called on the driver's thread. */
    @FunctionalInterface
    public interface UnblockListener {
        /**
         * Padding was stored.
         *
         * @param publisherSlot of the publisher whose claim it was; -1 if the claim had no header, so that its
         *     publisher is not known
         */
        void onUnblocked(LogBuffers log, long position, long length, int publisherSlot);
    }

    /** Stands for a slot: a living client is cleaning at this moment. Ask again. */
    public static final int NOT_NOW = -2;

    private static final int MAX_CLEANED_BYTES = 16 * Cleaner.CHUNK_LENGTH;
    private static final int MAX_DRAINED_FRAMES = 4096;

    private final LogBuffers log;
    private final LogMeta meta;
    private final boolean exclusive;
    private final PublisherSlots publishers;
    private final SubscriberSlots subscribers;
    private final MirrorKeeping mirror;
    private final PublisherLimit publisherLimit;
    private final HoldBack holdBack;
    private final FlowControl flowControl;
    private final Cleaner cleaner;
    private final CommittedPrefix prefix;
    private final Unblocker unblocker;
    private final Waker.Source wakers;
    private final WakeHandshake sleepers;
    private final WakeHandshake sleepingPublishers;

    private int drainedFrames;
    private long consumed;
    private long limit;
    private long paddedBytes;

    /** Keeps a log, and wakes its subscribers if the publishers that should are dead. */
    public LogMaintenance(LogBuffers log, Waker.Source wakers, UnblockListener listener) {
        this.log = log;
        this.meta = log.meta();
        this.wakers = wakers;
        this.sleepers = WakeHandshake.ofSubscribers(meta, wakers);
        this.sleepingPublishers = WakeHandshake.ofPublishers(meta, wakers);
        LogMeta.Constants constants = log.constants();
        this.exclusive = constants.kind() == KIND_EXCLUSIVE;
        this.publishers = new PublisherSlots(meta);
        this.subscribers = new SubscriberSlots(meta);
        this.mirror = new MirrorKeeping(log, publishers);
        this.publisherLimit = new PublisherLimit(log);
        this.holdBack = new HoldBack(log, publishers, subscribers, publisherLimit);
        this.cleaner = new Cleaner(log);
        this.flowControl = new FlowControl(
                constants.window(),
                constants.reserve(),
                FlowControl.ahead(constants),
                constants.termLength(),
                cleaner.target(),
                log::mayBeginAt);
        this.prefix = new CommittedPrefix(log, cleaner.target());
        this.unblocker = new Unblocker(log, this::wakePublishers, listener);
        this.limit = meta.limitAcquire();
    }

    /**
     * {@return the publisher's slot; -1 if the log has no more, or has ended, or is a mirror that has a publisher;
     * {@link #NOT_NOW} if it has to be asked for again}
     */
    public int addPublisher(long registrationId, long clientId, long pid) {
        if (isEnded() || mirror.hasAnother(registrationId)) {
            return -1;
        }
        if (mirror.isHandedOver(registrationId) && !settle()) {
            return NOT_NOW;
        }
        return mirror.occupied(publishers.add(registrationId, clientId, pid));
    }

    /** {@return whether the next publisher of a mirror can continue: no other party cleans, and the tail is found} */
    private boolean settle() {
        if (!takePlace()) {
            return false;
        }
        try {
            return mirror.settle(prefix, cleaner.cleanPosition());
        } finally {
            cleaner.release();
        }
    }

    /** {@return its work for a mirror} */
    public MirrorKeeping mirror() {
        return mirror;
    }

    /** A publisher has closed its handle, with nothing left open. */
    public void endPublisher(long registrationId) {
        publishers.end(registrationId);
    }

    /**
     * {@return its slot; -1 if the log has no more, {@link #NOT_NOW} if it has to be asked for again}
     *
     * @throws JoinAt.RefusedException if it cannot begin at the requested position
     */
    public int addSubscriber(Subscriber subscriber, JoinAt joinAt) {
        int slot = subscribers.find(subscriber.registrationId());
        if (slot < 0) {
            if (!takePlace()) {
                return NOT_NOW;
            }
            try { // In the place: a publisher that has not seen this slot would clean past the subscriber's beginning.
                slot = subscribers.add(asItBegins(subscriber, joinAt), prefix.findJoin(joinAt, cleaner.target()));
            } finally {
                cleaner.release();
            }
        }
        sleepingPublishers.wake(); // Publishers, and threads that their conductors wake, may wait for a subscriber.
        wakePublishers();
        return slot;
    }

    /** In a log without messages, a subscriber that reads history has nothing to catch up with. */
    private Subscriber asItBegins(Subscriber subscriber, JoinAt joinAt) {
        boolean catchesUp = joinAt.kind() == JoinAt.Kind.HISTORY && publishers.hasBegun();
        return catchesUp ? subscriber.thatCatchesUp() : subscriber;
    }

    /** {@return the position at which a subscriber began} */
    public long joinPosition(int slot) {
        return subscribers.join(slot);
    }

    public void removeSubscriber(long registrationId) {
        int slot = subscribers.find(registrationId);
        if (slot >= 0) {
            free(slot);
        }
    }

    /** If the log has no reader any more, conductors make that known to the offers of their clients. */
    private void free(int slot) {
        subscribers.free(slot);
        if (subscribers.active().length == 0) {
            wakePublishers();
        }
    }

    /** Wakes the conductors of the publishers: they have a question to answer, or a change to make known. */
    private void wakePublishers() {
        for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
            if (publishers.isLiving(slot)) {
                wakers.of(meta.publishers().client(slot), Waker.CONDUCTOR).wakeBehindStore();
            }
        }
    }

    /** {@return its subscribers and their positions} */
    public SubscriberSlots subscribers() {
        return subscribers;
    }

    /** {@return since when and by which subscriber its publishers are held back} */
    public HoldBack holdBack() {
        return holdBack;
    }

    /** Handles the proven death of a client: its subscriptions gate no more, and its open claims are padded. */
    public void clientDied(long clientId) {
        publishers.clientDied(clientId);
        for (int slot : subscribers.active()) {
            if (meta.subscribers().client(slot) == clientId && !subscribers.isVacant(slot)) {
                free(slot);
            }
        }
        sleepers.wake(); // It may have died between a commit and the check for sleepers.
    }

    /**
     * Does one bounded piece of work.
     *
     * @param drained receives the registration of each subscriber that has read an ended log to its end; its slot is
     *     free then
     * @return 0 if there was nothing or little to do, 1 if there was so much that the next cycle should start sooner,
     *     more if it should start at once
     */
    public int cycle(LongConsumer drained) {
        if (!takePlace()) { // A client is cleaning, and is about to give the place back.
            subscribers.refresh(); // Otherwise a subscriber that makes progress might be evicted.
            return 0; // Otherwise the keeper would hardly sleep if that client is stopped.
        }
        int work;
        long least;
        try {
            subscribers.join(cleaner.target());
            least = leastPosition();
            work = drainedFrames >= MAX_DRAINED_FRAMES ? 2 : 0;
            if (!exclusive && publishers.hasDead()) {
                work += unblock();
            }
            if (cleanWantedTo() >= cleaner.cleanPosition() + log.ringLength()) {
                cleaner.announce(flowControl.cleaningTarget(least));
                work += cleaner.clean(MAX_CLEANED_BYTES) >= MAX_CLEANED_BYTES ? 2 : 0;
            }
            consumed = least;
            if (publishers.allHaveLeft()
                    && !mirror.isVacant()) { // In the place: the cleaner still has its slot, and the log no end.
                work += end(drained);
            }
        } finally {
            cleaner.release();
        }
        work += raiseLimit(flowControl.limit(least, cleaner.cleanPosition()));
        if (!exclusive || least >= meta.endPositionAcquire()) { // The stored tail of an exclusive log lags.
            publishers.release(least);
        }
        return work;
    }

    /**
     * {@return how far claims may reach} An ended log keeps its messages, and so does one that has no reader: there
     * publishers stop, and a process that stores its position may come back. But claims of dead publishers, and those
     * of living ones that went too far, can be padded only in clean memory.
     */
    private long cleanWantedTo() {
        boolean stops = subscribers.active().length == 0 && log.constants().mirror() == null;
        long end = meta.endPositionAcquire();
        return stops ? Math.min(end, meta.tailAcquire()) : end;
    }

    /** Takes the cleaner's place, and continues where the last cleaner stopped. */
    private boolean takePlace() {
        if (!cleaner.tryTake(publishers, subscribers)) {
            return false;
        }
        cleaner.resume();
        flowControl.advanceTo(cleaner.target());
        prefix.advanceTo(cleaner.target());
        return true;
    }

    private long leastPosition() {
        long least = subscribers.refresh();
        long latestJoin = least == NONE ? NONE : 0;
        for (int slot : subscribers.active()) {
            if (subscribers.gates(slot)) {
                prefix.proveConsumed(subscribers.join(slot), subscribers.position(slot));
                latestJoin = Math.max(latestJoin, subscribers.join(slot));
            }
        }
        drainedFrames = prefix.drain(latestJoin, MAX_DRAINED_FRAMES);
        return Math.min(least, prefix.position());
    }

    /**
     * Returns 0 if the step left publishers most of their space, 1 if half of it, 2 if it was late. If a subscriber
     * cleans, always 0: publishers find the limit themselves, and the keeper's cycles would only take a core from them.
     */
    private int raiseLimit(long newLimit) {
        if (newLimit <= limit) {
            return 0;
        }
        long raisedBytes = newLimit - limit;
        limit = newLimit;
        // Release: pairs with the acquire in the appenders; memory below the limit has been zeroed.
        meta.limitRelease(newLimit);
        sleepingPublishers.wake();
        long available = log.constants().window() + FlowControl.ahead(log.constants());
        if (raisedBytes < available / 2 || publisherLimit.aReaderCleans()) {
            return 0;
        }
        return raisedBytes < available - available / 8 ? 1 : 2;
    }

    /** Checks every position at which a subscriber may be stuck, not only the least. */
    private int unblock() {
        long clean = cleaner.cleanPosition();
        long padded = unblocker.unblock(prefix.position(), clean, nextStander(prefix.position()), publishers);
        for (int slot : subscribers.active()) {
            long position = subscribers.position(slot);
            if (position >= cleaner.target()) { // If not, it was overrun, and other frames are there now.
                padded += unblocker.unblock(position, clean, nextStander(position), publishers);
            }
        }
        paddedBytes += padded;
        if (padded > 0) {
            sleepers.wake();
        }
        return padded > 0 ? 1 : 0;
    }

    private long nextStander(long position) {
        long next = prefix.position() > position ? prefix.position() : NONE;
        for (int slot : subscribers.active()) {
            long other = subscribers.position(slot);
            next = other > position ? Math.min(next, other) : next;
        }
        return next;
    }

    /** Without a publisher the log ends at its tail, and each subscriber that has reached it loses its slot. */
    private int end(LongConsumer drained) {
        if (!isEnded()) { // A dead owner's log ends at its first frame that is not committed.
            if (!prefix.findTail()) {
                return 1; // The next cycle continues the search.
            }
            meta.endPositionRelease(prefix.tail());
        }
        long end = meta.endPositionAcquire();
        int work = 0;
        for (int slot : subscribers.active()) {
            if (subscribers.position(slot) >= end) {
                // First: if the report fails, the next cycle repeats it.
                drained.accept(subscribers.registration(slot));
                subscribers.free(slot);
                work++;
            }
        }
        return work;
    }

    /** {@return the position up to which all gating subscribers have read and all claims have ended} */
    public long consumed() {
        return consumed;
    }

    /** {@return whether claims or messages follow {@link #consumed}; for an exclusive log it may not be known} */
    public boolean isBehind() {
        return meta.tailAcquire() > consumed;
    }

    /** {@return whether a log ever had a publisher} */
    public static boolean hasBegun(LogMeta meta) {
        return new PublisherSlots(meta).hasBegun();
    }

    /** {@return whether it has permanently no publisher any more} */
    public boolean isEnded() {
        return meta.endPositionAcquire() != NONE;
    }

    /** {@return whether it has ended, has no reader, and has no open claim, which no reader could pass} */
    public boolean isFinished() {
        return isEnded() && subscribers.active().length == 0 && prefix.position() >= meta.endPositionAcquire();
    }

    /** {@return the bytes padded because their publisher was proven dead} */
    public long paddedBytes() {
        return paddedBytes;
    }

    /** {@return the slot of the living publisher whose answer the unblocking waits for, or -1} */
    public int waitingFor() {
        boolean passed = unblocker.askedAt() < prefix.position();
        return passed ? -1 : unblocker.waitingFor(publishers);
    }

    /** {@return the position that it waits at} */
    public long waitingAt() {
        return unblocker.askedAt();
    }

    public LogBuffers log() {
        return log;
    }
}
