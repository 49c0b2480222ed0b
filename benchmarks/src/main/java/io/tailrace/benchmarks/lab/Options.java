/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Arguments of the form {@code --name value}, and flags {@code --name} without one. */
public final class Options {
    private static final String PRESENT = "true";

    /** Nothing is given. */
    public static final Options NONE = new Options(List.of(), Set.of(), Set.of());

    private final Map<String, List<String>> values = new HashMap<>();

    /** @throws IllegalArgumentException if there is an unknown option or a value is missing */
    public Options(List<String> arguments, Set<String> options, Set<String> flags) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (flags.contains(argument)) {
                put(argument, PRESENT);
            } else if (options.contains(argument) && i + 1 < arguments.size()) {
                put(argument, arguments.get(++i));
            } else {
                throw new IllegalArgumentException(
                        options.contains(argument) ? "no value for " + argument : "unknown option: " + argument);
            }
        }
    }

    private void put(String name, String value) {
        values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
    }

    public boolean has(String flag) {
        return values.containsKey(flag);
    }

    public String text(String name, String defaultValue) {
        List<String> all = all(name);
        return all.isEmpty() ? defaultValue : all.get(all.size() - 1);
    }

    /** {@return the values of an option that may be given several times} */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    public int number(String name, int defaultValue) {
        return Integer.parseInt(text(name, Integer.toString(defaultValue)));
    }

    public double decimal(String name, double defaultValue) {
        return Double.parseDouble(text(name, Double.toString(defaultValue)));
    }

    /** {@return the parts of a list separated by commas} */
    public List<String> list(String name, String defaultValue) {
        return List.of(text(name, defaultValue).split(",", -1));
    }
}
