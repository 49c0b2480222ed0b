/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text format of Prometheus (0.0.4), parsed as strictly as its specification allows. */
public final class Exposition {
    private static final Pattern HEADER = Pattern.compile("# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
    private static final Pattern SAMPLE = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{.*})? (\\S+)", Pattern.DOTALL);
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");
    private static final Pattern LABEL =
            Pattern.compile("\\G([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\n\"])*)\"(?:,|(?=}))");

    /** A value and its labels. */
    public record Sample(Map<String, String> labels, double value) {}

    /** All samples of a metric. */
    public record Family(String help, String type, List<Sample> samples) {}

    private final Map<String, Family> families = new LinkedHashMap<>();
    private String help = "";
    private String name = "";
    private Family family = new Family("", "", List.of());

    private Exposition() {}

    /** {@return the families by name} */
    public static Map<String, Family> parse(String text) {
        Exposition exposition = new Exposition();
        require(text.endsWith("\n"), "no end of the last line");
        for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
            Matcher header = HEADER.matcher(line);
            if (header.matches()) {
                exposition.header(header.group(1), header.group(2), header.group(3), line);
            } else {
                exposition.sample(line);
            }
        }
        Set<Object> seen = new HashSet<>();
        exposition.families.forEach((name, family) -> {
            require(!family.samples.isEmpty(), "no samples: " + name);
            family.samples.forEach(
                    sample -> require(seen.add(List.of(name, sample.labels)), "twice: " + name + sample));
        });
        return exposition.families;
    }

    private void header(String kind, String headed, String rest, String line) {
        if (kind.equals("HELP")) {
            name = headed;
            help = rest;
            return;
        }
        require(name.equals(headed), "a type without help: " + line);
        require(Set.of("gauge", "counter").contains(rest), line);
        require(rest.equals("counter") == name.endsWith("_total"), line);
        family = new Family(help, rest, new ArrayList<>());
        require(families.put(name, family) == null, "twice: " + line);
    }

    private void sample(String line) {
        Matcher sample = SAMPLE.matcher(line);
        require(sample.matches() && sample.group(1).equals(name), line);
        Map<String, String> labels = new TreeMap<>();
        if (sample.group(2) != null) {
            Matcher label = LABEL.matcher(sample.group(2));
            int end = 1;
            while (end < sample.end(2) - sample.start(2) - 1) {
                require(label.find(end) && label.start() == end, line);
                require(labels.put(label.group(1), unescape(label.group(2))) == null, line);
                end = label.end();
            }
        }
        family.samples.add(new Sample(labels, Double.parseDouble(sample.group(3))));
    }

    private static String unescape(String value) {
        return ESCAPE.matcher(value)
                .replaceAll(escape -> Matcher.quoteReplacement(escape.group(1).equals("n") ? "\n" : escape.group(1)));
    }

    private static void require(boolean condition, String line) {
        if (!condition) {
            throw new IllegalArgumentException("not in the format: " + line);
        }
    }
}
