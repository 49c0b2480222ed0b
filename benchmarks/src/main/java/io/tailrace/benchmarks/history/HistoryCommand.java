/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.history;

import io.tailrace.benchmarks.lab.Fork;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Block;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.SharedMemory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code history}: the candidates of each cell take turns, in blocks of new processes. */
@Command(
        name = "history",
        description = {
            "History on the disk of --out: copying beside dd, Chronicle Queue, replay, the gap while joining live.",
            "Takes 12 minutes, with --quick 3."
        })
public final class HistoryCommand implements Runnable {
    private static final String CHRONICLE = "chronicle";
    /** By cell: the baseline, and the candidates that are compared with it. */
    private static final Map<String, List<String>> CELLS = new TreeMap<>(Map.of(
            "copy-1024", List.of("dd", "sync-none"),
            "copy-1024-synced", List.of("dd-fdatasync", "sync-interval"),
            "append-1024", List.of(CHRONICLE, "sync-none"),
            "tail-10000", List.of(CHRONICLE, "sync-none"),
            "offer-500000", List.of("subscriber", "historian", "both", "catch-up"),
            "replay-1024", List.of("catch-up"),
            "replay-32", List.of("catch-up"),
            "join-10000", List.of("from-tail", "from-beginning", "catch-up")));

    @Mixin
    private Run run = new Run();

    @Option(
            names = "--cells",
            split = ",",
            paramLabel = "LIST",
            description = "Only these of append-1024, copy-1024, copy-1024-synced, join-10000, offer-500000,"
                    + " replay-1024, replay-32, tail-10000.")
    private List<String> cells = List.copyOf(CELLS.keySet());

    /** @throws IllegalArgumentException if there is no such cell */
    @Override
    public void run() {
        if (!CELLS.keySet().containsAll(cells)) {
            throw new IllegalArgumentException("no such cell: --cells " + cells + ", known=" + CELLS.keySet());
        }
        Path disk = run.out().toAbsolutePath().resolve("files");
        try (Lab lab = new Lab(run, "history", Map.of())) {
            for (String cell : cells) {
                for (int block = 1; block <= (run.quick() ? 1 : 2); block++) {
                    measure(lab, disk, cell, block);
                }
            }
            lab.report();
        } finally {
            SharedMemory.delete(disk);
        }
    }

    private void measure(Lab lab, Path disk, String cell, int block) {
        lab.say(cell + ", block " + block);
        try (Block<String, Fork> forks = new Block<>(lab, candidate -> {
            Fork fork = start(lab, disk, candidate);
            fork.ask(cell); // Warms it up.
            return fork;
        })) {
            forks.measure(
                    run.quick() ? 2 : 4, Map.of(cell, CELLS.getOrDefault(cell, List.of())), (round, key, fork) -> {
                        lab.measure(
                                block, round, fork.name(), cell, fork::cpuSeconds, () -> figure(cell, fork.ask(cell)));
                    });
        }
    }

    private Fork start(Lab lab, Path disk, String candidate) {
        List<String> flags = candidate.equals(CHRONICLE) ? ChronicleLibrary.JVM_FLAGS : List.of();
        return lab.fork(
                candidate,
                flags,
                HistoryEnd.class,
                candidate,
                disk.resolve(candidate).toString(),
                lab.newDirectory().toString(),
                run.quick() ? "256" : "2048");
    }

    private static Figure figure(String cell, Map<String, Object> answer) {
        return switch (cell) {
            case "tail-10000", "join-10000" -> new Figure(Lab.number(answer, "us"), "µs", answer);
            case "offer-500000" -> new Figure(Lab.number(answer, "offers"), "messages/s", answer);
            default -> new Figure(Lab.number(answer, "rate"), "messages/s", answer);
        };
    }
}
