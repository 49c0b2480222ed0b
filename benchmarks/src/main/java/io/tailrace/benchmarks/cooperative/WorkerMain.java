/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.cooperative;

import io.tailrace.benchmarks.lab.ForkEnd;
import io.tailrace.benchmarks.process.Schedule;
import io.tailrace.benchmarks.raw.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The process that measures one setting, its driver embedded. Answers {@code warm}, and {@code run RATE LEAD-IN-MS
 * MEASURE-MS} with one line of JSON.
 */
final class WorkerMain {
    private static final long WARM_UP_MS = 700;
    private static final List<Integer> WARM_UP_RATES = List.of(1_000_000, 100_000, 1_000_000, 10_000);

    private final WorkerUnderLoad worker;

    private WorkerMain(WorkerUnderLoad worker) {
        this.worker = worker;
    }

    /** Arguments: the minimum idle time in microseconds, and a directory that does not exist yet. */
    public static void main(String[] args) {
        ForkEnd.orExit(() -> {
            try (WorkerUnderLoad worker =
                    new WorkerUnderLoad(new Setting(Integer.parseInt(args[0])), Path.of(args[1]))) {
                ForkEnd.serve("{\"ready\": \"yes\"}", new WorkerMain(worker)::answer);
            }
        });
    }

    private String answer(List<String> command) {
        if (command.get(0).equals("warm")) {
            WARM_UP_RATES.forEach(rate -> run(rate, 0, WARM_UP_MS));
            return "{\"warm\": \"yes\"}";
        }
        return Json.line(
                run(Integer.parseInt(command.get(1)), Long.parseLong(command.get(2)), Long.parseLong(command.get(3))));
    }

    private Map<String, Object> run(int rate, long leadInMs, long measureMs) {
        long measureNs = TimeUnit.MILLISECONDS.toNanos(measureMs);
        long periodNs = TimeUnit.SECONDS.toNanos(1) / rate;
        long startNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1);
        long leadInNs = TimeUnit.MILLISECONDS.toNanos(leadInMs);
        return worker.run(new Schedule(startNs, periodNs, leadInNs, measureNs, measureNs));
    }
}
