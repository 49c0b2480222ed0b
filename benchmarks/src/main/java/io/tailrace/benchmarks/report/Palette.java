/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.report;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Colours: Tailrace is blue and Aeron orange in every plot. Classes of the style sheet in {@link Svg}. */
final class Palette {
    private static final int SHADES = 3;
    private static final int OTHERS = 7;

    private final Map<String, String> classes = new HashMap<>();

    /** One colour for each name. */
    static Palette ofAll(List<String> names) {
        Palette palette = new Palette();
        int tailrace = 0;
        int aeron = 0;
        int others = 0;
        for (String name : names.stream().distinct().toList()) {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.startsWith("tailrace")) {
                palette.classes.put(name, "t" + tailrace++ % SHADES);
            } else if (lower.startsWith("aeron")) {
                palette.classes.put(name, "a" + aeron++ % SHADES);
            } else {
                palette.classes.put(name, "o" + others++ % OTHERS);
            }
        }
        return palette;
    }

    /** Tailrace, Aeron and grey: for many names that stand beside their bars. */
    static Palette ofFamilies(List<String> names) {
        Palette palette = new Palette();
        for (String name : names) {
            String lower = name.toLowerCase(Locale.ROOT);
            palette.classes.put(name, lower.startsWith("tailrace") ? "t0" : lower.startsWith("aeron") ? "a0" : "o6");
        }
        return palette;
    }

    /** Classes by name. */
    static Palette of(Map<String, String> classes) {
        Palette palette = new Palette();
        palette.classes.putAll(classes);
        return palette;
    }

    String classOf(String name) {
        return classes.getOrDefault(name, "o6");
    }
}
