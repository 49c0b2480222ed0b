/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.Locale;

/**
 * One line that a measuring process answers: a JSON object of numbers and texts without special characters. By hand,
 * because a JSON library in that process would be measured with it.
 */
public final class Answer {
    private final StringBuilder members = new StringBuilder();

    public Answer put(String name, long value) {
        return member(name, Long.toString(value));
    }

    public Answer put(String name, double value) {
        return member(name, String.format(Locale.ROOT, "%.4f", value));
    }

    public Answer put(String name, String text) {
        return member(name, '"' + text.replaceAll("[\"\\\\\\p{Cntrl}]", " ") + '"');
    }

    private Answer member(String name, String value) {
        members.append(members.length() == 0 ? "" : ", ");
        members.append('"').append(name).append("\": ").append(value);
        return this;
    }

    @Override
    public String toString() {
        return "{" + members + "}";
    }
}
