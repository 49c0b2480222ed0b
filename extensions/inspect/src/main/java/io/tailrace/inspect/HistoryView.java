/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.DriverDirectory;
import io.tailrace.history.replay.HistoryNotes;
import io.tailrace.history.replay.HistoryNotes.Note;
import io.tailrace.history.segment.LogHistory;
import io.tailrace.history.segment.ReaderFile;
import io.tailrace.history.segment.Segment;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.internal.ErrorText;
import io.tailrace.report.HistorianFile;
import io.tailrace.report.HistorianFile.State;
import io.tailrace.report.SuggestedCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A history at one moment, according to its files.
 *
 * @param patterns match the streams that are kept
 * @param historian null if none has ever worked there, or its file cannot be read
 * @param failure why the history cannot be read, empty if it can
 */
public record HistoryView(
        Path directory,
        List<String> patterns,
        HistorianFile.@Nullable View historian,
        List<KeptStream> streams,
        String failure) {

    /**
     * The kept part of a stream.
     *
     * @param bytes on the disk
     */
    public record KeptStream(String name, List<LogHistory> logs, long bytes, List<Reader> readers) {
        public int segments() {
            return logs.stream().mapToInt(log -> log.segments().size()).sum();
        }

        /** {@return the time of the oldest block, since 1970} */
        public long beginMs() {
            return logs.stream().mapToLong(LogHistory::beginMs).min().orElse(0);
        }

        /** {@return the time of the youngest block, since 1970} */
        public long endMs() {
            return logs.stream().mapToLong(LogHistory::endMs).max().orElse(0);
        }
    }

    /**
     * A named subscription for which segments are kept.
     *
     * @param lives whether its process lives
     * @param unread the number of kept bytes that it has not read
     */
    public record Reader(String name, long pid, boolean lives, long unread) {}

    /**
     * {@return the histories of a driver's streams}
     *
     * @throws IOException if the list of histories cannot be read
     */
    static List<HistoryView> all(DriverDirectory driver, Host host) throws IOException {
        List<HistoryView> all = new ArrayList<>();
        for (Note note : HistoryNotes.list(driver)) {
            try {
                all.add(read(note.directory(), note.streams(), host));
            } catch (IOException | InternalError e) {
                all.add(new HistoryView(note.directory(), note.streams(), null, List.of(), ErrorText.of(e)));
            }
        }
        return all;
    }

    /**
     * {@return the history in a directory}
     *
     * @throws IOException if the history cannot be read, or there is none
     */
    public static HistoryView read(Path directory, List<String> patterns, Host host) throws IOException {
        List<KeptStream> streams = new ArrayList<>();
        for (StreamHistory stream : StreamHistory.allIn(directory)) {
            List<LogHistory> logs = stream.logs();
            long bytes = 0;
            for (LogHistory log : logs) {
                bytes += bytes(log.segments());
            }
            List<Reader> readers = stream.readers().stream()
                    .map(reader -> new Reader(
                            reader.name(), reader.pid(), host.process(reader.pid()) != null, unread(reader, logs)))
                    .toList();
            streams.add(new KeptStream(stream.name(), logs, bytes, readers));
        }
        HistorianFile.View historian = null;
        try {
            historian = HistorianFile.read(directory);
        } catch (NoSuchFileException e) {
            // It was copied here.
        }
        return new HistoryView(directory, patterns, historian, streams, "");
    }

    /** The last segment may already have its full length, with a hole in it; a damaged one counts as nothing. */
    private static long bytes(List<Path> segments) throws IOException {
        Path last = segments.get(segments.size() - 1);
        long bytes = Objects.requireNonNullElse(Segment.readOrNull(last, Segment::fileBytes), 0L);
        for (Path path : segments.subList(0, segments.size() - 1)) {
            try {
                bytes += Files.size(path);
            } catch (NoSuchFileException e) {
                // It was purged.
            }
        }
        return bytes;
    }

    private static long unread(ReaderFile.View reader, List<LogHistory> logs) {
        return logs.stream()
                .mapToLong(log -> log.endPosition() - Math.max(log.beginPosition(), reader.position(log)))
                .filter(bytes -> bytes > 0)
                .sum();
    }

    /** {@return a figure of its historian, null if it cannot be read} */
    public <T> @Nullable T said(Function<HistorianFile.View, T> figure) {
        return historian == null ? null : figure.apply(historian);
    }

    /** {@return why the history cannot be read, or else the last error; null or empty if there is none} */
    public @Nullable String error() {
        return failure.isEmpty() ? said(HistorianFile.View::error) : failure;
    }

    /** {@return the state of its historian, in a word} */
    public String state() {
        HistorianFile.View view = historian;
        if (view == null) {
            return "none";
        }
        boolean isOver = view.state() == State.ENDED || view.state() == State.FAILED;
        return view.isAlive() || isOver ? view.state().name().toLowerCase(Locale.ROOT) : "dead";
    }

    /** {@return whether its historian lives, and has not ended} */
    public boolean isAtWork() {
        return state().equals("full") || state().equals("running");
    }

    /**
     * {@return the problems that need a person}
     *
     * @param driver the directory of its driver
     */
    public List<Trouble> troubles(Path driver) {
        List<Trouble> troubles = new ArrayList<>();
        HistorianFile.View view = historian;
        boolean isFull = state().equals("full");
        if (view == null || !isAtWork()) {
            List<Object> start = new ArrayList<>(List.of("history", "--to", directory));
            patterns.forEach(pattern -> start.addAll(List.of("--stream", pattern)));
            if (!driver.equals(DriverDirectory.byDefault())) {
                start.addAll(List.of("--dir", driver));
            }
            String error = error();
            String what = view == null ? "nothing of it can be read" : "its historian is " + state();
            troubles.add(new Trouble(
                    !state().equals("ended"),
                    what + (error == null || error.isEmpty() ? "" : ": " + error),
                    SuggestedCommand.of(start.toArray())));
        } else if (isFull || view.freeBytes() < 2 * view.settings().minFreeBytes()) {
            troubles.add(new Trouble(
                    isFull,
                    "its disk is " + (isFull ? "full" : "nearly full") + ": free=" + view.freeBytes() + ", minFree="
                            + view.settings().minFreeBytes() + ", dropped=" + view.droppedBytes(),
                    SuggestedCommand.of("history", "purge", directory, "--keep-age", "1d")
                            + " # lists old messages, and loses them with --yes; a larger disk loses nothing"));
        }
        for (KeptStream stream : streams) {
            for (Reader reader : stream.readers()) {
                if (!reader.lives() && reader.unread() > stream.bytes() / 2) {
                    troubles.add(new Trouble(
                            false,
                            "most of " + stream.name() + " is kept for a reader that is dead: " + reader.name(),
                            "start its program again # else this gives its place up, and loses what it has not read: "
                                    + SuggestedCommand.of(
                                            "history", "release", directory, stream.name(), reader.name())));
                }
            }
        }
        return troubles;
    }
}
