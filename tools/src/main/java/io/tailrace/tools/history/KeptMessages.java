/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.history;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.SegmentReplay;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Quantity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The messages of a stream in a history: those of one log in their order, those of several logs by their times, where
 * those after a step of the clock are later. Damaged messages are reported on the standard error and left out. One
 * thread.
 */
final class KeptMessages implements AutoCloseable {
    /**
     * A message, valid until the next one is read.
     *
     * @param timeMs when it was recorded, since 1970
     * @param offset the offset of its payload
     * @param publisherId 0: a history does not keep which publisher had the slot
     */
    record Message(
            double timeMs,
            MappedBuffer buffer,
            int offset,
            int length,
            long position,
            long endPosition,
            long publisherId,
            String stream)
            implements Header {
        @Override
        public Image image() {
            throw new UnsupportedOperationException("the past has no image: stream=" + stream);
        }
    }

    /** A log and its current message. */
    private static final class Log {
        final SegmentReplay reader;
        long header;
        long era;
        double timeMs;

        Log(SegmentReplay reader) {
            this.reader = reader;
        }
    }

    /** The messages that a command reads: options common to {@code export} and {@code replay}. */
    static final class Selection {
        @Parameters(index = "0", paramLabel = "DIR", description = "Directory of the history.")
        Path directory = Path.of("");

        @Parameters(index = "1", paramLabel = "STREAM", description = "Stream in the history.")
        String stream = "";

        @Option(
                names = "--from",
                paramLabel = "TIME",
                converter = Quantity.TimeMs.class,
                description = "First time, such as 2026-11-26T10:00:00Z, or a time ago such as 10m. Default: the "
                        + "beginning.")
        private long fromMs;

        @Option(
                names = "--to",
                paramLabel = "TIME",
                converter = Quantity.TimeMs.class,
                description = "Time to stop before. Default: the end.")
        private long toMs = Long.MAX_VALUE;

        KeptMessages open() throws IOException {
            return new KeptMessages(require(directory, stream), fromMs, toMs);
        }
    }

    private final String stream;
    private final long fromMs;
    private final long toMs;
    private final long fromEra;
    private final long toEra;
    private final PriorityQueue<Log> logs =
            new PriorityQueue<>(Comparator.comparingLong((Log log) -> log.era).thenComparingDouble(log -> log.timeMs));
    private int termLength;
    private long era = -1;
    private double lastMs;
    private double shiftMs;
    private boolean isDamaged;
    private @Nullable Log current;

    /** Reads the messages from one time up to another, since 1970. */
    KeptMessages(StreamHistory history, long fromMs, long toMs) throws IOException {
        this.stream = history.name();
        this.fromMs = fromMs;
        this.toMs = toMs;
        this.fromEra = history.eraAt(fromMs);
        this.toEra = history.eraAt(toMs);
        for (LogHistory log : history.logs()) {
            termLength = Math.max(termLength, log.constants().termLength());
            SegmentReplay reader = new SegmentReplay(log.folder());
            reader.seek(log.positionAt(fromEra, fromMs));
            add(new Log(reader));
        }
    }

    /** {@return the next message, null if there is none} */
    @Nullable
    Message next() {
        if (current != null) {
            current.reader.consume(current.header);
            add(current);
        }
        Log log = logs.poll();
        current = log;
        if (log == null) {
            return null;
        }
        shiftMs += era < 0 || log.era == era ? 0 : lastMs - log.timeMs;
        era = log.era;
        lastMs = log.timeMs;
        int length = FrameLayout.length(log.header);
        long position = log.reader.position();
        return new Message(
                log.timeMs,
                log.reader.buffer(),
                log.reader.payloadOffset(),
                length - FrameLayout.HEADER_LENGTH,
                position,
                position + FrameLayout.align(length),
                0,
                stream);
    }

    private void add(Log log) {
        if (findNext(log)) {
            logs.add(log);
        } else {
            log.reader.close();
        }
    }

    private boolean findNext(Log log) {
        SegmentReplay reader = log.reader;
        while (true) {
            log.header = reader.next();
            if (FrameLayout.length(log.header) > 0) {
                log.era = reader.era();
                log.timeMs = reader.timeMs();
                if (log.era > fromEra || (log.era == fromEra && log.timeMs >= fromMs)) {
                    return log.era < toEra || (log.era == toEra && log.timeMs < toMs);
                }
                reader.consume(log.header);
            } else if (log.header == SegmentReplay.DAMAGED) {
                isDamaged = true;
                Console.error("damaged, skipped: stream=" + stream + ", position=" + reader.position()
                        + "; history verify shows all damage");
                if (reader.skipDamaged() == LogLayout.NONE) {
                    return false;
                }
            } else {
                long position = reader.nextPosition(); // The position after the missing bytes.
                if (position == LogLayout.NONE || !reader.seek(position)) {
                    return false;
                }
            }
        }
    }

    /** {@return the time of the last message as if the clock had stood still instead of stepping} */
    double steadyMs() {
        return lastMs + shiftMs;
    }

    /** {@return the greatest length of a term of the logs, so that a log with it has room for each message} */
    int termLength() {
        return termLength;
    }

    /** {@return the exit code of a command that has read all messages} */
    int exitCode() {
        return isDamaged ? ExitCode.CORRUPT : ExitCode.OK;
    }

    @Override
    public void close() {
        logs.forEach(log -> log.reader.close());
        if (current != null) {
            current.reader.close();
        }
    }

    /** {@return the history of a stream, which must not be empty} */
    static StreamHistory require(Path directory, String stream) throws IOException {
        StreamHistory history = StreamHistory.of(directory, stream);
        if (!history.logs().isEmpty()) {
            return history;
        }
        List<String> kept =
                StreamHistory.allIn(directory).stream().map(StreamHistory::name).toList();
        throw new CommandException(
                ExitCode.NO_DRIVER,
                "the history has nothing of stream " + EscapedText.quote(stream) + ": dir=" + directory + ", kept="
                        + Patterns.list(kept));
    }
}
