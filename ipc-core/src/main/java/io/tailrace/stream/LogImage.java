/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.SubscriberPolicy.KIND_BLOCK;

import io.tailrace.BlockHandler;
import io.tailrace.CheckedFrameHandler;
import io.tailrace.ControlledFrameHandler;
import io.tailrace.ControlledFrameHandler.Action;
import io.tailrace.Image;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.WaitPolicy;
import io.tailrace.events.Events;
import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.Handles;
import io.tailrace.internal.Padded;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogMeta;
import io.tailrace.log.LogMirror;
import io.tailrace.log.SubscriberProgress;
import io.tailrace.log.ThreadGuard;
import io.tailrace.log.ThreadGuard.Occupancy;
import io.tailrace.log.WakeHandshake;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.ReaderCleaning;
import io.tailrace.log.read.CatchUpPause;
import io.tailrace.log.read.FrameReader;
import io.tailrace.log.read.MessageReader;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedLong;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads one log for a subscriber.
 *
 * <p>The life of an image: the driver has given its subscriber a slot. It reads in place from the start if its policy
 * is BLOCK and it does not begin in history. Else it reads copies ({@link CopyingReader}), perhaps until it has caught
 * up and publishers wait for it. Each poll looks for a message before it enters the {@link PollGuard}, and stores its
 * position at its end. Any thread may close the image. It is released once it is quiet: no thread is inside a poll, and
 * none can come.
 */
public final class LogImage extends Padded implements Image {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final VarHandle CLOSED = Handles.field(LOOKUP, "closed", boolean.class);
    /** Neither is the word of a message; on the second one, the thread that gets inside must check. */
    private static final long NOTHING = 0;

    private static final long UNSEEN = 1;

    /**
     * The amount by which cleaning is postponed while messages arrive: storing zeros meanwhile would delay an answer.
     */
    private static final int PUT_OFF_LENGTH = 16 * 1024;

    private static final long NEVER = Long.MAX_VALUE;
    private static final VarHandle POSITION = Handles.field(LOOKUP, "position", long.class);

    /** The position last reported to the publisher. */
    private long position;
    /** Messages read so far, including those of the previous holder of its name. */
    private long messages;
    /** The position from which on it cleans: when a poll finds nothing, because no other party waits then. */
    private long cleaningDueAt = NEVER;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    final StreamSubscription subscription;
    final LogFiles files;
    final LogMeta meta;
    final int slot;
    private final long joinPosition;
    private final boolean acknowledges;
    private final SubscriberProgress progress;
    /** Steps over the messages of the log. */
    private final FrameReader frames;
    /** Finds the messages: {@link #frames} if they are read in place; else a {@link CopyingReader}. */
    private MessageReader reader;

    /** The position of its name in history; null if it has none. */
    private final @Nullable MappedLong kept;

    private final FrameHeader header;
    private final CatchUpPause pause;
    private final WakeHandshake publishers;
    private final PollGuard guard;
    private final SlotSleeper sleeper;
    private final LogDamage damage;
    /** Null if the subscriber may cease to gate, and in a released image, which keeps no memory mapped. */
    private @Nullable ReaderCleaning cleaning;

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
        this.subscription = subscription;
        this.files = files;
        this.meta = files.buffers().meta();
        this.slot = slot;
        this.joinPosition = joinPosition;
        this.guard = new PollGuard();
        this.publishers = WakeHandshake.ofPublishers(meta, subscription.wakers());
        this.sleeper = new SlotSleeper(meta, slot, subscription.wakers().of(Waker.DRIVER, Waker.CONDUCTOR));
        this.damage = new LogDamage(files, slot);
        this.acknowledges = subscription.config().acknowledges();
        this.pause = new CatchUpPause(subscription.config().waitPolicy() != WaitPolicy.ECONOMY);
        this.progress = meta.progress(slot);
        this.position = progress.position();
        this.messages = progress.messages();
        // With policy BLOCK, perhaps at this moment. So it is never evicted: publishers would tear its message.
        boolean inPlace = subscription.config().policy() == Policy.BLOCK && meta.subscriberPolicy(slot) == KIND_BLOCK;
        Replay replay = subscription.replay();
        if (replay != null && !inPlace) {
            this.position = joinPosition;
            progress.release(joinPosition, messages);
        }
        this.kept = replay == null ? null : replay.cell(logId(), position);
        this.frames = new FrameReader(buffers(), position);
        this.reader = inPlace ? frames : new CopyingReader(this, frames, replay == null ? null : replay.of(logId()));
        if (subscription.isReadInBlocks()) {
            frames.readRuns(); // Before any check for a message.
        }
        this.header = new FrameHeader(this);
        if (inPlace) {
            beginCleaning();
        }
        this.cleaner = () -> !isClosedNow() && clean(this.position);
        this.finder = () -> !isClosedNow() && LogDamage.isNextOrDamage(reader);
        this.acknowledger = () -> publishPosition(frames.position(), messages);
    }

    /**
     * {@return the image of a log that the driver has announced} It begins at the position that history determines, if
     * history is read.
     */
    public static LogImage of(StreamSubscription subscription, LogFiles files, int slot, long joinPosition) {
        Replay replay = subscription.replay();
        LogBuffers log = files.buffers();
        long begin = replay == null
                ? joinPosition
                : replay.begin(log.constants().logId(), joinPosition, log.meta().endPositionAcquire());
        return new LogImage(subscription, files, slot, begin);
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
            int count = pollInside(handler, frameLimit, boundPosition, seen);
            PollGuard.leave(occupancy);
            return count;
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see the field.
            giveUpDamaged(t);
            throw t;
        }
    }

    /** {@return the result of a check: the next header, {@link #NOTHING}, or {@link #UNSEEN}} Each poll begins so. */
    private long look() {
        pause.beforePoll();
        if (reader != frames || frames.position() != position) { // A check for messages has passed padding.
            return UNSEEN;
        }
        long word = frames.glance();
        return FrameLayout.length(word) > 0 ? word : seeNothing();
    }

    /** Uses the time to clean, unless a thread is inside, whose messages may be ahead of what this has seen. */
    private long seeNothing() {
        if (guard.isInUse()) {
            return UNSEEN;
        }
        pause.foundNothing();
        if (position >= cleaningDueAt) {
            try {
                guard.inside(cleaner);
            } catch (Throwable t) {
                giveUpDamaged(t);
                throw t;
            }
        }
        return NOTHING;
    }

    /**
     * C2 inlines no method of more than 325 bytes (FreqInlineSize), and this one is longer. Polls that find nothing
     * make the caller hot before there are messages; inlined there, this would be compiled by the figures of the first.
     */
    private <E extends Exception> int pollInside(
            CheckedFrameHandler<E> handler, int frameLimit, long boundPosition, long seen) throws E {
        int count = 0;
        long word = 0;
        Events.HandlerRun run = Events.beginHandlers();
        try {
            boolean isSeen = frames.isMessage(seen);
            if (!isSeen) {
                readInPlaceIfJoined();
            }
            MessageReader source = reader;
            if (frameLimit > 0 && !isClosedNow()) {
                word = isSeen ? seen : source.next();
            }
            while (word != 0 && frames.position() < boundPosition) {
                MappedBuffer buffer = source.buffer();
                int offset = source.payloadOffset();
                header.wrap(word, frames.position());
                frames.consume(word); // Before the handler: a message whose handler throws counts as consumed.
                count++;
                handler.onFrame(buffer, offset, FrameLayout.length(word) - HEADER_LENGTH, header);
                boolean goesOn = count < frameLimit && (count > 1 || !pause.looksAway()) && !isClosedNow();
                word = goesOn ? source.next() : 0;
            }
        } finally {
            messages += count;
            if (!acknowledges || position >= delivered()) {
                publishPosition(frames.position(), messages);
            }
            pause.afterPoll(count, word == 0 && count < frameLimit);
            header.ended(run, count);
        }
        return count;
    }

    @Override
    public int controlledPoll(ControlledFrameHandler handler, int frameLimit, long boundPosition) {
        if (look() == NOTHING) {
            return 0;
        }
        Occupancy occupancy = guard.enter();
        try {
            int count = controlledPollInside(handler, frameLimit, boundPosition);
            PollGuard.leave(occupancy);
            return count;
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see the field.
            giveUpDamaged(t);
            throw t;
        }
    }

    private int controlledPollInside(ControlledFrameHandler handler, int frameLimit, long boundPosition) {
        int count = 0;
        boolean caughtUp = false;
        Action action = Action.CONTINUE;
        Events.HandlerRun run = Events.beginHandlers();
        try {
            readInPlaceIfJoined();
            while (count < frameLimit && !caughtUp && action != Action.BREAK && !isClosedNow()) {
                long word = reader.next();
                caughtUp = word == 0;
                long framePosition = frames.position();
                if (caughtUp || framePosition >= boundPosition) {
                    break;
                }
                MappedBuffer buffer = reader.buffer();
                int offset = reader.payloadOffset();
                header.wrap(word, framePosition);
                frames.consume(word);
                count++; // As in a poll, even if the handler throws.
                action = handler.onFrame(buffer, offset, FrameLayout.length(word) - HEADER_LENGTH, header);
                if (action == Action.ABORT) {
                    frames.seek(framePosition);
                    count--;
                    break;
                }
                if (action == Action.COMMIT) {
                    publishPosition(frames.position(), messages + count);
                }
                caughtUp = count == 1 && action != Action.BREAK && pause.looksAway();
            }
        } finally {
            publishRead(count);
            pause.afterPoll(count, caughtUp);
            header.ended(run, count);
        }
        return count;
    }

    /** Called before each poll reads. */
    private void readInPlaceIfJoined() {
        if (reader instanceof CopyingReader copying && !isClosedNow() && copying.mayReadInPlace()) {
            beginCleaning(); // Allocations come first.
            reader = frames;
            copying.close();
            VarHandle.fullFence(); // Pairs with the one in close(): one of the two sees the other.
            if (isClosedNow()) {
                closeCleaning();
            }
        }
    }

    /** From now on it cleans, because the subscriber gates. Called by its creator or the thread inside the image. */
    private void beginCleaning() {
        cleaning =
                new ReaderCleaning(files.writableBuffers(), slot, subscription.registrationId(), subscription.wakers());
        cleaningDueAt = meta.subscriberPositionAcquire(slot);
    }

    /** {@return whether it will be due again} */
    private boolean clean(long consumed) {
        ReaderCleaning current = cleaning;
        cleaningDueAt = current == null ? NEVER : current.read(consumed);
        return cleaningDueAt != NEVER;
    }

    private void closeCleaning() {
        ReaderCleaning current = cleaning;
        if (current != null) {
            current.close();
        }
    }

    /** Publishers have overwritten what it had not read. */
    void lost(long from, long to) {
        if (!isClosedNow()) { // Its slot may belong to another subscriber.
            progress.lost(from, to);
        }
        subscription.lost(this, from, to);
    }

    @Override
    public int pollBlock(BlockHandler handler, int maxLength) {
        subscription.readInBlocks();
        frames.readRuns();
        if (look() == NOTHING) {
            return 0;
        }
        Occupancy occupancy = guard.enter();
        try {
            int length = pollBlockInside(handler, maxLength);
            PollGuard.leave(occupancy);
            return length;
        } catch (Throwable t) {
            guard.failed = true; // Before any call: see the field.
            giveUpDamaged(t);
            throw t;
        }
    }

    private int pollBlockInside(BlockHandler handler, int maxLength) {
        readInPlaceIfJoined();
        requireInPlace();
        int length = isClosedNow() ? 0 : frames.measureRun(maxLength);
        if (length > 0) {
            long from = frames.position();
            handler.onBlock(frames.buffer(), frames.payloadOffset() - HEADER_LENGTH, length, from, this);
            header.wrap(FrameLayout.header(length, FrameLayout.TYPE_PAD, FrameLayout.DRIVER_OWNER), from);
            frames.seek(from + length); // After the handler: a block whose handler throws was not delivered.
            publishRead(frames.runMessages());
        }
        return length;
    }

    private void requireInPlace() {
        if (reader != frames) {
            throw new IllegalStateException("no block: the subscriber does not gate, or was evicted: stream=" + stream()
                    + ", log=" + logId() + "; poll it, or subscribe again with policy BLOCK");
        }
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
                sleeper.wakeKeeperIfStanding(frames.position(), reader);
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
        guard.inside(() -> acknowledgeInside(end));
    }

    private boolean acknowledgeInside(long end) {
        requireDelivered(end);
        boolean isAll = end == readPosition(); // A check for messages may also have passed padding.
        return publishPosition(isAll ? frames.position() : end, messagesBefore(end));
    }

    /** As {@link #acknowledge(long)}, and messages after the position are delivered again. Only for a gating image. */
    public void rewind(long end) {
        guard.inside(() -> rewindInside(end));
    }

    private boolean rewindInside(long end) {
        requireInPlace();
        requireDelivered(end);
        messages = messagesBefore(end);
        frames.seek(end);
        header.wrap(FrameLayout.header(0, FrameLayout.TYPE_PAD, FrameLayout.DRIVER_OWNER), end);
        return true;
    }

    /** {@return about how many unacknowledged messages that were read lie before a position} */
    private long messagesBefore(long end) {
        long done = progress.messages();
        long bytes = readPosition() - position();
        return bytes == 0 ? messages : done + (messages - done) * (end - position()) / bytes;
    }

    private void requireDelivered(long end) {
        if (end < position() || end > readPosition() || end % FrameLayout.FRAME_ALIGNMENT != 0) {
            throw new IllegalArgumentException("no end of what was delivered: position=" + end + ", from=" + position()
                    + ", to=" + readPosition() + ", stream=" + stream() + ", log=" + logId());
        }
    }

    /** Gives the image to a dispatch, which counts as one poll. */
    public DispatchReader beginDispatch() {
        DispatchReader reader = new DispatchReader(frames, pause, sleeper, damage);
        guard.enter(); // Last: whatever fails after this must give the image back.
        return reader;
    }

    /** Dispatch: as {@link #nameSleeper}. Called by the thread that waits for messages. */
    public boolean nameSleeperOfDispatch(int number) {
        return !isClosedNow() && sleeper.name(number);
    }

    /** Dispatch: everything before the position is done. One thread at a time, in a happens-before order. */
    public void done(long consumed, long count) {
        publishPosition(consumed, messages += count);
    }

    /** The dispatch gives the image back, which continues at the position up to which everything is done. */
    public void endDispatch() {
        frames.seek(position());
        PollGuard.leave(guard.current());
    }

    public LogDamage damage() {
        return damage;
    }

    public boolean isClosedNow() {
        // Opaque, after enter(): pairs with the safepoint that closing passes before it asks isQuiet() (Safepoint).
        return (boolean) CLOSED.getOpaque(this);
    }

    /** If messages wait to be acknowledged, the position stays before them; padding needs no acknowledgement. */
    private void publishRead(int count) {
        messages += count;
        if (!acknowledges || position >= delivered()) {
            publishPosition(frames.position(), messages);
        }
    }

    /** {@return the end of the last message that was delivered; 0 if none was} The header still describes it. */
    private long delivered() {
        return Math.min(header.endPosition(), frames.position()); // If it was aborted, it was not delivered.
    }

    /** {@return whether it is different from before} */
    private boolean publishPosition(long consumed, long read) {
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
            if (consumed - cleaningDueAt >= PUT_OFF_LENGTH) {
                clean(consumed);
            }
        }
        return isNew;
    }

    /** From now on polls deliver nothing. Any thread. */
    public void close() {
        CLOSED.setVolatile(this, true);
        VarHandle.fullFence(); // Pairs with the one in readInPlaceIfJoined().
        closeCleaning();
    }

    /** {@return whether no thread is inside a poll} Stays true once closed and every thread has passed a safepoint. */
    public boolean isQuiet() {
        ReaderCleaning current = cleaning;
        return !guard.isInUse() && (current == null || current.isQuiet());
    }

    public void release() {
        files.release();
        frames.release();
        cleaning = null;
        if (reader instanceof CopyingReader copying) {
            copying.close();
        }
    }

    @Override
    public boolean isLive() {
        return !isGone() && !(reader instanceof CopyingReader copying && copying.isReplaying());
    }

    public LogBuffers buffers() {
        return files.buffers();
    }

    @Override
    public StreamSubscription subscription() {
        return subscription;
    }

    @Override
    public String stream() {
        return subscription.stream();
    }

    @Override
    public long logId() {
        return buffers().constants().logId();
    }

    @Override
    public @Nullable Origin origin() {
        LogMirror mirror = buffers().constants().mirror();
        return mirror == null ? null : new Origin(mirror.originHost(), mirror.originLogId());
    }

    @Override
    public long joinPosition() {
        return joinPosition;
    }

    @Override
    public long window() {
        return buffers().constants().window();
    }

    @Override
    public boolean isEndOfStream() {
        return position() >= meta.endPositionAcquire();
    }

    /** {@return whether its log exists only in history} */
    public boolean isGone() {
        return files.isGone();
    }

    @Override
    public long lagBytes() {
        return Math.max(0, meta.tailAcquire() - position());
    }

    /** {@return whether it gates once it has caught up from history with the log} */
    boolean mayJoin() {
        Policy policy = subscription.config().policy();
        return !isGone() && (policy == Policy.BLOCK || policy == Policy.EVICT);
    }

    @Override
    public boolean isGating() {
        return meta.gates(slot);
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

    /**
     * Guards the image while it is in use: by a thread during a poll, or by a dispatch for as long as it has the image.
     * Closing the image waits for the user. Any thread.
     */
    private final class PollGuard extends ThreadGuard {
        PollGuard() {
            super(OUTSIDE);
        }

        @Override
        protected String refusal() {
            return "already polled: by another thread, or from inside its own handler, or it is dispatched; stream="
                    + stream() + "; one thread at a time polls, a dispatch serves several";
        }

        /** {@return the result of a task that runs inside} */
        boolean inside(BooleanSupplier task) {
            Occupancy occupancy = enter();
            try {
                boolean answer = task.getAsBoolean();
                leave(occupancy);
                return answer;
            } catch (Throwable t) {
                failed = true; // Before any call: see the field.
                throw t;
            }
        }

        static void leave(Occupancy occupancy) {
            occupancy.leave(OUTSIDE);
        }

        /** {@return whether a user is inside that has not failed} */
        boolean isInUse() {
            if (failed) {
                settleFailed();
            }
            return isInside();
        }
    }
}
