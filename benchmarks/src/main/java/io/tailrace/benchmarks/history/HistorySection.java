/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.history;

import io.tailrace.benchmarks.lab.Block;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Turn;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.report.Chapter;
import io.tailrace.benchmarks.report.Chapter.Table;
import io.tailrace.benchmarks.report.Measurement;
import io.tailrace.benchmarks.report.Results;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The section {@code history}. */
public final class HistorySection {
    static final String NAME = "history";
    private static final String USAGE = "  --cells LIST       only these of " + cells().keySet() + "\n";

    static final Chapter CHAPTER =
            Chapter.ofEachJdk("History on disk", NAME, "", jdk -> table(jdk.results()), all -> "\n");

    public static final Section SECTION =
            new Section(NAME, Duration.ofMinutes(3), Duration.ofMinutes(12), USAGE, HistorySection::measure, CHAPTER);

    private HistorySection() {}

    /** By cell: the baseline, and the candidates that are compared with it. */
    private static Map<String, List<String>> cells() {
        return new TreeMap<>(Map.of(
                "copy-1024", List.of("dd", "sync-none"),
                "copy-1024-synced", List.of("dd-fdatasync", "sync-interval"),
                "append-1024", List.of("chronicle", "sync-none"),
                "tail-10000", List.of("chronicle", "sync-none"),
                "offer-500000", List.of("subscriber", "historian", "both", "catch-up"),
                "replay-1024", List.of("catch-up"),
                "replay-32", List.of("catch-up"),
                "join-10000", List.of("from-tail", "from-beginning", "catch-up")));
    }

    private static void measure(Lab lab) {
        boolean quick = lab.run().quick();
        List<String> wanted = List.of(lab.run()
                .own()
                .text("--cells", String.join(",", cells().keySet()))
                .split(",", -1));
        Path disk = lab.run().out().toAbsolutePath().resolve("files");
        cells().forEach((cell, candidates) -> {
            if (wanted.contains(cell)) {
                Block.ofForks(
                        lab,
                        quick ? 1 : 2,
                        quick ? 2 : 4,
                        candidates,
                        candidate -> lab.fork(
                                candidate,
                                candidate.equals("chronicle") ? new Candidate(candidate).jvmFlags() : List.of(),
                                HistoryEnd.class,
                                candidate,
                                disk.resolve(candidate).toString(),
                                lab.newDirectory().toString(),
                                quick ? "256" : "2048"),
                        forks -> {
                            forks.forEach(fork -> fork.ask(cell)); // Warms it up.
                            return Map.of(turn(cell), candidates);
                        });
            }
        });
        SharedMemory.delete(disk);
    }

    private static Turn turn(String cell) {
        return switch (cell) {
            case "tail-10000", "join-10000" -> new Turn(cell, cell, "us", "µs");
            case "offer-500000" -> new Turn(cell, cell, "offers", "messages/s");
            default -> new Turn(cell, cell, "rate", "messages/s");
        };
    }

    private static String table(Results results) {
        Table table = Table.of("|figure|unit|ratio|rounds");
        cells().forEach((cell, candidates) -> candidates.stream()
                .filter(candidate -> results.has(candidate, cell))
                .forEach(candidate -> table.row(
                        cell + ", " + candidate,
                        results.text("%,.0f", candidate, cell, Measurement.VALUE),
                        turn(cell).unit(),
                        results.ratios(candidate, candidates.get(0), cell, Measurement.VALUE)
                                .text(),
                        results.rounds(candidate, cell))));
        return table.toString();
    }
}
