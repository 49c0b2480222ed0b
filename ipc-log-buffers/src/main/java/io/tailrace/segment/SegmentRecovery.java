/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.TemporaryName;
import io.tailrace.internal.FaultPoint;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The place at which a writer continues.
 *
 * @param file the segment being written; null if the next block begins a segment
 * @param blocks number of blocks in the segment
 * @param timeMs of the last block
 * @param endPosition of the last block; -1 if there is none
 * @param ended whether the log has ended
 */
record SegmentRecovery(@Nullable SegmentFile file, int blocks, long timeMs, long endPosition, boolean ended) {

    static SegmentRecovery recover(Path folder) throws IOException {
        makeFolder(folder);
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path entry : entries) {
                if (TemporaryName.isTemporary(entry.getFileName().toString())) {
                    Files.delete(entry);
                }
            }
        }
        long[] bases = LogHistory.bases(folder);
        int last = bases.length - 1;
        for (int i = 0; i < last; i++) {
            sealIfOpen(SegmentConstants.path(folder, bases[i]));
        }
        for (int i = last; i >= 0; i--) {
            try (Segment segment = Segment.open(SegmentConstants.path(folder, bases[i]))) {
                return recover(segment);
            } catch (FileFormatException e) {
                // It cannot be read; a reader reports it. The previous one is the last readable segment.
            }
        }
        return new SegmentRecovery(null, 0, 0, -1, false);
    }

    static void makeFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            makeFolder(folder.resolve("..").normalize());
            FileAccess.PRIVATE.createDirectoryIfMissing(folder); // The writer of another log may be faster.
        }
    }

    /** A segment that is not the last: its writer died when the next one had just got its name. */
    private static void sealIfOpen(Path path) throws IOException {
        try (Segment segment = Segment.open(path)) {
            if (!segment.isSealed()) {
                SegmentFile file = SegmentFile.open(path, segment.constants());
                cut(segment, file.head());
                file.seal(SegmentLayout.SEALED, segment.endPosition());
            }
        } catch (FileFormatException e) {
            // As below.
        }
    }

    private static SegmentRecovery recover(Segment segment) throws IOException {
        SegmentFile file = null;
        if (!segment.isSealed()) {
            file = SegmentFile.open(segment.path(), segment.constants());
            cut(segment, file.head());
        }
        int blocks = segment.blockCount();
        long timeMs = blocks == 0 ? segment.constants().createdMs() : segment.timeMs(blocks - 1);
        return new SegmentRecovery(file, blocks, timeMs, segment.endPosition(), segment.isLogEnd());
    }

    /** Cuts off everything after the last intact block. */
    private static void cut(Segment segment, MappedBuffer head) {
        int blocks = segment.blockCount();
        while (blocks > 0 && !segment.isWhole(blocks - 1)) {
            blocks--;
        }
        // Stored first, so that a reader finds no zeroed entry.
        head.putLongRelease(SegmentLayout.BLOCK_COUNT_OFFSET, blocks);
        FaultPoint.reach("segment.recovery");
        int from = SegmentLayout.HEADER_LENGTH + blocks * SegmentLayout.BLOCK_LENGTH;
        head.setMemory(from, segment.constants().dataOffset() - from, (byte) 0);
    }
}
