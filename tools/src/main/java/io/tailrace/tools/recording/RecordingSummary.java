/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.recording;

import io.tailrace.tools.recording.RecordingReader.Ending;
import io.tailrace.tools.recording.RecordingReader.Loss;
import io.tailrace.tools.recording.RecordingReader.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is in a recording, and whether all of it is sound: takes a walk through the whole file. One thread. */
final class RecordingSummary implements RecordingReader.Visitor {
    /** What was recorded of one log. */
    static final class LogPart {
        private final long logId;
        private final long first;
        private long last;
        private long messages;
        private long bytes;

        private LogPart(long logId, long first) {
            this.logId = logId;
            this.first = first;
        }

        long logId() {
            return logId;
        }

        /** {@return the position of the first message} */
        long first() {
            return first;
        }

        /** {@return the position of the last message} */
        long last() {
            return last;
        }

        long messages() {
            return messages;
        }

        long bytes() {
            return bytes;
        }
    }

    private final Path path;
    private final String stream;
    private final String version;
    private final Instant began;
    private final SortedMap<Long, LogPart> logs = new TreeMap<>();
    private final Ending ending;
    private final long durationNs;
    private long messages;
    private long bytes;
    private long shortest = Long.MAX_VALUE;
    private long longest;
    private long losses;
    private long lostBytes;
    private long lastNs;

    private RecordingSummary(Path path, RecordingReader reader) throws IOException {
        this.path = path;
        this.stream = reader.stream();
        this.version = reader.version();
        this.began = Instant.EPOCH.plusNanos(reader.startEpochNs());
        this.ending = reader.read(this);
        this.durationNs = Math.max(lastNs, reader.durationNs());
    }

    /**
     * Reads a recording.
     *
     * @throws io.tailrace.memory.FileFormatException if it is none
     */
    static RecordingSummary of(Path path) throws IOException {
        try (RecordingReader reader = RecordingReader.open(path)) {
            return new RecordingSummary(path, reader);
        }
    }

    @Override
    public boolean onMessage(Message message) {
        LogPart log = logs.computeIfAbsent(message.logId(), id -> new LogPart(id, message.position()));
        log.last = message.position();
        log.messages++;
        log.bytes += message.length();
        messages++;
        bytes += message.length();
        shortest = Math.min(shortest, message.length());
        longest = Math.max(longest, message.length());
        lastNs = message.timeNs();
        return true;
    }

    @Override
    public void onLoss(Loss loss) {
        losses++;
        lostBytes += loss.bytes();
    }

    Path path() {
        return path;
    }

    String stream() {
        return stream;
    }

    String version() {
        return version;
    }

    Instant began() {
        return began;
    }

    /** {@return how long it was recorded; of a recording without an end up to its last message} */
    long durationNs() {
        return durationNs;
    }

    Collection<LogPart> logs() {
        return logs.values();
    }

    Ending ending() {
        return ending;
    }

    boolean isComplete() {
        return ending.state() == RecordingReader.State.COMPLETE;
    }

    long messages() {
        return messages;
    }

    long bytes() {
        return bytes;
    }

    /** {@return the length of the shortest message, 0 if there is none} */
    long shortest() {
        return messages == 0 ? 0 : shortest;
    }

    long longest() {
        return longest;
    }

    /** {@return how often messages were lost before they could be received} */
    long losses() {
        return losses;
    }

    long lostBytes() {
        return lostBytes;
    }
}
