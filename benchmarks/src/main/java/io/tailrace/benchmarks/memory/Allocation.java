/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.jmh.ClientBenchmark;
import io.tailrace.benchmarks.lab.JmhRunner;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
import io.tailrace.benchmarks.peer.Candidate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Bytes that a message allocates on the heap, on its whole way through one thread: JMH's profiler. */
final class Allocation {
    static final String UNIT = "B/message";

    private static final String PROFILED = "gc.alloc.rate.norm";
    private static final int PAYLOAD = 32;

    /** The drivers have no threads. */
    private static final Map<String, String> VARIANTS = Map.of("tailrace", "subscriber", "aeron", "1m-subscriber");

    private final Lab lab;

    /** How a message gets into the log. */
    enum Api {
        OFFER("messageAndPoll"),
        CLAIM("messageAndPoll"),
        BATCH("groupAndPoll");

        private final String method;

        Api(String method) {
            this.method = method;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** {@return the name of the cell in raw data} */
        String cell() {
            return "allocation-" + label();
        }
    }

    Allocation(Lab lab) {
        this.lab = lab;
    }

    void measure() {
        try (JmhRunner jmh = JmhRunner.of(lab)) {
            for (String library : List.of("tailrace", "aeron")) {
                for (Api api : library.equals("aeron") ? List.of(Api.OFFER, Api.CLAIM) : List.of(Api.values())) {
                    for (String kind : Candidate.KINDS) {
                        String name = library + "/" + kind;
                        String candidate = name + "/" + VARIANTS.get(library) + "/" + api.label();
                        MemorySection.measure(lab, 1, name, api.cell(), () -> profile(jmh, api, candidate));
                    }
                }
            }
        }
    }

    private Figure profile(JmhRunner jmh, Api api, String candidate) {
        TimeValue time = TimeValue.milliseconds(lab.run().quick() ? 200 : 1_000);
        RunResult result = jmh.run(new OptionsBuilder()
                        .include(ClientBenchmark.class.getName() + "[.]" + api.method)
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
                bytes, UNIT, Map.of("nsPerMessage", result.getPrimaryResult().getScore(), "payload", PAYLOAD));
    }
}
