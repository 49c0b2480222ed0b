/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.jmh.ClientBenchmark;
import io.tailrace.benchmarks.lab.JmhRunner;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.peer.Candidate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Bytes that a message allocates on the heap, on its whole way through one thread: JMH's profiler. */
final class Allocation {
    private static final String PROFILED = "gc.alloc.rate.norm";
    private static final int PAYLOAD = 32;

    /** The drivers have no threads. */
    private static final Map<String, String> VARIANTS = Map.of("tailrace", "subscriber", "aeron", "1m-subscriber");

    /** The calls that put a message into the log. */
    static final List<String> APIS = List.of("offer", "claim", "batch");

    private final Lab lab;

    Allocation(Lab lab) {
        this.lab = lab;
    }

    /** {@return the name of the cell in raw data} */
    static String cell(String api) {
        return "allocation-" + api;
    }

    void measure() {
        try (JmhRunner jmh = new JmhRunner(lab)) {
            for (String library : List.of("tailrace", "aeron")) {
                for (String api : library.equals("aeron") ? APIS.subList(0, 2) : APIS) {
                    for (String kind : Candidate.KINDS) {
                        String name = library + "/" + kind;
                        String candidate = name + "/" + VARIANTS.get(library) + "/" + api;
                        MemorySection.measure(lab, 1, name, cell(api), () -> profile(jmh, api, candidate));
                    }
                }
            }
        }
    }

    private Figure profile(JmhRunner jmh, String api, String candidate) {
        TimeValue time = TimeValue.milliseconds(lab.run().quick() ? 200 : 1_000);
        RunResult result = jmh.run(new OptionsBuilder()
                        .include(ClientBenchmark.class.getName() + "[.]"
                                + (api.equals("batch") ? "groupAndPoll" : "messageAndPoll"))
                        .param("candidate", candidate)
                        .param("payload", Integer.toString(PAYLOAD))
                        .addProfiler(GCProfiler.class)
                        .forks(1)
                        .warmupIterations(2)
                        .warmupTime(time)
                        .measurementIterations(3)
                        .measurementTime(time))
                .iterator()
                .next();
        double bytes = Objects.requireNonNull(result.getSecondaryResults().get(PROFILED), PROFILED)
                .getScore();
        return new Figure(
                bytes,
                "B/message",
                Map.of("nsPerMessage", result.getPrimaryResult().getScore(), "payload", PAYLOAD));
    }
}
