/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A table in Markdown. Its first column is text, the others stand to the right, as figures do. */
public final class Table {
    private final StringBuilder text = new StringBuilder();

    /** With these headers. */
    public Table(String... headers) {
        row((Object[]) headers);
        text.append("|---|")
                .append(Arrays.stream(headers).skip(1).map(header -> "--:|").collect(Collectors.joining()))
                .append('\n');
    }

    /** {@return a table with these headers, between strokes} */
    public static Table of(String headers) {
        return new Table(headers.split("\\|", -1));
    }

    /** Adds a row. A list stands for as many cells as it has. */
    public Table row(Object... cells) {
        text.append('|');
        for (Object cell : cells) {
            (cell instanceof List<?> list ? list : List.of(cell))
                    .forEach(each -> text.append(' ').append(each).append(" |"));
        }
        text.append('\n');
        return this;
    }

    /** {@return the table, with a line break at its end} */
    @Override
    public String toString() {
        return text.toString();
    }
}
