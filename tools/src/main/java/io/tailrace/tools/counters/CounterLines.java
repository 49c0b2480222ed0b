/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.counters;

import io.tailrace.control.CounterReader;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.view.CountersReader;
import java.util.List;

/** Counters for programs, one object a line. */
final class CounterLines implements CounterReport {
    private final JsonLines lines;

    CounterLines(JsonLines lines) {
        this.lines = lines;
    }

    @Override
    public void print(List<CountersReader.Owner> owners, long nowNs) {
        for (CountersReader.Owner owner : owners) {
            for (CounterReader.Counter counter : owner.counters()) {
                lines.line("counter", json -> {
                    json.writeStringField("owner", owner.name());
                    json.writeNumberField("pid", owner.pid());
                    json.writeStringField("life", owner.life().name());
                    json.writeStringField("type", counter.kind().name());
                    json.writeStringField("label", counter.label());
                    json.writeNumberField("value", counter.value());
                    json.writeNumberField("readNs", nowNs);
                });
            }
        }
    }

    @Override
    public void beginAgain() {
        // Each line stands for itself.
    }
}
