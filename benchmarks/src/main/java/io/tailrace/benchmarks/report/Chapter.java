/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The part of the report that shows the figures of one section.
 *
 * @param title its headline
 */
public record Chapter(String title, Text text) {
    /** Creates the text of a chapter. */
    public interface Text {
        /**
         * {@return the text, without the headline; empty if none of its measurements exist}
         *
         * @param all measurements of all sections and JDKs
         */
        String of(List<Measurement> all, Plots plots);
    }

    /** Creates the part of a chapter that shows one JDK. */
    public interface OfJdk {
        /** {@return that part} */
        String of(Jdk jdk);
    }

    /**
     * The measurements of one JDK in a section.
     *
     * @param all measurements of all sections and JDKs, from which goals choose
     */
    public record Jdk(int feature, Results results, List<Measurement> all, Plots plots) {}

    /**
     * {@return a chapter of an introduction, a part with a headline for each JDK, and an end; empty if there is no JDK}
     *
     * @param end made of all measurements
     */
    public static Chapter ofEachJdk(
            String title, String section, String introduction, OfJdk ofJdk, Function<List<Measurement>, String> end) {
        return new Chapter(title, (all, plots) -> {
            SortedMap<Integer, Results> byJdk = Results.byJdk(all, section);
            StringBuilder text = new StringBuilder(byJdk.isEmpty() ? "" : introduction);
            byJdk.forEach((jdk, results) -> text.append("\n### JDK ")
                    .append(jdk)
                    .append("\n\n")
                    .append(ofJdk.of(new Jdk(jdk, results, all, plots))));
            return text.append(byJdk.isEmpty() ? "" : end.apply(all)).toString();
        });
    }

    /** {@return the text, without the headline; empty if none of its measurements exist} */
    public String toMarkdown(List<Measurement> all, Plots plots) {
        return text.of(all, plots);
    }

    /** A table in Markdown. Its first column is text, the others are figures, aligned to the right. */
    public static final class Table {
        private final StringBuilder text = new StringBuilder();

        /** With these headers. */
        public Table(String... headers) {
            row((Object[]) headers);
            text.append("|---|")
                    .append(Arrays.stream(headers).skip(1).map(header -> "--:|").collect(Collectors.joining()))
                    .append('\n');
        }

        /** {@return a table with these headers, separated by strokes} */
        public static Table of(String headers) {
            return new Table(headers.split("\\|", -1));
        }

        /** Adds a row. A list is as many cells as it has elements. */
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
}
