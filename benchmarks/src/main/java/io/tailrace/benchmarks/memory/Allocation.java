/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.jmh.AeronBenchmark;
import io.tailrace.benchmarks.jmh.TailraceBenchmark;
import io.tailrace.benchmarks.lab.JmhRunner;
import io.tailrace.benchmarks.lab.Lab;
import io.tailrace.benchmarks.lab.Lab.Figure;
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

    private static final List<Subject> SUBJECTS = List.of(
            new Subject("tailrace", TailraceBenchmark.class, Api.OFFER),
            new Subject("tailrace", TailraceBenchmark.class, Api.CLAIM),
            new Subject("tailrace", TailraceBenchmark.class, Api.BATCH),
            new Subject("aeron", AeronBenchmark.class, Api.OFFER),
            new Subject("aeron", AeronBenchmark.class, Api.CLAIM));

    private final Lab lab;

    private record Subject(String library, Class<?> benchmark, Api api) {}

    /** How a message gets into the log. */
    enum Api {
        OFFER("offerAndPoll"),
        CLAIM("claimAndPoll"),
        BATCH("batchAndPoll");

        private final String method;

        Api(String method) {
            this.method = method;
        }

        /** {@return the name of the cell in raw data} */
        String cell() {
            return "allocation-" + name().toLowerCase(Locale.ROOT);
        }
    }

    Allocation(Lab lab) {
        this.lab = lab;
    }

    void measure() {
        try (JmhRunner jmh = JmhRunner.of(lab)) {
            for (Subject subject : SUBJECTS) {
                for (String kind : List.of("concurrent", "exclusive")) {
                    MemorySection.measure(
                            lab,
                            1,
                            subject.library() + "/" + kind,
                            subject.api().cell(),
                            () -> profile(jmh, subject, kind));
                }
            }
        }
    }

    private Figure profile(JmhRunner jmh, Subject subject, String kind) {
        TimeValue time = TimeValue.milliseconds(lab.run().quick() ? 200 : 1_000);
        RunResult result = jmh.run(new OptionsBuilder()
                        .include(subject.benchmark().getName() + "[.]" + subject.api().method)
                        .param("kind", kind)
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
