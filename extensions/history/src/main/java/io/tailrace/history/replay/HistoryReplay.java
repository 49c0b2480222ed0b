/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.replay;

import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.TailraceException;
import io.tailrace.file.FileAccess;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.ReaderFile;
import io.tailrace.history.segment.SegmentReplay;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.read.LogReplay;
import io.tailrace.memory.MappedLong;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.Replay;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Replays what a historian has kept of a stream, for one subscription. */
final class HistoryReplay implements Replay {
    /** A log that waits for its turn, and the position at which it begins, even if it is purged meanwhile. */
    private record Gone(LogHistory log, long begin) {}

    private final StreamHistory history;
    private final LongPredicate exists;
    private final JoinAt joinAt;
    private final String name;
    /**
     * The file with the positions of the name, from the time at which the driver has given the name to this
     * subscription.
     */
    private @Nullable ReaderFile kept;
    /** Whether the name has read before. */
    private boolean goesOn;

    private final Deque<Gone> gone = new ArrayDeque<>();
    /** The logs that history had when the driver was ready. */
    private List<LogHistory> listed = List.of();

    private boolean begun;
    /** Of the time at which it begins; -1 if it is not known. */
    private long era = -1;

    private volatile boolean hasNext = true;

    /** @param exists whether the driver's directory has a log */
    HistoryReplay(StreamHistory history, SubscriptionConfig config, LongPredicate exists) {
        this.history = history;
        this.exists = exists;
        this.joinAt = config.joinAt();
        this.name = config.lease().name();
    }

    /**
     * Takes over the positions of the name. Not before an event of the driver shows that it has accepted the
     * subscription: a refused subscription must not touch the file of a living holder, nor leave a file that pins
     * segments.
     */
    private void takeName() {
        if (!name.isEmpty() && kept == null) {
            ReaderFile opened = read(() -> ReaderFile.open(history.reader(name), name, FileAccess.PRIVATE));
            goesOn = opened.hasBegun();
            kept = opened;
        }
    }

    /** {@return whether history has a position of a log at which a frame begins} */
    static boolean holds(StreamHistory history, long logId, long position) {
        try (LogReplay replay = new SegmentReplay(history.log(logId))) {
            return replay.seek(position);
        }
    }

    @Override
    public long begin(long logId, long place, long end) {
        takeName();
        if (kept != null && goesOn) {
            long position = kept.position(logId);
            LogHistory log = position < 0 ? find(logId) : null;
            if (position == LogLayout.NONE || (log != null && kept.hasPassed(log))) {
                return end(place, end); // The log is done.
            }
            return position >= 0 ? position : beginning(log, place);
        }
        return switch (joinAt.kind()) {
            case TAIL, OLDEST -> place;
            case BEGINNING -> beginning(find(logId), place);
            case TIME -> atTime(logId, place);
            case POSITION -> {
                if (logId == joinAt.logId()) {
                    yield joinAt.position();
                }
                yield isEarlier(logId) ? end(place, end) : beginning(find(logId), place);
            }
        };
    }

    private static long end(long place, long end) {
        return end == LogLayout.NONE ? place : end;
    }

    /**
     * {@return whether a log was made before the one in which this begins} The logs that a driver has
     * have ascending ids. Of others only history says it.
     */
    private boolean isEarlier(long logId) {
        if (exists.test(logId) && exists.test(joinAt.logId())) {
            return logId < joinAt.logId();
        }
        LogHistory log = find(logId);
        LogHistory start = find(joinAt.logId());
        return log != null && (start == null || StreamHistory.BY_ORDER.compare(log, start) < 0);
    }

    private static long beginning(@Nullable LogHistory log, long place) {
        return log == null ? place : Math.min(place, log.beginPosition());
    }

    private long atTime(long logId, long place) {
        LogHistory log = find(logId);
        era = era < 0 ? read(() -> history.eraAt(joinAt.position())) : era;
        return log == null ? place : read(() -> log.positionAt(era, joinAt.position()));
    }

    private <T> T read(Uninterrupted.Operation<T> reading) {
        try {
            return reading.run();
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

    @Override
    public LogReplay of(long logId) {
        return new SegmentReplay(history.log(logId));
    }

    @Override
    public @Nullable MappedLong cell(long logId, long position) {
        if (kept == null) {
            return null;
        }
        try {
            MappedLong cell = withRoom(kept).cell(logId);
            cell.setRelease(position);
            return cell;
        } catch (IllegalStateException e) {
            throw new TailraceException("the position of a name cannot be kept: " + e.getMessage(), e);
        }
    }

    private ReaderFile withRoom(ReaderFile reader) {
        return read(() -> {
            if (reader.isFull()) {
                reader.forget(history, exists);
            }
            return reader;
        });
    }

    @Override
    public void done(long logId) {
        if (kept != null) {
            withRoom(kept).done(logId);
        }
    }

    @Override
    public boolean hasBegun() {
        return begun;
    }

    @Override
    public void list() {
        listed = read(history::logs);
    }

    @Override
    public void begin(LongPredicate remains) {
        takeName();
        begun = true;
        for (LogHistory log : listed) {
            if (!remains.test(log.logId())) {
                long begin = isWanted() ? begin(log.logId(), log.endPosition(), log.endPosition()) : log.endPosition();
                if (begin < log.endPosition()) {
                    gone.add(new Gone(log, begin));
                } else if (kept != null && !goesOn) {
                    withRoom(kept).done(log.logId());
                }
            }
        }
        listed = List.of();
        hasNext = !gone.isEmpty();
    }

    private boolean isWanted() {
        return goesOn || (joinAt.kind() != JoinAt.Kind.TAIL && joinAt.kind() != JoinAt.Kind.OLDEST);
    }

    @Override
    public boolean hasNext() {
        return hasNext;
    }

    @Override
    public @Nullable LogImage next(StreamSubscription subscription) {
        Gone next = gone.poll();
        hasNext = !gone.isEmpty();
        if (next == null) {
            return null;
        }
        LogHistory log = next.log;
        var kept = log.constants();
        LogMeta.Constants constants = LogMeta.Constants.of(log.logId(), kept.stream(), kept.termLength(), kept.kind());
        LogBuffers buffers = LogBuffers.ofReplay(
                constants,
                log.endPosition(),
                new Subscriber(subscription.registrationId(), 0, 0, SubscriberPolicy.CATCH_UP, SubscriberName.NONE),
                next.begin);
        return new LogImage(subscription, LogFiles.ofReplay(log.folder(), buffers), 0, next.begin);
    }

    @Override
    public void close() {
        if (kept != null) {
            kept.close();
        }
    }
}
