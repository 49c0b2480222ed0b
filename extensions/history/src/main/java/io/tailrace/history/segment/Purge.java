/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.segment;

import io.tailrace.file.Removal;
import io.tailrace.history.segment.BlockClock.Moment;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Decides which segments of a stream may be deleted, oldest first: those beyond the limits, but never one that a reader
 * still needs, nor the last segment of a log that has not ended, nor one that is not sealed. Any thread, concurrently
 * with writers and readers.
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

    private record Kept(
            Path path,
            LogHistory log,
            long bytes,
            long endPosition,
            long era,
            long beginMs,
            long endMs,
            boolean last) {}

    /**
     * {@return the segments beyond the limits, oldest first, and why some of them stay}
     *
     * @param maxBytes of the stream on disk
     * @param maxAgeMs of the last block of a segment; what passes between two eras is not known, and counts as nothing
     * @param maxSegments of the stream
     */
    public static List<Candidate> plan(StreamHistory stream, long maxBytes, long maxAgeMs, int maxSegments, Moment now)
            throws IOException {
        List<ReaderFile.View> readers = stream.readers();
        List<Kept> all = new ArrayList<>();
        for (LogHistory log : stream.logs()) {
            List<Path> segments = log.segments();
            for (Path path : segments) {
                add(all, path, log, !log.hasEnded() && path.equals(segments.get(segments.size() - 1)));
            }
        }
        Map<Long, Long> ends = endsOfEras(all, now);
        long bytes = all.stream().mapToLong(Kept::bytes).sum();
        int count = all.size();
        List<Candidate> candidates = new ArrayList<>();
        for (Kept kept : all) {
            boolean old = ends.getOrDefault(kept.era, kept.endMs) - kept.endMs >= maxAgeMs;
            if (!kept.last && (old || bytes > maxBytes || count > maxSegments)) {
                Optional<String> pinnedBy = readers.stream()
                        .filter(reader -> reader.position(kept.log) < kept.endPosition)
                        .map(ReaderFile.View::name)
                        .findFirst();
                candidates.add(new Candidate(kept.path, kept.log.logId(), kept.bytes, pinnedBy));
                bytes -= kept.bytes;
                count--;
            }
        }
        return candidates;
    }

    /** {@return for each era the current time as if its clock had not stepped since} */
    private static Map<Long, Long> endsOfEras(List<Kept> all, Moment now) {
        TreeMap<Long, Long> begins = new TreeMap<>();
        Map<Long, Long> ends = new HashMap<>();
        for (Kept kept : all) {
            begins.merge(kept.era, kept.beginMs, Math::min);
            ends.merge(kept.era, kept.endMs, Math::max);
        }
        long last = begins.isEmpty() ? now.era() : Math.max(now.era(), begins.lastKey());
        begins.putIfAbsent(last, now.beganMs());
        ends.put(last, now.ms());
        long laterMs = 0;
        for (Map.Entry<Long, Long> era : begins.descendingMap().entrySet()) {
            long endMs = ends.merge(era.getKey(), laterMs, Long::sum);
            laterMs = Math.max(laterMs, endMs - era.getValue());
        }
        return ends;
    }

    private static void add(List<Kept> all, Path path, LogHistory log, boolean last) throws IOException {
        Kept kept = Segment.readOrNull(
                path,
                segment -> new Kept(
                        path,
                        log,
                        segment.fileBytes(),
                        segment.endPosition(),
                        segment.constants().era(),
                        segment.beginMs(),
                        segment.endMs(),
                        last || !segment.isSealed())); // Its writer has it mapped until it has sealed it.
        if (kept != null) { // An operator must decide about a damaged one.
            all.add(kept);
        }
    }

    /**
     * Deletes a segment, and with the last one the folder of its log. Has no effect on a pinned segment. Its space is
     * free at once; a reader of it finds that it is not kept any more.
     */
    public static void delete(Candidate candidate) throws IOException {
        if (candidate.pinnedBy().isEmpty()) {
            Removal.delete(candidate.path());
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
