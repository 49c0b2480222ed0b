/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.inspect.LogSnapshot;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.inspect.LogSnapshot.Term;
import io.tailrace.log.LogLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A picture of the three terms, at most 80 columns wide: the written and the clean parts, and below these marks for the
 * tail, the limit and the slot of each subscriber.
 */
final class TermStrip {
    /** The characters of the picture. */
    record Signs(char written, char clean, char mark) {
        static final Signs UNICODE = new Signs('▓', '░', '↑');
        static final Signs ASCII = new Signs('#', '.', '^');
    }

    private static final String INDENT = "  ";
    private static final int CELLS = 24;
    private static final int WIDTH = LogLayout.TERM_COUNT * (CELLS + 1) + 1;

    /** The most characters of slots in one label: a label must have room on either side of its mark. */
    private static final int LABEL = 20;

    private final LogSnapshot log;
    private final Signs signs;

    TermStrip(LogSnapshot log, Signs signs) {
        this.log = log;
        this.signs = signs;
    }

    /** {@return the lines of the picture; none if the positions contradict one another} */
    List<String> lines() {
        List<Term> terms = log.terms();
        if (terms.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        StringBuilder names = new StringBuilder();
        StringBuilder strip = new StringBuilder("|");
        for (Term term : terms) {
            names.append(String.format(" %-" + CELLS + "s", "term " + term.index() + "  " + term.state()));
            for (int cell = 0; cell < CELLS; cell++) {
                strip.append(isWritten(term.index(), cell) ? signs.written : signs.clean);
            }
            strip.append('|');
        }
        lines.add(INDENT + names.toString().stripTrailing());
        lines.add(INDENT + strip);
        marks().forEach(row -> lines.add(INDENT + row));
        return lines;
    }

    /** {@return whether any byte of a part of a term is written and not cleaned yet} */
    private boolean isWritten(int term, int cell) {
        long termLength = log.constants().termLength();
        long from = cell * termLength / CELLS;
        long to = (cell + 1) * termLength / CELLS;
        for (long lap = log.cleanPosition() / termLength; lap * termLength < log.readableTail(); lap++) {
            long start = Math.max(lap * termLength + from, log.cleanPosition());
            long end = Math.min(lap * termLength + to, log.readableTail());
            if (lap % LogLayout.TERM_COUNT == term && start < end) {
                return true;
            }
        }
        return false;
    }

    /** Places the labels by column, each in the first row that has room. */
    private List<String> marks() {
        SortedMap<Integer, List<String>> labels = new TreeMap<>();
        mark(labels, log.tail(), "tail");
        mark(labels, log.limit(), "limit");
        SortedMap<Integer, BitSet> slots = new TreeMap<>();
        for (Subscriber subscriber : log.subscribers()) {
            if (isInMemory(subscriber.position())) {
                slots.computeIfAbsent(column(subscriber.position()), column -> new BitSet())
                        .set(subscriber.slot());
            }
        }
        slots.forEach((column, set) ->
                labels.computeIfAbsent(column, ignored -> new ArrayList<>()).addAll(ranges(set)));
        List<StringBuilder> rows = new ArrayList<>();
        labels.forEach((column, texts) -> texts.forEach(text -> place(rows, column, text)));
        return rows.stream().map(StringBuilder::toString).toList();
    }

    private void mark(SortedMap<Integer, List<String>> labels, long position, String text) {
        if (isInMemory(position)) {
            labels.computeIfAbsent(column(position), column -> new ArrayList<>())
                    .add(text);
        }
    }

    /** {@return whether the position is in memory: positions below the clean position, or claimed ahead, are not} */
    private boolean isInMemory(long position) {
        return position >= log.cleanPosition() && position <= log.cleanPosition() + log.ringLength();
    }

    private int column(long position) {
        long termLength = log.constants().termLength();
        int term = (int) (position / termLength % LogLayout.TERM_COUNT);
        return 1 + term * (CELLS + 1) + (int) (position % termLength * CELLS / termLength);
    }

    /** {@return slots as {@code 0-3,5}, in as many labels as they take} */
    private static List<String> ranges(BitSet slots) {
        List<String> texts = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int from = slots.nextSetBit(0);
        while (from >= 0) {
            int to = slots.nextClearBit(from) - 1;
            if (text.length() > LABEL) {
                texts.add(text.toString());
                text.setLength(0);
            }
            text.append(text.isEmpty() ? "" : ",").append(from == to ? "" + from : from + "-" + to);
            from = slots.nextSetBit(to + 1);
        }
        texts.add(text.toString());
        return texts;
    }

    /** To the right of its mark, or to the left if the line would become too long. */
    private void place(List<StringBuilder> rows, int column, String text) {
        boolean left = column + 1 + text.length() > WIDTH;
        int start = left ? column - text.length() : column;
        String label = left ? text + signs.mark : signs.mark + text;
        for (StringBuilder row : rows) {
            if (row.isEmpty() || row.length() < start) {
                append(row, start, label);
                return;
            }
        }
        StringBuilder row = new StringBuilder();
        append(row, start, label);
        rows.add(row);
    }

    private static void append(StringBuilder row, int start, String label) {
        row.append(" ".repeat(start - row.length())).append(label);
    }
}
