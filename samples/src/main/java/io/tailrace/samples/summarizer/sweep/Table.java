/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.util.List;
import java.util.stream.Collectors;

/** A table in Markdown. Its first column is text, the others stand to the right, as figures do. */
final class Table {
    private final StringBuilder text = new StringBuilder();

    Table(List<String> headers) {
        row(headers);
        text.append("|---|").append("--:|".repeat(headers.size() - 1)).append('\n');
    }

    Table row(List<?> cells) {
        text.append(cells.stream().map(String::valueOf).collect(Collectors.joining(" | ", "| ", " |\n")));
        return this;
    }

    @Override
    public String toString() {
        return text.append('\n').toString();
    }
}
