/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Surroundings;
import io.tailrace.benchmarks.raw.Measurement;
import io.tailrace.benchmarks.raw.RawFile;
import io.tailrace.benchmarks.suite.Run;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where pairs are measured: each slice calibrated, observed and written down. */
public final class PairLab implements AutoCloseable {
    private final String section;
    private final Run run;
    private final Path directory;
    private final RawFile raw;
    private final Surroundings surroundings = new Surroundings();
    private int pairs;

    public PairLab(String section, Run run) {
        this.section = section;
        this.run = run;
        this.directory = SharedMemory.newDirectory(section);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> SharedMemory.delete(directory)));
        this.raw = new RawFile(run.out(), section, run.jdk());
    }

    /** {@return how much the file system takes on which everything is measured, in bytes} */
    public long usableSpace() {
        try {
            return Files.getFileStore(directory).getUsableSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return a pair, connected} Its files go when it is closed. */
    public Pair pair(Peer peer, boolean echo) {
        try {
            return new Pair(
                    peer, echo, run.java(), Files.createDirectory(directory.resolve(Integer.toString(pairs++))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Measures one slice, and keeps it. */
    public Measurement measure(int block, int round, Pair pair, Cell cell, Slice slice) {
        Surroundings.Observed<Map<String, Object>> observed =
                surroundings.observe(pair::cpuSeconds, () -> pair.measure(cell, slice));
        Map<String, Object> details = observed.result();
        details.put("description", pair.description());
        details.put("pinned", pair.isPinned());
        Measurement measurement = new Measurement(
                section,
                run.jdk(),
                block,
                round,
                pair.peer().toString(),
                cell.toString(),
                observed.rawNs(),
                observed.othersPercent(),
                value(cell, details),
                "ns",
                details);
        raw.write(measurement);
        return measurement;
    }

    /** The figure that is compared: round trips by their median, the tail by the latest percent. */
    private static double value(Cell cell, Map<String, Object> details) {
        return switch (cell.kind()) {
            case ROUNDTRIP -> number(details, "p50");
            case ONEWAY -> number(details, "p99");
            case CLOCK -> (number(details, "there") - number(details, "back")) / 2;
        };
    }

    private static double number(Map<String, Object> details, String name) {
        Object number = details.get(name);
        if (number == null) {
            throw new IllegalStateException("no such figure: name=" + name + ", figures=" + details.keySet());
        }
        return ((Number) number).doubleValue();
    }

    @Override
    public void close() {
        raw.close();
        surroundings.close();
        SharedMemory.delete(directory);
    }
}
