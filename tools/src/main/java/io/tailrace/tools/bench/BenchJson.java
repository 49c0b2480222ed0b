/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.measure.DriverInfo;
import io.tailrace.tools.measure.Latencies;
import io.tailrace.tools.measure.Machine;
import io.tailrace.tools.measure.SubscriberReport;
import java.io.IOException;

/** For programs: an object for the set-up, for each interval, and for each size. */
final class BenchJson implements BenchReport {
    static final String SCHEMA = "tailrace.bench/1";

    private final Output out;
    private final JsonLines lines;

    BenchJson(Output out) {
        this.out = out;
        this.lines = new JsonLines(out, SCHEMA);
    }

    @Override
    public void setUp(DriverInfo driver, Machine machine, BenchPlan plan) {
        lines.line("setup", json -> {
            driver.write(json);
            machine.write(json);
            json.writeNumberField("publishers", plan.publishers());
            json.writeNumberField("subscribers", plan.subscribers());
            json.writeBooleanField("exclusive", plan.exclusive());
            json.writeStringField("api", plan.api().name());
            json.writeStringField("wait", plan.waitPolicy().name());
            json.writeNumberField("warmUpNs", plan.times().warmUpNs());
            json.writeNumberField("durationNs", plan.times().durationNs());
            json.writeNumberField("rate", plan.rate());
        });
        out.flush();
    }

    @Override
    public void interval(BenchPlan plan, BenchInterval interval) {
        lines.line("interval", json -> {
            json.writeNumberField("sizeBytes", plan.size());
            json.writeNumberField("tookNs", interval.tookNs());
            json.writeNumberField("messages", interval.messages());
            perSecond(json, plan, interval.perSecond());
        });
        out.flush();
    }

    @Override
    public void result(BenchResult result) {
        lines.line(result.plan().isTimed() ? "latency" : "throughput", json -> {
            json.writeNumberField("sizeBytes", result.plan().size());
            json.writeNumberField("sent", result.sent());
            json.writeNumberField("due", result.due());
            json.writeArrayFieldStart("received");
            for (SubscriberReport subscriber : result.subscribers()) {
                json.writeNumber(subscriber.received());
            }
            json.writeEndArray();
            json.writeBooleanField("clean", result.isClean());
            if (result.plan().isTimed()) {
                Latencies.write(json, result.latency());
            } else {
                perSecond(json, result.plan(), BenchInterval.medianPerSecond(result.intervals()));
            }
        });
        out.flush();
    }

    private static void perSecond(JsonGenerator json, BenchPlan plan, double perSecond) throws IOException {
        json.writeNumberField("messagesPerSecond", Math.round(perSecond));
        json.writeNumberField("bytesPerSecond", Math.round(perSecond * plan.size()));
    }
}
