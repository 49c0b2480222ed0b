/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The same summaries as simply as possible: one thread, regular expressions, trees of JSON, collections of everything.
 * Shares no code with the Summarizer.
 */
final class PlainPass {
    private static final String TOKEN = "([!-~]++) ";
    private static final Pattern RFC_5424 = Pattern.compile(
            "<(\\d{1,3})>[1-9]\\d{0,2} " + TOKEN.repeat(5)
                    + "(?:-|(?:\\[(?:[^\\]\"]|\"(?:[^\"\\\\]|\\\\.)*+\")++\\])++)(?: \uFEFF?(.*))?",
            Pattern.DOTALL);
    private static final Pattern RFC_3164 = Pattern.compile(
            "<(\\d{1,3})>(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [\\d ]\\d \\d\\d:\\d\\d:\\d\\d"
                    + "|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)) " + TOKEN
                    + "([A-Za-z0-9]{1,32})(?![A-Za-z0-9])(?:\\[[^\\]]*\\])?:? ?(.*)",
            Pattern.DOTALL);
    private static final Set<String> TYPES = Set.of("view", "search", "purchase", "signin", "error");
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Lines that are no events, by number, each byte a character. */
    final Map<Long, String> rejects = new TreeMap<>();

    /** The items and values of each summary and group. */
    private final Map<String, List<Map.Entry<String, Long>>> taken = new HashMap<>();

    private final Map<String, Long> events = new HashMap<>();

    PlainPass(Path file) throws IOException {
        long number = 0;
        for (String whole : Files.readString(file, StandardCharsets.ISO_8859_1).split("\n", 0)) {
            number++;
            boolean isTooLong = whole.length() > 65_536;
            String line = isTooLong ? whole.substring(0, 65_536) : whole.replaceFirst("\r$", "");
            if (isTooLong || !take(line)) {
                rejects.put(number, line);
            }
        }
    }

    private boolean take(String latin1) {
        String line;
        try {
            ByteBuffer bytes = ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1));
            line = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            return false;
        }
        Matcher rfc5424 = RFC_5424.matcher(line);
        if (rfc5424.matches()) {
            String payload = rfc5424.group(7) == null ? "" : rfc5424.group(7);
            return take(rfc5424.group(1), rfc5424.group(6), payload);
        }
        Matcher rfc3164 = RFC_3164.matcher(line);
        return rfc3164.matches() && take(rfc3164.group(1), rfc3164.group(3), rfc3164.group(4));
    }

    private boolean take(String priority, String type, String payload) {
        if (Integer.parseInt(priority) > 191 || !TYPES.contains(type)) {
            return false;
        }
        return payload.startsWith("{") ? takeJson(type, payload) : takeCsv(type, payload);
    }

    private boolean takeCsv(String type, String payload) {
        String[] fields = payload.split(",", -1);
        if (fields.length != 6
                || !Stream.of(fields[1], fields[2], fields[3]).allMatch(PlainPass::isText)
                || !isNumber(fields[0], 253402300799999L)
                || !isNumber(fields[4], 1_000_000_000L)
                || !isNumber(fields[5], 3_600_000_000L)) {
            return false;
        }
        count("1 traffic", "1 customers", "1 latency");
        add("1 traffic " + type, "", Long.parseLong(fields[4]));
        add("1 customers " + type, fields[1], 0);
        add("1 latency " + type, "", Long.parseLong(fields[5]));
        switch (type) {
            case "signin", "error" -> {
                count("1 clients");
                add("1 clients " + type, fields[2], 0);
            }
            case "view", "purchase" -> {
                count("1 items");
                add("1 items " + type, fields[3], 0);
            }
            default -> {
                count("1 searches");
                add("1 searches all", fields[3], 0);
            }
        }
        return true;
    }

    private boolean takeJson(String type, String payload) {
        JsonNode root;
        try {
            root = JSON.readTree(payload);
        } catch (JsonProcessingException e) {
            return false;
        }
        JsonNode steps = root.path("steps");
        String region = root.at("/customer/region").textValue();
        String customer = root.at("/customer/id").textValue();
        String item = root.at("/item/name").textValue();
        boolean isGood = isNumber(root.path("time"), 253402300799999L)
                && isNumber(root.at("/item/amount"), 1_000_000_000L)
                && isText(customer)
                && isText(region)
                && isText(item)
                && isText(root.at("/client/address").textValue())
                && steps.isArray();
        long latency = 0;
        for (JsonNode step : steps) {
            isGood &= isText(step.path("name").textValue()) && isNumber(step.path("us"), 3_600_000_000L);
            latency += step.path("us").asLong();
        }
        if (!isGood || latency > 3_600_000_000L) {
            return false;
        }
        count("2 traffic", "2 customers", "2 latency", "2 steps");
        add("2 traffic " + region, "", root.at("/item/amount").asLong());
        add("2 customers " + region, customer, 0);
        add("2 latency " + type, "", latency);
        steps.forEach(step -> add(
                "2 steps " + step.path("name").textValue(), "", step.path("us").asLong()));
        if (type.equals("purchase")) {
            count("2 sales");
            add("2 sales " + region, "", root.at("/item/amount").asLong());
        }
        if (type.equals("purchase") || type.equals("view")) {
            count("2 items");
            add("2 items " + region, item, 0);
        }
        return true;
    }

    private static boolean isNumber(String text, long max) {
        return text.matches("[0-9]{1,15}") && Long.parseLong(text) <= max;
    }

    private static boolean isNumber(JsonNode node, long max) {
        return node.isIntegralNumber() && node.canConvertToLong() && node.asLong() >= 0 && node.asLong() <= max;
    }

    private static boolean isText(String text) {
        return text != null
                && !text.isEmpty()
                && text.length() <= 256
                && StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private void count(String... names) {
        for (String name : names) {
            events.merge(name, 1L, Long::sum);
        }
    }

    private void add(String key, String item, long value) {
        taken.computeIfAbsent(key, any -> new ArrayList<>()).add(Map.entry(item, value));
    }

    /** Compares with the summaries that were written. */
    void assertSame(String told) throws IOException {
        Set<String> keys = new HashSet<>();
        for (JsonNode summary : JSON.readTree(told).get("summaries")) {
            String name =
                    summary.get("version").asInt() + " " + summary.get("name").asText();
            assertEquals(events.getOrDefault(name, 0L), summary.get("events").asLong(), name);
            summary.get("groups").properties().forEach(group -> {
                String key = name + " " + group.getKey();
                assertTrue(keys.add(key));
                assertSame(key, group.getValue());
            });
        }
        assertEquals(taken.keySet(), keys);
    }

    private void assertSame(String key, JsonNode group) {
        if (group.has("sum")) {
            assertEquals(taken.get(key).size(), group.get("count").asLong(), key);
            assertEquals(
                    taken.get(key).stream().mapToLong(Map.Entry::getValue).sum(),
                    group.get("sum").asLong(),
                    key);
        } else if (group.has("distinct")) {
            double count =
                    taken.get(key).stream().map(Map.Entry::getKey).distinct().count();
            assertEquals(count, group.get("distinct").asDouble(), Math.max(1, 0.06 * count), key);
        } else if (group.has("top")) {
            assertSameTop(key, group);
        } else {
            assertSamePercentiles(key, group);
        }
    }

    private void assertSameTop(String key, JsonNode group) {
        assertEquals(0, group.get("error").asLong(), key);
        Map<String, Long> counts =
                taken.get(key).stream().collect(Collectors.groupingBy(Map.Entry::getKey, Collectors.counting()));
        List<String> expected = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(10)
                .map(Map.Entry::toString)
                .toList();
        assertEquals(
                expected,
                group.get("top").properties().stream().map(Map.Entry::toString).toList(),
                key);
    }

    private void assertSamePercentiles(String key, JsonNode group) {
        List<Long> sorted =
                taken.get(key).stream().map(Map.Entry::getValue).sorted().toList();
        assertEquals(sorted.size(), group.get("count").asInt(), key);
        for (double percent : new double[] {50, 90, 99, 99.9}) {
            String name = "p" + (percent == 99.9 ? "99.9" : Integer.toString((int) percent));
            int rank = Math.max(1, (int) Math.ceil(percent / 100 * sorted.size() - 1e-6));
            double expected = sorted.get(rank - 1);
            assertEquals(expected, group.get(name).asDouble(), Math.max(1, expected / 1000), key + " " + name);
        }
        double max = sorted.get(sorted.size() - 1);
        assertEquals(max, group.get("max").asDouble(), Math.max(1, max / 1000), key);
    }
}
