/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.segment.Segment;
import io.tailrace.segment.SegmentConstants;
import io.tailrace.tools.command.EscapedText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** Shows a segment of a history: its description, its blocks, and the selected frames. */
final class SegmentDump {
    private SegmentDump() {}

    /** Shows the segment; returns whether all blocks are intact. */
    static boolean show(Path path, Report report, Selection selection) throws IOException {
        Deque<Frame> frames = new ArrayDeque<>();
        boolean isSound = Segment.read(path, segment -> {
            boolean isWhole = true;
            SegmentConstants about = segment.constants();
            report.turnTo(LogMeta.Constants.of(about.logId(), about.stream(), about.termLength(), about.kind()));
            String state = segment.isLogEnd() ? "log ended" : segment.isSealed() ? "sealed" : "open";
            tell(
                    report,
                    "segment",
                    "path",
                    path.toString(),
                    "stream",
                    about.stream(),
                    "base",
                    about.base(),
                    "state",
                    state);
            for (int block = 0; block < segment.blockCount(); block++) {
                boolean isBlockWhole = segment.isWhole(block);
                isWhole &= isBlockWhole;
                String time = Instant.ofEpochMilli(segment.timeMs(block)).toString();
                long position = segment.position(block);
                int length = segment.length(block);
                tell(report, "block", "position", position, "length", length, "time", time, "whole", isBlockWhole);
                if (isBlockWhole) {
                    add(segment, block, selection, frames);
                }
            }
            return isWhole;
        });
        frames.stream().limit(selection.first()).forEach(report::frame);
        return isSound;
    }

    private static void tell(Report report, String kind, Object... fields) {
        StringBuilder text = new StringBuilder(kind);
        for (int i = 0; i < fields.length; i += 2) {
            text.append("  ").append(fields[i]).append(' ').append(EscapedText.escape(String.valueOf(fields[i + 1])));
        }
        report.tell(kind, text.toString(), fields);
    }

    private static void add(Segment segment, int block, Selection selection, Deque<Frame> frames) {
        long position = segment.position(block);
        long end = segment.endPosition(block);
        while (position < end) {
            Frame frame = new Frame();
            long header = segment.header(position, end);
            int length = FrameLayout.length(header);
            boolean isData = FrameLayout.type(header) == FrameLayout.TYPE_DATA;
            frame.start(
                    position, position + FrameLayout.align(length), isData ? Frame.Kind.DATA : Frame.Kind.PAD, length);
            frame.fields(header);
            int copied = isData ? (int) Math.min(frame.payloadLength(), selection.copyLimit()) : 0;
            segment.copy(position, end, frame.payload(copied), copied);
            frame.payloadCopied = copied;
            if (selection.contains(frame)) {
                frames.add(frame);
            }
            if (frames.size() > selection.last()) {
                frames.remove();
            }
            position = frame.end;
        }
    }
}
