/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.ping;

import io.tailrace.WaitPolicy;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.measure.DriverInfo;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.Machine;
import java.util.Locale;

/** Says what is measured, and what came of it. */
interface PingReport {
    /** What is measured, before that begins. */
    void setUp(DriverInfo driver, Machine machine, int size, WaitPolicy waitPolicy);

    /** What came of it. */
    void result(PingRun run);

    /** {@return one for people} */
    static PingReport text(Output out) {
        return new PingReport() {
            @Override
            public void setUp(DriverInfo driver, Machine machine, int size, WaitPolicy waitPolicy) {
                out.text(driver.describe())
                        .newLine()
                        .text(machine.describe())
                        .newLine()
                        .format(
                                "round trips of %d bytes between two processes, one at a time, waiting: %s%n",
                                size, waitPolicy.name().toLowerCase(Locale.ROOT));
            }

            @Override
            public void result(PingRun run) {
                out.format("%12s%s%n", "ROUND TRIPS", Latencies.heading())
                        .format("%,12d%s%n", run.latency().getTotalCount(), Latencies.line(run.latency()))
                        .format(
                                "in %s, after %s of warming up%n",
                                Quantity.latency(run.tookNs()), Quantity.latency(PingRun.WARM_UP_NS));
            }
        };
    }

    /** {@return one for programs} */
    static PingReport json(Output out, String schema) {
        JsonLines lines = new JsonLines(out, schema);
        return new PingReport() {
            @Override
            public void setUp(DriverInfo driver, Machine machine, int size, WaitPolicy waitPolicy) {
                lines.line("setup", json -> {
                    driver.write(json);
                    machine.write(json);
                    json.writeNumberField("sizeBytes", size);
                    json.writeStringField("wait", waitPolicy.name());
                });
            }

            @Override
            public void result(PingRun run) {
                lines.line("roundTrips", json -> {
                    json.writeBooleanField("complete", run.isComplete());
                    json.writeNumberField("tookNs", run.tookNs());
                    json.writeNumberField("warmUpNs", PingRun.WARM_UP_NS);
                    Latencies.write(json, run.latency());
                });
            }
        };
    }
}
