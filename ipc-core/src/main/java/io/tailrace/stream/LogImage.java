/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.SubscriberPolicy.KIND_BLOCK;

import io.tailrace.BlockHandler;
import io.tailrace.CheckedFrameHandler;
import io.tailrace.ControlledFrameHandler;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.WaitPolicy;
import io.tailrace.events.Events;
import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.Handles;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogFiles;
import io.tailrace.log.Occupancy;
import io.tailrace.log.Sleepers;
import io.tailrace.log.SubscriberProgress;
import io.tailrace.log.Waker;
import io.tailrace.log.read.CatchUpPause;
import io.tailrace.log.read.DroppingReader;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedLong;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Reads one log for a subscriber. */
public final class LogImage extends SlotImage {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle CLOSED = Handles.field(LOOKUP, "closed", boolean.class);
    /** Neither is the word of a message; on the second one, the thread that gets inside must check. */
    private static final long NOTHING = 0;

    private static final long UNSEEN = 1;
    private static final VarHandle POSITION = Handles.field(LOOKUP, "position", long.class);

    /** The position last reported to the publisher. */
    long position;
    /** Messages read so far, including those of the previous holder of its name. */
    long messages;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    private final boolean acknowledges;
    final SubscriberProgress progress;
    final FrameReader reader;
    /** Copies messages that publishers may overwrite; null if messages are read in place. */
    @Nullable
    DroppingReader dropping;

    /** Used until it reads in place; null if it does so from the start, or never will. */
    private @Nullable LiveJoin join;

    /** The position of its name in history; null if it has none. */
    private final @Nullable MappedLong kept;

    final FrameHeader header;
    final CatchUpPause pause;
    private final Sleepers publishers;
    private final PollGuard guard;
    private final SlotSleeper sleeper;
    private final LogDamage damage;
    final ImageCleaning cleaning;
    private final BooleanSupplier cleaner;
    private final BooleanSupplier finder;
    private final BooleanSupplier acknowledger;

    @SuppressWarnings("unused") // through its VarHandle
    private boolean closed;

    /**
     * If it reads in place, or reads no history, it begins at the position in its slot: the join position, or, if
     * opened again, the position up to which it was read. Otherwise it begins at the join position, which may be before
     * the oldest message in the log.
     */
    public LogImage(StreamSubscription subscription, LogFiles files, int slot, long joinPosition) {
        super(subscription, files, slot, joinPosition);
        this.guard = new PollGuard(subscription.stream());
        this.publishers = Sleepers.ofPublishers(meta, subscription.wakers());
        this.sleeper = new SlotSleeper(meta, slot, subscription.wakers().of(Waker.DRIVER, Waker.CONDUCTOR));
        this.damage = new LogDamage(files, slot);
        this.acknowledges = subscription.config().acknowledges();
        this.pause = new CatchUpPause(subscription.config().waitPolicy() != WaitPolicy.ECONOMY);
        this.progress = meta.progress(slot);
        this.position = progress.position();
        this.messages = progress.messages();
        // With policy BLOCK, perhaps at this moment. So it is never evicted: publishers would tear its message.
        boolean inPlace = subscription.config().policy() == Policy.BLOCK && meta.subscriberPolicy(slot) == KIND_BLOCK;
        StreamPast past = subscription.past();
        if (past != null && !inPlace) {
            this.position = joinPosition;
            progress.release(joinPosition, messages);
            this.join = mayJoin() ? new LiveJoin(meta, slot, subscription.registrationId()) : null;
        }
        this.kept = past == null ? null : past.cell(logId(), position);
        this.dropping =
                inPlace ? null : new DroppingReader(buffers(), position, past == null ? null : past.of(logId()));
        this.reader = dropping == null ? new FrameReader(buffers(), position) : dropping.frames();
        if (subscription.messages().areInBlocks()) {
            reader.readRuns(); // Before any check for a message.
        }
        this.header = new FrameHeader(this);
        this.cleaning = new ImageCleaning(files, slot, inPlace, subscription.registrationId(), subscription.wakers());
        this.cleaner = () -> !isClosedNow() && cleaning.clean(this.position);
        this.finder = () -> !isClosedNow() && LogDamage.isNextOrDamage(reader, dropping);
        this.acknowledger = () -> publishPosition(reader.position(), messages);
    }

    @Override
    public <E extends Exception> int poll(CheckedFrameHandler<E> handler, int frameLimit, long boundPosition) throws E {
        long seen = look();
        if (seen == NOTHING) {
            return 0;
        }
        Occupancy occupancy = guard.enterAgain();
        if (occupancy == null) {
            occupancy = guard.enter();
            seen = UNSEEN;
        }
        try {
            int frames = pollInside(handler, frameLimit, boundPosition, seen);
            PollGuard.leave(occupancy);
            return frames;
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see the field.
            giveUpDamaged(t);
            throw t;
        }
    }

    /** {@return the result of a check: the next header, {@link #NOTHING}, or {@link #UNSEEN}} Each poll begins so. */
    private long look() {
        pause.beforePoll();
        if (dropping != null || reader.position() != position) { // A check for messages has passed padding.
            return UNSEEN;
        }
        long word = reader.glance();
        return FrameLayout.length(word) > 0 ? word : lookElsewhere();
    }

    private long lookElsewhere() {
        if (guard.isInUse()) {
            return UNSEEN;
        }
        pause.foundNothing();
        if (cleaning.isDue(position)) {
            try {
                guard.inside(cleaner);
            } catch (Throwable t) {
                giveUpDamaged(t);
                throw t;
            }
        }
        return NOTHING;
    }

    private <E extends Exception> int pollInside(
            CheckedFrameHandler<E> handler, int frameLimit, long boundPosition, long seen) throws E {
        int frames = 0;
        long word = 0;
        Events.HandlerRun run = Events.beginHandlers();
        try {
            readInPlaceIfJoined();
            if (frameLimit > 0 && !isClosedNow()) {
                word = reader.isMessage(seen) ? seen : next();
            }
            while (word != 0 && reader.position() < boundPosition) {
                MappedBuffer buffer = dropping == null ? reader.buffer() : dropping.buffer();
                int offset = dropping == null ? reader.payloadOffset() : 0;
                header.wrap(word, reader.position());
                reader.consume(word); // Before the handler: a message whose handler throws counts as consumed.
                frames++;
                handler.onFrame(buffer, offset, FrameLayout.length(word) - HEADER_LENGTH, header);
                boolean goesOn = frames < frameLimit && (frames > 1 || !pause.looksAway()) && !isClosedNow();
                word = goesOn ? next() : 0;
            }
        } finally {
            publishRead(frames);
            pause.afterPoll(frames, word == 0 && frames < frameLimit);
            header.ended(run, frames);
        }
        return frames;
    }

    @Override
    public int controlledPoll(ControlledFrameHandler handler, int frameLimit, long boundPosition) {
        if (look() == NOTHING) {
            return 0;
        }
        Occupancy occupancy = guard.enter();
        try {
            int frames = ControlledPoll.inside(this, handler, frameLimit, boundPosition);
            PollGuard.leave(occupancy);
            return frames;
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see the field.
            giveUpDamaged(t);
            throw t;
        }
    }

    /** Called before each poll reads. */
    void readInPlaceIfJoined() {
        DroppingReader copying = dropping;
        if (join == null || copying == null || isClosedNow() || !join.isDone(copying)) {
            return;
        }
        if (subscription.config().policy() == Policy.BLOCK) { // With policy EVICT it continues to copy.
            cleaning.begin(); // Allocations come first.
            dropping = null;
            copying.close();
            VarHandle.fullFence(); // Pairs with the one in close(): one of the two sees the other.
            if (isClosedNow()) {
                cleaning.close();
            }
        }
        join = null;
    }

    @Override
    public int pollBlock(BlockHandler handler, int maxLength) {
        BlockPoll.begin(subscription);
        reader.readRuns();
        if (look() == NOTHING) {
            return 0;
        }
        Occupancy occupancy = guard.enter();
        try {
            int length = BlockPoll.inside(this, handler, maxLength);
            PollGuard.leave(occupancy);
            return length;
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see the field.
            giveUpDamaged(t);
            throw t;
        }
    }

    long next() {
        return dropping == null ? reader.next() : subscription.losses().next(this, dropping, progress);
    }

    private void giveUpDamaged(Throwable failure) {
        if ((!acknowledges || position() >= delivered()) && damage.isSeenIn(failure)) { // Acknowledgements come first.
            close();
        }
    }

    /** Announces the waiting sleeper to publishers. Returns whether it is new to them. Called by the polling thread. */
    public boolean nameSleeper(int number) {
        Occupancy occupancy = guard.enter();
        boolean isNew = false;
        try {
            if (!isClosedNow()) { // If it is closed, its slot may belong to another subscriber.
                isNew = sleeper.name(number);
                publishRead(0); // A check may have passed padding, up to the end of the log.
                sleeper.wakeKeeperIfStanding(reader, dropping);
            }
            PollGuard.leave(occupancy);
            return isNew;
        } catch (Throwable t) {
            guard.failed = true;
            throw t;
        }
    }

    /** Returns whether a poll would deliver a message or report a loss. Called by the polling thread. */
    boolean hasMessage() {
        return guard.inside(finder);
    }

    @Override
    public void acknowledge() {
        guard.inside(acknowledger);
    }

    @Override
    public void acknowledge(long end) {
        guard.inside(() -> BlockPoll.acknowledge(this, end));
    }

    /** As {@link #acknowledge(long)}, and messages after the position are delivered again. Only for a gating image. */
    public void rewind(long end) {
        guard.inside(() -> BlockPoll.rewind(this, end));
    }

    /** Gives the image to a dispatch, which counts as one poll. */
    public DispatchReader beginDispatch() {
        guard.enter();
        return new DispatchReader(reader, pause, sleeper, damage);
    }

    /** Dispatch: as {@link #nameSleeper}. Called by the thread that waits for messages. */
    public boolean nameSleeperOfDispatch(int number) {
        return !isClosedNow() && sleeper.name(number);
    }

    /** Dispatch: everything before the position is done. One thread at a time, in a happens-before order. */
    public void done(long consumed, long frames) {
        publishPosition(consumed, messages += frames);
    }

    /** The dispatch gives the image back, which continues at the position up to which everything is done. */
    public void endDispatch() {
        reader.seek(position());
        guard.leave();
    }

    public LogDamage damage() {
        return damage;
    }

    public boolean isClosedNow() {
        // Opaque, after enter(): pairs with the safepoint that closing passes before it asks isQuiet() (Safepoint).
        return (boolean) CLOSED.getOpaque(this);
    }

    /** If messages wait to be acknowledged, the position stays before them; padding needs no acknowledgement. */
    void publishRead(int frames) {
        messages += frames;
        if (!acknowledges || position >= delivered()) {
            publishPosition(reader.position(), messages);
        }
    }

    /** {@return the end of the last message that was delivered; 0 if none was} The header still describes it. */
    private long delivered() {
        return Math.min(header.endPosition(), reader.position()); // If it was aborted, it was not delivered.
    }

    /** {@return whether it is different from before} */
    boolean publishPosition(long consumed, long read) {
        boolean isNew = consumed != position && !isClosedNow();
        if (isNew) { // Not in a closed image, whose slot may belong to another subscriber.
            POSITION.setOpaque(this, consumed);
            if (kept != null) { // Before the driver sees it: after the end of the log this word may be another log's.
                kept.setRelease(consumed);
            }
            FaultPoint.reach("poll.consumed");
            progress.release(consumed, read);
            if (isGone() && isEndOfStream()) {
                subscription.ended(this);
            }
            publishers.wakeAt(consumed);
            cleaning.told(consumed);
        }
        return isNew;
    }

    /** From now on polls deliver nothing. Any thread. */
    public void close() {
        CLOSED.setVolatile(this, true);
        VarHandle.fullFence(); // Pairs with the one in readInPlaceIfJoined().
        cleaning.close();
    }

    /** {@return whether no thread is inside a poll} Stays true once closed and every thread has passed a safepoint. */
    public boolean isQuiet() {
        return !guard.isInUse() && cleaning.isQuiet();
    }

    public void release() {
        files.release();
        reader.release();
        cleaning.release();
        DroppingReader copying = dropping;
        if (copying != null) {
            copying.close();
        }
    }

    @Override
    public boolean isLive() {
        DroppingReader copying = dropping;
        return !isGone() && (copying == null || !copying.isInPast());
    }

    @Override
    public long position() {
        return (long) POSITION.getOpaque(this);
    }

    @Override
    public long readPosition() {
        return Math.max(position, delivered());
    }

    @Override
    public boolean isClosed() {
        return (boolean) CLOSED.getAcquire(this);
    }

    /**
     * Reads an image for the dispatch that has it. Used by one thread at a time, with a happens-before order between
     * threads.
     */
    public record DispatchReader(FrameReader frames, CatchUpPause pause, SlotSleeper sleeper, LogDamage damage) {}
}
