/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.tools.command.Columns.Shape;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of columns as wide as their widest cells, or as the terminal allows. One thread.
 *
 * <p>Cells are text that is safe for a terminal: the table escapes nothing.
 */
public final class Table<R> {
    private static final String GAP = "  ";

    private record Row(Terminal.Colour colour, List<String> cells, List<String> details) {}

    private final Terminal terminal;
    private final Columns<R> columns;
    private final int[] widest;
    private final List<Row> rows = new ArrayList<>();

    /** Makes a table without rows. */
    public Table(Terminal terminal, Columns<R> columns) {
        this.terminal = terminal;
        this.columns = columns;
        this.widest = columns.titles().stream().mapToInt(String::length).toArray();
    }

    /** Adds a row. */
    public void row(Terminal.Colour colour, R thing) {
        List<String> cells = columns.texts(thing);
        for (int i = 0; i < cells.size(); i++) {
            widest[i] = Math.max(widest[i], DisplayWidth.of(cells.get(i)));
        }
        rows.add(new Row(colour, cells, new ArrayList<>()));
    }

    /** Adds a line below the last row; it has no columns and is never cut. */
    public void detail(String line) {
        rows.get(rows.size() - 1).details.add(line);
    }

    /**
     * Prints titles and rows.
     *
     * @param maxWidth the widest a row may be: columns are dropped and cells are cut to fit
     */
    public void print(Output out, int maxWidth) {
        int[] widths = fit(maxWidth);
        out.text(line(columns.titles(), widths, maxWidth)).newLine();
        for (Row row : rows) {
            out.text(terminal.colour(row.colour, line(row.cells, widths, maxWidth)))
                    .newLine();
            row.details.forEach(detail -> out.text(detail).newLine());
        }
    }

    /** {@return the width of each column, 0 for a dropped one} */
    private int[] fit(int maxWidth) {
        int[] widths = widest.clone();
        long left = (long) maxWidth + GAP.length();
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.min(widths[i], share(i, maxWidth));
            left -= widths[i] + GAP.length();
        }
        for (int leaving : columns.leaving()) {
            if (left < 0) {
                left += widths[leaving] + GAP.length();
                widths[leaving] = 0;
            }
        }
        for (Shape shape : List.of(Shape.SENTENCE, Shape.WORDS)) {
            for (int i = 0; i < widths.length; i++) {
                if (shape(i) == shape && widths[i] > 0) {
                    int more = (int) Math.min(widest[i] - widths[i], Math.max(left, 0));
                    widths[i] += more;
                    left -= more;
                }
            }
        }
        return widths;
    }

    private int share(int column, int maxWidth) {
        return switch (shape(column)) {
            case FIGURES -> maxWidth;
            case WORDS -> maxWidth / 4;
            case SENTENCE -> maxWidth / 2;
        };
    }

    private Shape shape(int column) {
        return columns.columns().get(column).shape();
    }

    private String line(List<String> cells, int[] widths, int maxWidth) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            if (widths[i] == 0) {
                continue;
            }
            String cell = DisplayWidth.cut(cells.get(i), widths[i], shape(i) == Shape.WORDS);
            String padding = " ".repeat(widths[i] - DisplayWidth.of(cell));
            boolean figures = shape(i) == Shape.FIGURES;
            line.append(line.isEmpty() ? "" : GAP)
                    .append(figures ? padding : "")
                    .append(cell)
                    .append(figures ? "" : padding);
        }
        return DisplayWidth.cut(line.toString().stripTrailing(), maxWidth);
    }
}
