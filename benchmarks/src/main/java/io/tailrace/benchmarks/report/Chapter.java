/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import io.tailrace.benchmarks.raw.Measurement;
import java.util.List;
import java.util.SortedMap;
import java.util.function.BiFunction;

/** The part of the report that shows the figures of one section. */
public interface Chapter {
    /** {@return its headline} */
    String title();

    /**
     * {@return its text, without the headline; empty if there is nothing of its own among the measurements}
     *
     * @param all measurements of all sections and JDKs
     */
    String toMarkdown(List<Measurement> all, Plots plots);

    /** {@return an introduction, what there is of each JDK below a headline, and an end; nothing if there is no JDK} */
    static <T> String ofEachJdk(
            String introduction, SortedMap<Integer, T> byJdk, BiFunction<Integer, T, String> toText, String end) {
        if (byJdk.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(introduction);
        byJdk.forEach((jdk, found) ->
                text.append("\n### JDK ").append(jdk).append("\n\n").append(toText.apply(jdk, found)));
        return text.append(end).toString();
    }
}
