/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows in columns that are as wide as their widest cells. The last column takes what it takes. One thread.
 *
 * <p>Cells are text for a terminal: nothing in them is escaped here.
 */
public final class Table<R> {
    private static final String GAP = "  ";

    private record Row(Terminal.Colour colour, List<String> cells, List<String> details) {}

    private final Terminal terminal;
    private final Columns<R> columns;
    private final List<Integer> widths = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();

    /** Without rows yet. */
    public Table(Terminal terminal, Columns<R> columns) {
        this.terminal = terminal;
        this.columns = columns;
        columns.titles().forEach(title -> widths.add(width(title)));
    }

    /** Adds a row. */
    public void row(Terminal.Colour colour, R thing) {
        List<String> cells = columns.texts(thing);
        for (int i = 0; i < cells.size(); i++) {
            widths.set(i, Math.max(widths.get(i), width(cells.get(i))));
        }
        rows.add(new Row(colour, cells, new ArrayList<>()));
    }

    /** Adds a line below the last row that has no columns. */
    public void detail(String line) {
        rows.get(rows.size() - 1).details.add(line);
    }

    /** Prints titles and rows. */
    public void print(Output out) {
        print(out, Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    /**
     * Prints titles and rows.
     *
     * @param maxRows how many rows there is space for
     * @param maxWidth where lines are cut
     */
    public void print(Output out, int maxRows, int maxWidth) {
        out.text(cut(line(columns.titles()), maxWidth)).newLine();
        for (Row row : rows.subList(0, Math.min(rows.size(), Math.max(maxRows, 0)))) {
            out.text(terminal.colour(row.colour, cut(line(row.cells), maxWidth)))
                    .newLine();
            row.details.forEach(detail -> out.text(cut(detail, maxWidth)).newLine());
        }
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            String padding = " ".repeat(widths.get(i) - width(cell));
            boolean figures = columns.columns().get(i).figures();
            line.append(i == 0 ? "" : GAP)
                    .append(figures ? padding : "")
                    .append(cell)
                    .append(figures ? "" : padding);
        }
        return line.toString().stripTrailing();
    }

    /** {@return a line as far as it fits} */
    public static String cut(String line, int maxWidth) {
        return width(line) <= maxWidth ? line : line.substring(0, line.offsetByCodePoints(0, Math.max(maxWidth, 0)));
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
