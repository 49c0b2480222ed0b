/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line that a measuring process answers: a JSON object of numbers and texts without special characters. By hand,
 * because a JSON library in that process would be measured with it.
 */
public final class Json {
    private final StringBuilder members = new StringBuilder();

    public Json put(String name, long value) {
        return member(name, Long.toString(value));
    }

    public Json put(String name, double value) {
        return member(name, String.format(Locale.ROOT, "%.4f", value));
    }

    public Json put(String name, String text) {
        return member(name, '"' + text.replaceAll("[\"\\\\\\p{Cntrl}]", " ") + '"');
    }

    private Json member(String name, String value) {
        members.append(members.length() == 0 ? "" : ", ");
        members.append('"').append(name).append("\": ").append(value);
        return this;
    }

    /** {@return the first number of that name in a line, however deep} */
    public static double number(String line, String name) {
        Matcher matcher = Pattern.compile('"' + name + "\": (-?[0-9.]+)").matcher(line);
        if (!matcher.find()) {
            throw new IllegalArgumentException("no such number: name=" + name + ", line=" + line);
        }
        return Double.parseDouble(matcher.group(1));
    }

    @Override
    public String toString() {
        return "{" + members + "}";
    }
}
