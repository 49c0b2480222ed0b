/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.file.TemporaryName;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
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
 * @param order of the log among those of its stream
 * @param era of the last block
 */
record SegmentRecovery(
        @Nullable SegmentFile file, int blocks, long timeMs, long endPosition, boolean ended, long order, long era) {

    static SegmentRecovery recover(Path folder) throws IOException {
        for (Path entry : StreamHistory.list(folder, "*")) {
            if (TemporaryName.isTemporary(entry.getFileName().toString())) {
                Files.deleteIfExists(entry);
            }
        }
        long[] bases = LogHistory.bases(folder);
        int last = bases.length - 1;
        for (int i = 0; i < last; i++) {
            sealIfOpen(SegmentConstants.path(folder, bases[i]));
        }
        for (int i = last; i >= 0; i--) {
            SegmentRecovery recovery =
                    Segment.readOrNull(SegmentConstants.path(folder, bases[i]), SegmentRecovery::recover);
            if (recovery != null) { // If not, a reader reports damage. The previous one is the last.
                return recovery;
            }
        }
        return new SegmentRecovery(null, 0, 0, -1, false, nextOrder(folder.resolveSibling("")), 0);
    }

    /** {@return the order of the next log: no log of the stream has it, and no reader has noted it as done} */
    private static long nextOrder(Path streamFolder) throws IOException {
        StreamHistory stream = new StreamHistory(streamFolder, "");
        long logs = stream.logs().stream().mapToLong(LogHistory::order).max().orElse(0);
        long floor = stream.readers().stream()
                .mapToLong(ReaderFile.View::floor)
                .max()
                .orElse(0);
        return Math.max(logs + 1, floor);
    }

    /** A segment that is not the last: its writer died when the next one had just got its name. */
    private static void sealIfOpen(Path path) throws IOException {
        Segment.readOrNull(path, segment -> {
            boolean open = !segment.isSealed();
            if (open) {
                SegmentFile file = SegmentFile.open(path, segment.constants());
                cut(segment, file.head());
                file.seal(SegmentLayout.SEALED, segment.endPosition());
            }
            return open;
        });
    }

    private static SegmentRecovery recover(Segment segment) throws IOException {
        SegmentFile file = null;
        if (!segment.isSealed()) {
            file = SegmentFile.open(segment.path(), segment.constants());
            SegmentFile.lengthen(
                    segment.path(), segment.constants()); // Its writer may have died after it shortened it.
            cut(segment, file.head());
        }
        int blocks = segment.blockCount();
        long timeMs = blocks == 0 ? segment.constants().createdMs() : segment.timeMs(blocks - 1);
        return new SegmentRecovery(
                file,
                blocks,
                timeMs,
                segment.endPosition(),
                segment.isLogEnd(),
                segment.constants().order(),
                segment.constants().era());
    }

    /** Cuts off everything after the last intact block. */
    private static void cut(Segment segment, MappedBuffer head) {
        int blocks = segment.blockCount();
        while (blocks > 0 && !segment.isWhole(blocks - 1)) {
            blocks--;
        }
        // Stored first, so that a reader finds no zeroed entry.
        head.putLongRelease(SegmentLayout.BLOCK_COUNT_OFFSET, blocks);
        int from = SegmentLayout.HEADER_LENGTH + blocks * SegmentLayout.BLOCK_LENGTH;
        head.setMemory(from, segment.constants().dataOffset() - from, (byte) 0);
    }
}
