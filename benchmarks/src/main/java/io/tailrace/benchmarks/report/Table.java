/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.Arrays;
import java.util.stream.Collectors;

/** A table in Markdown. Its first column is text, the others stand to the right, as figures do. */
public final class Table {
    private final StringBuilder text = new StringBuilder();

    /** With these headers. */
    public Table(String... headers) {
        row(headers);
        text.append("|---|")
                .append(Arrays.stream(headers).skip(1).map(header -> "--:|").collect(Collectors.joining()))
                .append('\n');
    }

    /** Adds a row. */
    public Table row(String... cells) {
        text.append("| ").append(String.join(" | ", cells)).append(" |\n");
        return this;
    }

    /** {@return the table, with a line break at its end} */
    @Override
    public String toString() {
        return text.toString();
    }
}
