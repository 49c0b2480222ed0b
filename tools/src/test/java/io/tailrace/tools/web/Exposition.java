/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text format of Prometheus (0.0.4): a line of help and one of the type before the samples of each metric. */
public final class Exposition {
    private static final Pattern FAMILY =
            Pattern.compile("\\G# HELP (\\w+) .+\n# TYPE \\1 (gauge|counter)\n((?:\\1(?:\\{.+})? \\S+\n)+)");

    /** The values of a metric by their labels, such as <code>{stream="quotes"}</code>; without labels by "". */
    public record Family(String type, Map<String, Double> values) {}

    private Exposition() {}

    /** {@return the families by name} */
    public static Map<String, Family> parse(String text) {
        Map<String, Family> families = new LinkedHashMap<>();
        Matcher found = FAMILY.matcher(text);
        int end = 0;
        while (found.find()) {
            String name = found.group(1);
            Map<String, Double> values = new HashMap<>();
            found.group(3).lines().forEach(line -> {
                int space = line.lastIndexOf(' ');
                String labels = line.substring(name.length(), space);
                assertNull(values.put(labels, Double.parseDouble(line.substring(space))), line);
            });
            assertEquals(found.group(2).equals("counter"), name.endsWith("_total"), name);
            assertNull(families.put(name, new Family(found.group(2), values)), name);
            end = found.end();
        }
        assertEquals("", text.substring(end), "not in the format");
        return families;
    }
}
