/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.CounterSource;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.TailraceException;
import io.tailrace.file.FileAccess;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.read.Past;
import io.tailrace.memory.MappedLong;
import io.tailrace.segment.LogHistory;
import io.tailrace.segment.PastReader;
import io.tailrace.segment.ReaderFile;
import io.tailrace.segment.StreamHistory;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The history of a stream for one subscription: the start in each log, the positions of its name, and the logs that
 * exist only in history, which it reads first, one after the other. Used under the conductor's lock, except for the
 * objects that it gives to images. If history cannot be read, it throws a {@link TailraceException}.
 */
public final class StreamPast implements AutoCloseable {
    private final StreamHistory history;
    private final JoinAt joinAt;
    private final String name;
    /**
     * The file with the positions of the name, from the time at which the driver has given the name to this
     * subscription.
     */
    private @Nullable ReaderFile kept;
    /** Whether the name has read before. */
    private boolean goesOn;

    private final Deque<LogHistory> gone = new ArrayDeque<>();
    private final List<Long> later = new ArrayList<>();
    private boolean begun;
    private volatile boolean hasNext;

    public StreamPast(StreamHistory history, SubscriptionConfig config) {
        this.history = history;
        this.joinAt = config.joinAt();
        this.name = config.lease().name();
    }

    /**
     * Takes over the positions of the name. Not before an event of the driver shows that it has accepted the
     * subscription: a refused subscription must not touch the file of a living holder, nor leave a file that pins
     * segments.
     */
    private void takeName() {
        if (name.isEmpty() || kept != null) {
            return;
        }
        try {
            kept = ReaderFile.open(history.reader(name), name, FileAccess.PRIVATE);
            goesOn = kept.hasBegun();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** {@return whether history has a position of a log at which a frame begins} */
    public static boolean holds(StreamHistory history, long logId, long position) {
        try (Past past = new PastReader(history.log(logId))) {
            return past.seek(position);
        }
    }

    /**
     * {@return the start position of a subscription in a log in which it has a place}
     *
     * @param place the join position of its place
     * @param end of the log; {@link LogLayout#NONE} while it is not known
     */
    public long begin(long logId, long place, long end) {
        takeName();
        if (kept != null && goesOn) {
            long position = kept.position(logId);
            if (position == LogLayout.NONE || (position < 0 && logId < kept.floor())) {
                return end(place, end); // The log is done.
            }
            return position >= 0 ? position : beginning(logId, place);
        }
        return switch (joinAt.kind()) {
            case TAIL, OLDEST -> place;
            case BEGINNING -> beginning(logId, place);
            case TIME -> atTime(logId, place);
            case POSITION -> {
                if (logId == joinAt.logId()) {
                    yield joinAt.position();
                }
                yield logId < joinAt.logId() ? end(place, end) : beginning(logId, place);
            }
        };
    }

    /**
     * {@return the image of a log that the driver has announced} It begins at the position that history determines, if
     * history is read.
     */
    public static LogImage image(StreamSubscription subscription, LogFiles files, int slot, long joinPosition) {
        StreamPast past = subscription.past();
        LogBuffers log = files.buffers();
        long begin = past == null
                ? joinPosition
                : past.begin(log.constants().logId(), joinPosition, log.meta().endPositionAcquire());
        return new LogImage(subscription, files, slot, begin);
    }

    /** {@return figures that show where a subscription reads} */
    static CounterSource figures(StreamSubscription subscription) {
        return sink -> {
            sink.level("live", subscription.isLive() ? 1 : 0);
            sink.level("lagBytes", subscription.lagBytes());
        };
    }

    private static long end(long place, long end) {
        return end == LogLayout.NONE ? place : end;
    }

    private long beginning(long logId, long place) {
        LogHistory log = find(logId);
        return log == null ? place : Math.min(place, log.beginPosition());
    }

    private long atTime(long logId, long place) {
        try {
            LogHistory log = find(logId);
            return log == null ? place : log.positionAt(joinAt.position());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private @Nullable LogHistory find(long logId) {
        try {
            return LogHistory.open(history.log(logId));
        } catch (NoSuchFileException e) {
            return null; // Nothing of it is kept yet.
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private TailraceException unreadable(IOException e) {
        return new TailraceException(
                "the history cannot be read: stream=" + history.name() + ", path=" + history.folder() + ", "
                        + ErrorText.of(e),
                e);
    }

    /** {@return the past that an image reads if its log was overwritten} */
    Past of(long logId) {
        return new PastReader(history.log(logId));
    }

    /** {@return the word that keeps the position in a log for the next holder of its name; null if it has no name} */
    @Nullable
    MappedLong cell(long logId, long position) {
        if (kept == null) {
            return null;
        }
        try {
            MappedLong cell = kept.cell(logId);
            cell.setRelease(position);
            return cell;
        } catch (IllegalStateException e) {
            throw new TailraceException("the position of a name cannot be kept: " + e.getMessage(), e);
        }
    }

    /**
     * Notes that a log was read to its end. A name continues with the least log that is not done. So while older logs
     * that exist only in history are waiting, no other log is marked as done.
     */
    public void done(LogImage image) {
        if (kept == null) {
            return;
        }
        if (hasNext && !image.isGone()) {
            later.add(image.logId());
        } else {
            kept.done(image.logId());
            later.forEach(kept::done);
            later.clear();
        }
    }

    /** {@return whether the initial images of the driver were announced before} */
    public boolean hasBegun() {
        return begun;
    }

    /**
     * Called when the driver has announced all its logs: any other log in history is gone, and complete.
     *
     * @param told their ids
     */
    public void begin(Set<Long> told) {
        takeName();
        begun = true;
        for (LogHistory log : logs()) {
            if (!told.contains(log.logId())) {
                if (isWanted(log)) {
                    gone.add(log);
                } else if (kept != null && !goesOn) {
                    leaveOut(log, kept);
                }
            }
        }
        hasNext = !gone.isEmpty();
    }

    private void leaveOut(LogHistory log, ReaderFile reader) {
        if (gone.isEmpty()) {
            reader.done(log.logId());
        } else {
            cell(log.logId(), log.endPosition()); // An earlier log is not done.
        }
    }

    private List<LogHistory> logs() {
        try {
            return history.logs();
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private boolean isWanted(LogHistory log) {
        boolean all = goesOn || (joinAt.kind() != JoinAt.Kind.TAIL && joinAt.kind() != JoinAt.Kind.OLDEST);
        return all && begin(log.logId(), log.endPosition(), log.endPosition()) < log.endPosition();
    }

    /** {@return whether logs that exist only in history are waiting for their turn} Any thread. */
    public boolean hasNext() {
        return hasNext;
    }

    /** {@return the image of the next log that exists only in history; null if there is none} */
    public @Nullable LogImage next(StreamSubscription subscription) {
        LogHistory log = gone.poll();
        hasNext = !gone.isEmpty();
        if (log == null) {
            return null;
        }
        long end = log.endPosition();
        long begin = begin(log.logId(), end, end);
        var kept = log.constants();
        LogMeta.Constants constants = LogMeta.Constants.of(log.logId(), kept.stream(), kept.termLength(), kept.kind());
        LogBuffers buffers = LogBuffers.ofPast(
                constants,
                end,
                new Subscriber(subscription.registrationId(), 0, 0, SubscriberPolicy.CATCH_UP, SubscriberName.NONE),
                begin);
        return new LogImage(subscription, LogFiles.ofPast(log.folder(), buffers), 0, begin);
    }

    @Override
    public void close() {
        if (kept != null) {
            kept.close();
        }
    }
}
