/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.log.FrameLayout;
import java.util.ArrayList;
import java.util.List;

/** Checks whether a segment is intact. Any thread, concurrently with its writer. */
public final class SegmentCheck {
    private SegmentCheck() {}

    /**
     * A defect of a segment.
     *
     * @param block the number of the block in the segment
     * @param position where it begins, according to the previous block
     */
    public record Finding(long position, int block, String text) {}

    /**
     * The result of a check.
     *
     * @param messages in the intact blocks
     * @param bytes of these messages
     */
    public record Report(List<Finding> findings, long messages, long bytes) {}

    /** Reads a whole segment. */
    public static Report check(Segment segment) {
        List<Finding> findings = new ArrayList<>();
        long messages = 0;
        long bytes = 0;
        long expected = segment.constants().base();
        int count = segment.blockCount();
        for (int block = 0; block < count; block++) {
            long position = segment.position(block);
            long end = segment.endPosition(block);
            if (position < expected || !segment.isWhole(block)) {
                findings.add(new Finding(
                        expected,
                        block,
                        "block not as it was written: block=" + block + ", position=" + position + ", length="
                                + (end - position)));
                continue;
            }
            for (long at = position; at < end; ) {
                long header = segment.header(at, end);
                int length = FrameLayout.length(header);
                if (FrameLayout.type(header) == FrameLayout.TYPE_DATA) {
                    messages++;
                    bytes += length - FrameLayout.HEADER_LENGTH;
                }
                at += FrameLayout.align(length);
            }
            expected = end;
        }
        if (segment.isSealed() && segment.countedBlocks() != segment.blockCount()) {
            findings.add(new Finding(
                    expected,
                    count,
                    "blocks not counted right: blockCount=" + segment.countedBlocks() + ", found="
                            + segment.blockCount()));
        }
        return new Report(findings, messages, bytes);
    }
}
