/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.file.FileFormatException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The kept part of one log, according to the names of its segments when it was opened. No segment stays open between
 * two calls. Any thread.
 *
 * @param segments their files in their order
 * @param constants of the first segment
 * @param beginMs when the first block was started, since 1970
 * @param endPosition the position at which the last block ended
 * @param endMs when the last block was started, since 1970
 * @param endEra the era of {@code endMs}
 * @param hasEnded whether the log has ended and nothing follows
 */
public record LogHistory(
        Path folder,
        List<Path> segments,
        SegmentConstants constants,
        long beginMs,
        long endPosition,
        long endMs,
        long endEra,
        boolean hasEnded) {
    private static final long NONE_BEFORE = -1;
    private static final long NO_BLOCK = -1;
    private static final long LATER = -2;

    /**
     * Lists the segments.
     *
     * @throws NoSuchFileException if there is no segment
     * @throws FileFormatException if all segments are damaged
     */
    public static LogHistory open(Path logFolder) throws IOException {
        List<Path> segments = LongStream.of(bases(logFolder))
                .mapToObj(base -> SegmentConstants.path(logFolder, base))
                .toList();
        for (Path path : segments) {
            try {
                return Segment.read(path, first -> of(logFolder, segments, first));
            } catch (NoSuchFileException e) {
                // The segment was purged meanwhile.
            } catch (FileFormatException e) {
                if (path.equals(segments.get(segments.size() - 1))) {
                    throw e;
                }
            }
        }
        throw new NoSuchFileException(logFolder.toString(), null, "no segment of a log");
    }

    private static LogHistory of(Path folder, List<Path> segments, Segment first) throws IOException {
        long beginMs = first.beginMs();
        for (int i = segments.size() - 1; i >= 0; i--) {
            LogHistory history = Segment.readOrNull(segments.get(i), last -> {
                boolean hasEnded = last.isLogEnd(); // Checked first: nothing follows a log that has ended.
                return new LogHistory(
                        folder,
                        segments,
                        first.constants(),
                        beginMs,
                        last.endPosition(),
                        last.endMs(),
                        last.constants().era(),
                        hasEnded);
            });
            if (history != null) {
                return history;
            }
        }
        throw new NoSuchFileException(folder.toString(), null, "all segments were purged meanwhile");
    }

    /** {@return the bases of a log's segments, by their names, ascending; none if there is no folder} */
    public static long[] bases(Path logFolder) throws IOException {
        return StreamHistory.list(logFolder, "*" + SegmentConstants.SUFFIX).stream()
                .mapToLong(path -> SegmentConstants.baseOf(path.getFileName().toString()))
                .filter(base -> base >= 0)
                .sorted()
                .toArray();
    }

    /** {@return the index of the greatest base that is not after a position; -1 if there is none} */
    static int floor(long[] bases, long position) {
        int found = Arrays.binarySearch(bases, position);
        return found >= 0 ? found : -found - 2;
    }

    public long logId() {
        return constants.logId();
    }

    /** {@return its place among the logs of the stream, by the beginning of their history} */
    public long order() {
        return constants.order();
    }

    /** {@return the position at which the first block begins} */
    public long beginPosition() {
        return constants.base();
    }

    /** {@return the last era in which a segment began before a time; -1 if there is none} */
    long eraAt(long timeMs) throws IOException {
        if (constants.era() == endEra) {
            return beginMs <= timeMs ? endEra : NONE_BEFORE;
        }
        for (int i = segments.size() - 1; i >= 0; i--) {
            Long era = Segment.readOrNull(
                    segments.get(i),
                    segment -> segment.beginMs() <= timeMs ? segment.constants().era() : NONE_BEFORE);
            if (era != null && era != NONE_BEFORE) {
                return era;
            }
        }
        return NONE_BEFORE;
    }

    /**
     * {@return the position of the first block that may have a message recorded at a time or later; {@link
     * #endPosition} if there is none} A binary search over the segments.
     *
     * @param era of that time: {@link StreamHistory#eraAt}
     */
    public long positionAt(long era, long timeMs) throws IOException {
        int low = 0;
        int high = segments.size();
        long position = endPosition;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int next = middle;
            Long found = null;
            while (found == null && next < high) { // One that is purged or damaged says nothing: the next one does.
                found = Segment.readOrNull(segments.get(next++), segment -> {
                    // A segment that was just created has no block.
                    int blocks = segment.blockCount();
                    int block = blocks == 0 ? 0 : segment.findBlockByTime(era, timeMs);
                    return blocks == 0 ? NO_BLOCK : block >= blocks ? LATER : segment.position(block);
                });
            }
            if (found != null && found == LATER) {
                low = next;
            } else {
                high = middle;
                position = found == null || found == NO_BLOCK ? position : found;
            }
        }
        return position;
    }
}
