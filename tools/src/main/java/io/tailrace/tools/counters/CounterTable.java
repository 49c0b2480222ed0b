/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.counters;

import io.tailrace.control.CounterKind;
import io.tailrace.control.CounterReader;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.view.CountersReader;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prints counters, one a line below their owner, with the rate of each total since it was printed before. One thread.
 */
final class CounterTable implements CounterReport {
    /** Groups of one name may have figures of one name: the second one of them has a number of its own. */
    private record Key(String owner, String label, int number) {
        Key next() {
            return new Key(owner, label, number + 1);
        }
    }

    private final Output out;
    private Map<Key, Long> totals = Map.of();
    private long printedNs;

    CounterTable(Output out) {
        this.out = out;
    }

    @Override
    public void print(List<CountersReader.Owner> owners, long nowNs) {
        if (owners.isEmpty()) {
            out.text("no counters to show").newLine();
        }
        Map<Key, Long> newTotals = new HashMap<>();
        for (CountersReader.Owner owner : owners) {
            out.text(owner.describe()).newLine();
            for (CounterReader.Counter counter : owner.counters()) {
                line(counter, counter.kind() == CounterKind.TOTAL ? rate(owner, counter, newTotals, nowNs) : "");
            }
        }
        totals = newTotals;
        printedNs = nowNs;
    }

    @Override
    public void beginAgain() {
        out.newLine();
    }

    private void line(CounterReader.Counter counter, String rate) {
        out.format("%20d  %-5s  %12s  ", counter.value(), counter.kind().name().toLowerCase(Locale.ROOT), rate)
                .text(EscapedText.escape(counter.label()))
                .newLine();
    }

    /** Notes the value for the next time. Empty if there was none before, or a larger one: that was another counter. */
    private String rate(
            CountersReader.Owner owner, CounterReader.Counter counter, Map<Key, Long> newTotals, long nowNs) {
        Key key = new Key(owner.name(), counter.label(), 0);
        while (newTotals.putIfAbsent(key, counter.value()) != null) {
            key = key.next();
        }
        Long before = totals.get(key);
        return before == null || counter.value() < before
                ? ""
                : String.format(Locale.ROOT, "%.0f/s", (counter.value() - before) * 1e9 / (nowNs - printedNs));
    }
}
