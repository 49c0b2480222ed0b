/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.segment;

import io.tailrace.file.FileFormatException;
import io.tailrace.internal.FaultPoint;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides which segments of a stream may be deleted, oldest first: those beyond the limits, but never one that a reader
 * still needs, nor the last segment of a log that has not ended. Any thread, concurrently with writers and readers.
 */
public final class Purge {
    private Purge() {}

    /**
     * A segment beyond the limits.
     *
     * @param bytes on the disk
     * @param pinnedBy the name of a reader that needs it; the segment then stays
     */
    public record Candidate(Path path, long logId, long bytes, Optional<String> pinnedBy) {}

    private record Kept(Path path, long logId, long bytes, long endPosition, long endMs, boolean last) {}

    /**
     * {@return the segments beyond the limits, oldest first, and why some of them stay}
     *
     * @param maxBytes of the stream on disk
     * @param maxAgeMs of the last block of a segment
     * @param maxSegments of the stream
     */
    public static List<Candidate> plan(StreamHistory stream, long maxBytes, long maxAgeMs, int maxSegments, long nowMs)
            throws IOException {
        List<ReaderFile.View> readers = stream.readers();
        List<Kept> all = new ArrayList<>();
        for (LogHistory log : stream.logs()) {
            List<Path> segments = log.segments();
            for (Path path : segments) {
                add(all, path, log.logId(), !log.hasEnded() && path.equals(segments.get(segments.size() - 1)));
            }
        }
        long bytes = all.stream().mapToLong(Kept::bytes).sum();
        int count = all.size();
        List<Candidate> candidates = new ArrayList<>();
        for (Kept kept : all) {
            boolean old = nowMs - kept.endMs >= maxAgeMs;
            if (!kept.last && (old || bytes > maxBytes || count > maxSegments)) {
                Optional<String> pinnedBy = readers.stream()
                        .filter(reader -> reader.pins(kept.logId, kept.endPosition))
                        .map(ReaderFile.View::name)
                        .findFirst();
                candidates.add(new Candidate(kept.path, kept.logId, kept.bytes, pinnedBy));
                bytes -= kept.bytes;
                count--;
            }
        }
        return candidates;
    }

    private static void add(List<Kept> all, Path path, long logId, boolean last) throws IOException {
        try (Segment segment = Segment.open(path)) {
            int blocks = segment.blockCount();
            long endMs = blocks == 0 ? segment.constants().createdMs() : segment.timeMs(blocks - 1);
            all.add(new Kept(path, logId, segment.fileBytes(), segment.endPosition(), endMs, last));
        } catch (NoSuchFileException | FileFormatException e) {
            // Deleted; or damaged, which an operator must decide about.
        }
    }

    /**
     * Deletes a segment, and with the last one the folder of its log. Has no effect on a pinned segment. The space is
     * free once no process has the segment mapped: see {@link io.tailrace.file.Mappings#collect}.
     */
    public static void delete(Candidate candidate) throws IOException {
        if (candidate.pinnedBy().isEmpty()) {
            FaultPoint.reach("segment.purge");
            Files.deleteIfExists(candidate.path());
            Path folder = candidate.path().toAbsolutePath().getParent();
            if (folder != null && LogHistory.bases(folder).length == 0) {
                try {
                    Files.deleteIfExists(folder);
                } catch (DirectoryNotEmptyException e) {
                    // A segment is being created.
                }
            }
        }
    }
}
