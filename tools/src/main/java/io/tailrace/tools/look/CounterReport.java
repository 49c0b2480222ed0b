/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.control.CounterSlots.CounterKind;
import io.tailrace.control.CounterSlots.CounterReader.Counter;
import io.tailrace.inspect.CountersReader.Owner;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Prints counters: for people one a line below their owner, with the rate of each total since it was printed before;
 * for programs one object a line. One thread.
 */
final class CounterReport {
    /** Groups of one name may have figures of one name: the second one of them has a number of its own. */
    private record Key(String owner, String label, int number) {
        Key next() {
            return new Key(owner, label, number + 1);
        }
    }

    private final Output out;
    private final @Nullable JsonLines lines;
    private @Nullable Map<Key, Long> totals;
    private long printedNs;

    /** @param schema of the lines for programs; null for people */
    CounterReport(Output out, @Nullable String schema) {
        this.out = out;
        this.lines = schema == null ? null : new JsonLines(out, schema);
    }

    /**
     * Prints all.
     *
     * @param nowNs when they were read, of any clock that does not step
     */
    void print(List<Owner> owners, long nowNs) {
        if (lines == null) {
            text(owners, nowNs);
            return;
        }
        for (Owner owner : owners) {
            for (Counter counter : owner.counters()) {
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

    private void text(List<Owner> owners, long nowNs) {
        Map<Key, Long> before = totals == null ? Map.of() : totals;
        if (totals != null) {
            out.newLine();
        }
        if (owners.isEmpty()) {
            out.text("no counters to show").newLine();
        }
        Map<Key, Long> now = new HashMap<>();
        for (Owner owner : owners) {
            out.text(owner.describe()).newLine();
            for (Counter counter : owner.counters()) {
                String rate = counter.kind() == CounterKind.TOTAL
                        ? rate(before, note(owner, counter, now), counter.value(), nowNs)
                        : "";
                out.format(
                                "%20d  %-5s  %12s  ",
                                counter.value(), counter.kind().name().toLowerCase(Locale.ROOT), rate)
                        .text(EscapedText.escape(counter.label()))
                        .newLine();
            }
        }
        totals = now;
        printedNs = nowNs;
    }

    /** Notes a value for the next time. */
    private static Key note(Owner owner, Counter counter, Map<Key, Long> totals) {
        Key key = new Key(owner.name(), counter.label(), 0);
        while (totals.putIfAbsent(key, counter.value()) != null) {
            key = key.next();
        }
        return key;
    }

    /** Empty if there was no value before, or a larger one: that was another counter. */
    private String rate(Map<Key, Long> totalsBefore, Key key, long value, long nowNs) {
        Long before = totalsBefore.get(key);
        return before == null || value < before
                ? ""
                : String.format(Locale.ROOT, "%.0f/s", (value - before) * 1e9 / (nowNs - printedNs));
    }
}
