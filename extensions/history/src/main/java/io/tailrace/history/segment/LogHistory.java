/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.file.FileFormatException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The kept part of one log, according to the names of its segments when it was opened. No segment stays open between
 * two calls. Used by one thread.
 */
public final class LogHistory {
    private static final long NONE_BEFORE = -1;
    private static final long NO_BLOCK = -1;
    private static final long LATER = -2;

    private final Path folder;
    private final long[] bases;
    private final SegmentConstants constants;
    private final long beginMs;
    private long endPosition;
    private long endMs;
    private long endEra;
    private boolean ended;

    private LogHistory(Path folder, long[] bases, Segment first) {
        this.folder = folder;
        this.bases = bases;
        this.constants = first.constants();
        this.beginMs = first.beginMs();
    }

    /**
     * Lists the segments.
     *
     * @throws NoSuchFileException if there is no segment
     * @throws FileFormatException if all segments are damaged
     */
    public static LogHistory open(Path logFolder) throws IOException {
        long[] bases = bases(logFolder);
        for (long base : bases) {
            try {
                LogHistory history = Segment.read(
                        SegmentConstants.path(logFolder, base), segment -> new LogHistory(logFolder, bases, segment));
                history.readEnd();
                return history;
            } catch (NoSuchFileException e) {
                // The segment was purged meanwhile.
            } catch (FileFormatException e) {
                if (base == bases[bases.length - 1]) {
                    throw e;
                }
            }
        }
        throw new NoSuchFileException(logFolder.toString(), null, "no segment of a log");
    }

    /** {@return the bases of a log's segments, by their names, ascending; none if there is no folder} */
    public static long[] bases(Path logFolder) throws IOException {
        LongStream.Builder bases = LongStream.builder();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(logFolder)) {
            for (Path entry : entries) {
                String name = entry.getFileName().toString();
                if (name.endsWith(SegmentConstants.SUFFIX)) {
                    bases.add(SegmentConstants.baseOf(name));
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            return new long[0];
        }
        return bases.build().filter(base -> base >= 0).sorted().toArray();
    }

    /** {@return the index of the greatest base that is not after a position; -1 if there is none} */
    static int floor(long[] bases, long position) {
        int found = Arrays.binarySearch(bases, position);
        return found >= 0 ? found : -found - 2;
    }

    private void readEnd() throws IOException {
        for (int i = bases.length - 1; i >= 0 && !readEnd(i); i--) {}
    }

    private boolean readEnd(int index) throws IOException {
        Boolean read = readOrNull(index, segment -> {
            ended = segment.isLogEnd(); // Checked first: nothing follows a log that has ended.
            endEra = segment.constants().era();
            endPosition = segment.endPosition();
            endMs = segment.endMs();
            return true;
        });
        return read != null;
    }

    private <T> @Nullable T readOrNull(int index, Segment.Reading<T> reading) throws IOException {
        return Segment.readOrNull(SegmentConstants.path(folder, bases[index]), reading);
    }

    public Path folder() {
        return folder;
    }

    public long logId() {
        return constants.logId();
    }

    /** {@return its place among the logs of the stream, by the beginning of their history} */
    public long order() {
        return constants.order();
    }

    /** {@return the constants of the first segment} */
    public SegmentConstants constants() {
        return constants;
    }

    /** {@return the position at which the first block begins} */
    public long beginPosition() {
        return constants.base();
    }

    /** {@return the position at which the last block ended} */
    public long endPosition() {
        return endPosition;
    }

    /** {@return when the first block was started, since 1970} */
    public long beginMs() {
        return beginMs;
    }

    /** {@return when the last block was started, since 1970} */
    public long endMs() {
        return endMs;
    }

    /** {@return the era of {@link #endMs}} */
    public long endEra() {
        return endEra;
    }

    /** {@return the last era in which a segment began before a time; -1 if there is none} */
    long eraAt(long timeMs) throws IOException {
        if (constants.era() == endEra) {
            return beginMs <= timeMs ? endEra : NONE_BEFORE;
        }
        for (int i = bases.length - 1; i >= 0; i--) {
            Long era = readOrNull(
                    i,
                    segment -> segment.beginMs() <= timeMs ? segment.constants().era() : NONE_BEFORE);
            if (era != null && era != NONE_BEFORE) {
                return era;
            }
        }
        return NONE_BEFORE;
    }

    /** {@return whether the log has ended and nothing follows} */
    public boolean hasEnded() {
        return ended;
    }

    /** {@return the segments' files in their order} */
    public List<Path> segments() {
        return LongStream.of(bases)
                .mapToObj(base -> SegmentConstants.path(folder, base))
                .toList();
    }

    /**
     * {@return the position of the first block that may have a message recorded at a time or later; {@link
     * #endPosition} if there is none} A binary search over the segments.
     *
     * @param era of that time: {@link StreamHistory#eraAt}
     */
    public long positionAt(long era, long timeMs) throws IOException {
        int low = 0;
        int high = bases.length;
        long position = endPosition;
        while (low < high) {
            int middle = (low + high) >>> 1;
            Long found = readOrNull(middle, segment -> {
                // A segment that was just created has no block.
                int blocks = segment.blockCount();
                int block = blocks == 0 ? 0 : segment.findBlockByTime(era, timeMs);
                return blocks == 0 ? NO_BLOCK : block >= blocks ? LATER : segment.position(block);
            });
            if (found != null && found == LATER) {
                low = middle + 1;
            } else {
                high = middle;
                position = found == null || found == NO_BLOCK ? position : found;
            }
        }
        return position;
    }
}
