/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The last stage: parses lines in the log and counts them in its share of the summaries, which no other thread or
 * process writes. Not thread-safe.
 *
 * <p>A summarizer that is killed at any moment continues from its last snapshot and loses nothing. The subscription
 * acknowledges: the driver keeps its place under its name, and the place passes only lines that a snapshot has. A line
 * may come again, because the process died between snapshot and acknowledgement, or because a restarted ingest
 * published it again; its number has been counted then.
 *
 * <p>A snapshot is due each second, and when half of a log's window is read, because publishers wait at the end of the
 * window. The counting thread takes it between two polls, so nothing is copied or locked.
 */
final class Summarize implements AutoCloseable {
    /** How long a stream and its publisher wait for a summarizer that was killed. */
    private static final Duration LEASE = Duration.ofHours(1);

    private static final Duration PAUSE = Duration.ofSeconds(1);
    /** Shorter than the pause, so the last lines are saved soon although none follow. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

    private static final int FRAME_LIMIT = 128;
    private static final long NOT_ENDED = Long.MAX_VALUE;

    private final Snapshot snapshot;
    private final Path results;
    private final Subscription subscription;
    private final List<Summary> summaries;
    /** By source, the number of the last line: each log has all lines of its source, in order. */
    private final Map<Long, Long> lastNumbers = new HashMap<>();

    private final Map<Long, Long> lineCounts = new HashMap<>();
    private long badLines;
    private long lostLines;
    private long savedNs = System.nanoTime();

    /**
     * Continues from the snapshot in the directory, if there is one.
     *
     * @param index which of the summarizers this is, from 0 on
     * @param of how many there are
     * @throws IOException if the snapshot is damaged, or of other summaries
     */
    Summarize(Tailrace tailrace, String pipeline, int index, int of, Path directory) throws IOException {
        Files.createDirectories(directory);
        String name = pipeline + "-summarize-" + index + "-of-" + of;
        snapshot = new Snapshot(directory.resolve(name));
        results = results(directory, index);
        summaries = IntStream.range(0, Summary.ALL.size())
                .filter(i -> i % of == index)
                .mapToObj(i -> Summary.ALL.get(i).get())
                .toList();
        SubscriptionConfig config = SubscriptionConfig.of()
                .withJoinAt(JoinAt.OLDEST)
                .withName(name, LEASE)
                .withAcknowledgement();
        subscription = tailrace.addSubscription(Ingest.stream(pipeline), config);
        try {
            restore(snapshot.read()); // By the holder of the name: the last one may have written until it died.
        } catch (IOException e) {
            subscription.close();
            throw e;
        }
    }

    private static Path results(Path directory, int index) {
        return directory.resolve("summaries-" + index + ".jsonl");
    }

    private void restore(@Nullable DataInputStream saved) throws IOException {
        if (saved == null) {
            return;
        }
        badLines = saved.readLong();
        lostLines = saved.readLong();
        for (Map<Long, Long> map : List.of(lastNumbers, lineCounts)) {
            for (int left = saved.readInt(); left > 0; left--) {
                map.put(saved.readLong(), saved.readLong());
            }
        }
        for (Summary summary : summaries) {
            summary.restore(saved);
        }
    }

    /**
     * Works until all lines of all files have been counted, or until the thread is interrupted. Then saves all, and
     * writes the summaries.
     */
    void run() throws IOException {
        while (!isDone() && !Thread.currentThread().isInterrupted()) {
            subscription.poll(this::onFrame, FRAME_LIMIT, LONGEST_WAIT);
            if (isSnapshotDue()) {
                save();
            }
        }
        boolean interrupted = Thread.interrupted(); // It would close the channel of the file.
        save();
        List<String> lines = new ArrayList<>();
        lines.add("\"lines\":" + count() + ",\"badLines\":" + badLines + ",\"lostLines\":" + lostLines);
        summaries.forEach(summary -> lines.add(summary.toJson()));
        Files.write(results, lines);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        long source = buffer.getLong(offset + Ingest.SOURCE_OFFSET);
        long number = buffer.getLong(offset + Ingest.NUMBER_OFFSET);
        if (number <= 0) {
            lineCounts.put(source, -number);
            return;
        }
        long last = lastNumbers.getOrDefault(source, 0L);
        if (number > last) {
            lostLines += number - last - 1; // Where the place was given up because the lease had ended.
            lastNumbers.put(source, number);
            byte[] line = new byte[length - Ingest.LINE_OFFSET];
            buffer.getBytes(offset + Ingest.LINE_OFFSET, line);
            take(new String(line, StandardCharsets.ISO_8859_1));
        }
    }

    private void take(String line) {
        Event event = Event.parse(line);
        if (event == null) {
            badLines++;
        } else {
            summaries.forEach(summary -> summary.take(event));
        }
    }

    private long count() {
        return lastNumbers.values().stream().mapToLong(Long::longValue).sum();
    }

    private boolean isDone() {
        return !lineCounts.isEmpty()
                && lastNumbers.entrySet().stream()
                        .allMatch(last -> last.getValue() >= lineCounts.getOrDefault(last.getKey(), NOT_ENDED));
    }

    private boolean isSnapshotDue() {
        boolean isLate = System.nanoTime() - savedNs >= PAUSE.toNanos();
        for (Image image : subscription.images()) {
            long unsaved = image.readPosition() - image.position();
            if (unsaved >= image.window() / 2 || (isLate && unsaved > 0)) {
                return true;
            }
        }
        return false;
    }

    /** Saves all that was counted, and only then lets the stream discard it. */
    private void save() throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        DataOutputStream output = new DataOutputStream(content);
        output.writeLong(badLines);
        output.writeLong(lostLines);
        for (Map<Long, Long> map : List.of(lastNumbers, lineCounts)) {
            output.writeInt(map.size());
            for (Map.Entry<Long, Long> entry : map.entrySet()) {
                output.writeLong(entry.getKey());
                output.writeLong(entry.getValue());
            }
        }
        for (Summary summary : summaries) {
            summary.save(output);
        }
        snapshot.write(content.toByteArray());
        subscription.images().forEach(Image::acknowledge);
        savedNs = System.nanoTime();
    }

    /** {@return the summaries of all summarizers as one JSON object} */
    static String merge(Path directory, int of) throws IOException {
        String counts = "";
        List<String> merged = new ArrayList<>();
        for (int i = 0; i < of; i++) {
            List<String> lines = Files.readAllLines(results(directory, i));
            counts = lines.get(0);
            merged.addAll(lines.subList(1, lines.size()));
        }
        return '{' + counts + ",\"summaries\":[\n" + String.join(",\n", merged) + "\n]}";
    }

    @Override
    public void close() {
        subscription.close();
    }
}
