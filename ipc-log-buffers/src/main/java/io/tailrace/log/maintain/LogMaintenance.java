/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static io.tailrace.log.LogLayout.MAX_PUBLISHERS;
import static io.tailrace.log.LogLayout.NONE;

import io.tailrace.internal.FaultPoint;
import io.tailrace.log.FlowControl;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Sleepers;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.Waker;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The media driver's work on one log, a bounded piece of it a cycle: look how far each subscriber has read, clean the
 * memory behind all of them, set the limit, pad what dead publishers left, find the end. It is the only writer of the
 * keeper's fields and of all slots. It does in the {@link CleanersPlace} what depends on how far is cleaned. One
 * thread.
 *
 * <p>A log ends with its last publisher. Subscribers read it to its end and then lose the image; the next publication
 * of the stream begins a new log. What has ended is cleaned no more, so that those who come later find what is there.
 */
public final class LogMaintenance {
    /** In place of a slot: a living client cleans at this moment. Ask again. */
    public static final int NOT_NOW = -2;

    private static final int MAX_CLEANED_BYTES = 16 * TermCleaner.CHUNK_LENGTH;
    private static final int MAX_DRAINED_FRAMES = 4096;

    private final LogBuffers log;
    private final LogMeta meta;
    private final boolean exclusive;
    private final PublisherSlots publishers;
    private final SubscriberSlots subscribers;
    private final MirrorKeeping mirror;
    private final HoldBack holdBack;
    private final FlowControl flowControl;
    private final CleanersPlace place;
    private final TermCleaner cleaner;
    private final CommittedPrefix prefix;
    private final Unblocker unblocker;
    private final Waker.Source wakers;
    private final Sleepers sleepers;
    private final Sleepers sleepingPublishers;

    private int drainedFrames;
    private long consumed;
    private long limit;
    private long paddedBytes;

    public LogMaintenance(LogBuffers log) {
        this(log, Waker.Source.NONE, UnblockListener.NONE);
    }

    /** Keeps a log, and wakes its subscribers where those who should are dead. */
    public LogMaintenance(LogBuffers log, Waker.Source wakers, UnblockListener listener) {
        this.log = log;
        this.meta = log.meta();
        this.wakers = wakers;
        this.sleepers = Sleepers.ofSubscribers(meta, wakers);
        this.sleepingPublishers = Sleepers.ofPublishers(meta, wakers);
        LogMeta.Constants constants = log.constants();
        this.exclusive = constants.kind() == KIND_EXCLUSIVE;
        this.publishers = new PublisherSlots(meta);
        this.subscribers = new SubscriberSlots(meta);
        this.mirror = new MirrorKeeping(log, publishers);
        this.holdBack = new HoldBack(log, publishers, subscribers);
        this.place = new CleanersPlace(meta);
        this.cleaner = new TermCleaner(log);
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

    /** {@return whether the next publisher of a mirror can go on: nobody else cleans, and the tail is found} */
    private boolean settle() {
        boolean inPlace = takePlace();
        try {
            return inPlace && mirror.settle(prefix, cleaner.cleanPosition());
        } finally {
            if (inPlace) {
                place.release();
            }
        }
    }

    /** {@return what it does for a mirror} */
    public MirrorKeeping mirror() {
        return mirror;
    }

    /** A publisher has closed its handle, with nothing left open. */
    public void endPublisher(long registrationId) {
        publishers.end(registrationId);
    }

    public int addSubscriber(long registrationId, long clientId, long pid, JoinAt joinAt) {
        return addSubscriber(registrationId, clientId, pid, joinAt, SubscriberPolicy.BLOCK);
    }

    /** Adds a subscriber without a name. */
    public int addSubscriber(long registrationId, long clientId, long pid, JoinAt joinAt, SubscriberPolicy policy) {
        return addSubscriber(new Subscriber(registrationId, clientId, pid, policy, SubscriberName.NONE), joinAt);
    }

    /**
     * {@return its slot; -1 if the log has no more, {@link #NOT_NOW} if it has to be asked for again}
     *
     * @throws JoinAt.RefusedException if it cannot begin at the position that it asks for
     */
    public int addSubscriber(Subscriber subscriber, JoinAt joinAt) {
        int slot = subscribers.find(subscriber.registrationId());
        if (slot < 0) {
            if (!takePlace()) {
                return NOT_NOW;
            }
            try { // In the place: a publisher that has not seen this slot would clean past where it begins.
                slot = subscribers.add(asItBegins(subscriber, joinAt), prefix.findJoin(joinAt, cleaner.target()));
            } finally {
                place.release();
            }
        }
        sleepingPublishers.wake(); // They may wait for a subscriber, and so may threads that their conductors wake.
        wakePublishers();
        return slot;
    }

    /** In a log that nobody has written to yet, one that reads history has nothing to catch up with. */
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
            subscribers.free(slot);
            wakeUnconnected();
        }
    }

    /** Where nobody reads any more, conductors make that known to the offers of their client. */
    private void wakeUnconnected() {
        if (subscribers.active().length == 0) {
            wakePublishers();
        }
    }

    /** Wakes the conductors of those that publish: there is something for them to answer, or to make known. */
    private void wakePublishers() {
        for (int slot = 0; slot < MAX_PUBLISHERS; slot++) {
            if (publishers.isLiving(slot)) {
                wakers.of(meta.publisherClient(slot), Waker.CONDUCTOR).wakeBehindStore();
            }
        }
    }

    /** {@return who reads it, and how far} */
    public SubscriberSlots subscribers() {
        return subscribers;
    }

    /** {@return since when its publishers are held back, and by whom} */
    public HoldBack holdBack() {
        return holdBack;
    }

    /** A client is proven dead: its subscriptions gate no more, and what its publishers left open is padded. */
    public void clientDied(long clientId) {
        publishers.clientDied(clientId);
        for (int slot : subscribers.active()) {
            if (meta.subscriberClient(slot) == clientId && !subscribers.isVacant(slot)) {
                subscribers.free(slot);
                wakeUnconnected();
            }
        }
        sleepers.wake(); // It may have died between a commit and the look whether anybody sleeps.
    }

    /**
     * One bounded piece of work.
     *
     * @param drained told the registration of each subscriber that has read an ended log to its end; its slot is free
     *     then
     * @return 0 if there was nothing or little to do, 1 if there was so much that the next cycle should come sooner,
     *     more if it should come at once
     */
    public int cycle(LongConsumer drained) {
        if (!takePlace()) { // A client cleans, and is about to give the place back.
            subscribers.refresh(); // Else one that goes on might be evicted.
            return 0; // Or the keeper would hardly sleep where that client is stopped.
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
            // What has ended stays. But only what lies in clean memory can be padded, if it is of the dead.
            if (meta.endPositionAcquire() >= cleaner.cleanPosition() + log.ringLength()) {
                cleaner.announce(flowControl.cleaningTarget(least));
                work += cleaner.clean(MAX_CLEANED_BYTES) >= MAX_CLEANED_BYTES ? 2 : 0;
            }
            consumed = least;
            if (publishers.allHaveLeft()
                    && !mirror.isVacant()) { // In the place: a subscriber that cleans has its slot, and the log no end.
                work += end(drained);
            }
        } finally {
            place.release();
        }
        work += raiseLimit(flowControl.limit(least, cleaner.cleanPosition()));
        if (!exclusive || least >= meta.endPositionAcquire()) { // Its stored tail is not the true one.
            publishers.release(least);
        }
        return work;
    }

    /** Takes the cleaner's place, and goes on where the last cleaner stopped. */
    private boolean takePlace() {
        if (!place.tryTake(publishers, subscribers)) {
            return false;
        }
        FaultPoint.reach("cleaning.taken");
        cleaner.resume();
        flowControl.advanceTo(cleaner.target());
        prefix.advanceTo(cleaner.target());
        return true;
    }

    private long leastPosition() {
        long least = subscribers.refresh();
        long latestJoin = subscribers.gating().length == 0 ? NONE : 0;
        for (int slot : subscribers.gating()) {
            prefix.proveConsumed(subscribers.join(slot), subscribers.position(slot));
            latestJoin = Math.max(latestJoin, subscribers.join(slot));
        }
        drainedFrames = prefix.drain(latestJoin, MAX_DRAINED_FRAMES);
        return Math.min(least, prefix.position());
    }

    /** Returns 0 for a step that left publishers most of what they have, 1 for half of it, 2 where it came late. */
    private int raiseLimit(long newLimit) {
        if (newLimit <= limit) {
            return 0;
        }
        long raisedBytes = newLimit - limit;
        limit = newLimit;
        // Release: pairs with the acquire in the appenders; what is below the limit has been zeroed.
        meta.limitRelease(newLimit);
        FaultPoint.reach("limit.raised");
        sleepingPublishers.wake();
        long available = log.constants().window() + FlowControl.ahead(log.constants());
        if (raisedBytes < available / 2) {
            return 0;
        }
        return raisedBytes < available - available / 8 ? 1 : 2;
    }

    /** Looks at every position where somebody may stand still, not only the least. */
    private int unblock() {
        long clean = cleaner.cleanPosition();
        long padded = unblocker.unblock(prefix.position(), clean, nextStander(prefix.position()), publishers);
        for (int slot : subscribers.active()) {
            long position = subscribers.position(slot);
            if (position >= cleaner.target()) { // Else it was overrun, and other frames are there now.
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

    /** Nobody publishes any more: the log ends at its tail, and each subscriber that is there loses its slot. */
    private int end(LongConsumer drained) {
        if (!isEnded() && !findEnd()) {
            return 1;
        }
        long end = meta.endPositionAcquire();
        int work = 0;
        for (int slot : subscribers.active()) {
            if (subscribers.position(slot) >= end) {
                // First: if telling fails, the next cycle tells it again.
                drained.accept(subscribers.registration(slot));
                subscribers.free(slot);
                work++;
            }
        }
        return work;
    }

    /** Stores the end as soon as it is known; a dead owner's log ends at its first frame that is not committed. */
    private boolean findEnd() {
        if (!prefix.findTail()) {
            return false; // Another piece of the way in the next cycle.
        }
        meta.endPositionRelease(prefix.tail());
        FaultPoint.reach("end.found");
        return true;
    }

    /** {@return up to where all that gate have read, and all claims have ended} */
    public long consumed() {
        return consumed;
    }

    /** {@return whether claims or messages lie behind {@link #consumed}; of an exclusive log it may not be known} */
    public boolean isBehind() {
        return meta.tailAcquire() > consumed;
    }

    /** {@return whether it was ever given to a publisher} */
    public boolean hasBegun() {
        return publishers.hasBegun();
    }

    /** {@return whether nobody publishes to it any more, for good} */
    public boolean isEnded() {
        return meta.endPositionAcquire() != NONE;
    }

    /** {@return whether it has ended, nobody reads it, and no claim is left open, behind which no reader would come} */
    public boolean isFinished() {
        return isEnded() && subscribers.active().length == 0 && prefix.position() >= meta.endPositionAcquire();
    }

    /** {@return the bytes padded because their publisher was proven dead} */
    public long paddedBytes() {
        return paddedBytes;
    }

    /** {@return what no subscriber stores and one has stored, which counts as standing still; told once; or null} */
    public @Nullable String takeMisplacedSubscriber() {
        int slot = subscribers.takeMisplaced();
        return slot < 0 ? null : subscribers.describeMisplaced(slot);
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
