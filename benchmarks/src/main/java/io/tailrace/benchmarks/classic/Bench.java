/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.benchmarks.classic.ClassicSection.Effort;
import io.tailrace.benchmarks.lab.JmhRunner;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.ProcStat;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.raw.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.util.Statistics;

/** Measures one cell at a time, in a JVM of its own, and writes it down. */
final class Bench implements AutoCloseable {
    static final String NOTHING = "nothing";
    static final String OVERHEAD = "timing-overhead";

    /** The same for all. The heap is larger than what a linked queue fills while it is measured a few times over. */
    private static final List<String> FLAGS = List.of(
            "-Xms512m",
            "-Xmx512m",
            "-XX:+AlwaysPreTouch",
            "-XX:+UseSerialGC",
            "--add-opens",
            "java.base/jdk.internal.misc=ALL-UNNAMED"); // for Agrona's queues, through which all are answered

    private static final List<String> FLAGS_SINCE_23 = List.of("--sun-misc-unsafe-memory-access=allow"); // JCTools

    private final Lab lab;
    private final JmhRunner jmh;

    /** One figure of the table. */
    record Cell(Row row, String candidate, int producers, int burst) {
        /** {@return what all rows measure alike} */
        static String name(int producers, int burst) {
            return "burst-" + burst + "-producers-" + producers;
        }

        String name() {
            return name(producers, burst);
        }
    }

    Bench(Lab lab) {
        this.lab = lab;
        this.jmh = new JmhRunner(lab);
    }

    /** Measures a cell. Block 0 is a pilot. */
    Measurement measure(int block, int round, Cell cell, Effort effort) {
        ChainedOptionsBuilder options = effort.options()
                .include(BurstBenchmark.class.getName() + "[.]roundTrip")
                .threads(cell.producers())
                .param("candidate", cell.candidate())
                .param("burst", Integer.toString(cell.burst()))
                .jvmArgs(flags(cell).toArray(String[]::new));
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("row", cell.row().name());
        details.put("wait", Pause.name(cell.producers() + 1));
        return measure(block, round, cell.candidate(), cell.name(), options, details);
    }

    /** Measures what taking a sample costs. */
    void measureOverhead(int block, int round, Effort effort) {
        ChainedOptionsBuilder options = effort.options()
                .include(BurstBenchmark.class.getName() + "[.]nothing")
                .threads(1);
        measure(block, round, NOTHING, OVERHEAD, options, new LinkedHashMap<>());
    }

    private Measurement measure(
            int block,
            int round,
            String candidate,
            String cell,
            ChainedOptionsBuilder options,
            Map<String, Object> details) {
        return lab.measure(block, round, candidate, cell, ProcStat::cpuSecondsWithChildren, () -> {
            Statistics samples =
                    jmh.run(options).iterator().next().getPrimaryResult().getStatistics();
            details.put("p50", samples.getPercentile(50));
            details.put("p90", samples.getPercentile(90));
            details.put("p99", samples.getPercentile(99));
            details.put("count", samples.getN());
            details.put("error", samples.getMeanErrorAt(0.999));
            return new Lab.Figure(samples.getMean(), "ns", details);
        });
    }

    private List<String> flags(Cell cell) {
        List<String> flags = new ArrayList<>(FLAGS);
        if (lab.run().jdk() >= 23) {
            flags.addAll(FLAGS_SINCE_23);
        }
        if (cell.row() == Row.AGRONA_RING) {
            flags.add("-Dagrona.disable.bounds.checks=true");
        }
        if (Transport.isLog(cell.candidate())) {
            flags.addAll(new Candidate(cell.candidate()).jvmFlags());
        }
        return flags;
    }

    @Override
    public void close() {
        jmh.close();
    }
}
