/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import io.tailrace.file.FileFormatException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The kept part of one log, according to the names of its segments when it was opened. No segment stays open between
 * two calls. Used by one thread.
 */
public final class LogHistory {
    private final Path folder;
    private final long[] bases;
    private final SegmentConstants constants;
    private final long beginPosition;
    private final long beginMs;
    private long endPosition;
    private long endMs;
    private boolean ended;

    private LogHistory(Path folder, long[] bases, Segment first) {
        this.folder = folder;
        this.bases = bases;
        this.constants = first.constants();
        this.beginPosition = constants.base();
        this.beginMs = first.blockCount() == 0 ? constants.createdMs() : first.timeMs(0);
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
            try (Segment segment = Segment.open(SegmentConstants.path(logFolder, base))) {
                LogHistory history = new LogHistory(logFolder, bases, segment);
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
    static long[] bases(Path logFolder) throws IOException {
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
        try (Segment segment = openOrNull(index)) {
            if (segment == null) {
                return false;
            }
            ended = segment.isLogEnd(); // Checked first: nothing follows a log that has ended.
            int count = segment.blockCount();
            endPosition = segment.endPosition();
            endMs = count == 0 ? segment.constants().createdMs() : segment.timeMs(count - 1);
            return true;
        }
    }

    private @Nullable Segment openOrNull(int index) throws IOException {
        try {
            return Segment.open(path(index));
        } catch (NoSuchFileException | FileFormatException e) {
            return null; // Purged, or damaged.
        }
    }

    private Path path(int index) {
        return SegmentConstants.path(folder, bases[index]);
    }

    public Path folder() {
        return folder;
    }

    public long logId() {
        return constants.logId();
    }

    /** {@return the constants of the first segment} */
    public SegmentConstants constants() {
        return constants;
    }

    /** {@return the position at which the first block begins} */
    public long beginPosition() {
        return beginPosition;
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
     */
    public long positionAt(long timeMs) throws IOException {
        int low = 0;
        int high = bases.length;
        long position = endPosition;
        while (low < high) {
            int middle = (low + high) >>> 1;
            try (Segment segment = openOrNull(middle)) {
                // A segment that was just created has no block.
                int blocks = segment == null ? 0 : segment.blockCount();
                int block = blocks == 0 ? 0 : Objects.requireNonNull(segment).findBlockByTime(timeMs);
                if (blocks > 0 && block >= blocks) {
                    low = middle + 1;
                } else {
                    high = middle;
                    position = blocks == 0
                            ? position
                            : Objects.requireNonNull(segment).position(block);
                }
            }
        }
        return position;
    }
}
