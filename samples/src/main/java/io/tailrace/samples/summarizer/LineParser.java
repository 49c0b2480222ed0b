/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.samples.summarizer.Event.Step;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parses a line into an event: removes the envelope, which has the type, and parses the payload. Throws nothing for any
 * bytes. Not thread-safe.
 *
 * <pre>
 * RFC 5424:  &lt;PRI&gt;VERSION TIMESTAMP HOSTNAME APP-NAME PROCID MSGID STRUCTURED-DATA [BOM]payload    type: MSGID
 * RFC 3164:  &lt;PRI&gt;Mmm dd hh:mm:ss HOSTNAME TAG[pid]: payload                                       type: TAG
 * version 1: time,customer,client,item,amount,latency
 * version 2: {"time":…,"customer":{"id":"…","region":"…"},"client":{"address":"…"},"item":{"name":"…","amount":…},
 *             "steps":[{"name":"…","us":…},…]}
 * </pre>
 *
 * In RFC 3164 the time may be one of RFC 3339, as rsyslog forwards it: {@code 2026-11-23T10:00:00.123456+01:00}.
 */
final class LineParser {
    /** The most characters of a text. A summary keeps texts, so they must be short. */
    static final int MAX_TEXT_LENGTH = 256;
    /** The year 9999. */
    private static final long MAX_TIME_MS = 253_402_300_799_999L;
    /** Ten million euros. Sums therefore do not overflow before nine billion events. */
    private static final long MAX_AMOUNT = 1_000_000_000L;
    /** An hour. */
    private static final long MAX_LATENCY_US = 3_600_000_000L;
    /** More digits than any valid number has, and few enough not to overflow. */
    private static final int MAX_DIGITS = 15;

    private static final int CSV_FIELDS = 6;

    private static final String PRIORITY = "<(?:0?\\d{1,2}|1[0-8]\\d|19[01])>";
    private static final String TOKEN = "[!-~]+ ";
    /** In a value a backslash escapes a quote, a backslash and a closing bracket. */
    private static final String ELEMENT = "\\[(?:[^\\]\"]|\"(?:[^\"\\\\]|\\\\.)*+\")++\\]";
    /** Repetitions of groups are possessive, because backtracking ones could exhaust the stack. */
    private static final Pattern RFC_5424 = Pattern.compile(
            PRIORITY + "[1-9]\\d{0,2} " + TOKEN.repeat(4) + "([!-~]+) (?:-|(?:" + ELEMENT + ")++)(?: \uFEFF?|\\z)",
            Pattern.DOTALL);
    /** The number of the process, the colon, and the space after the tag may be missing. */
    private static final Pattern RFC_3164 = Pattern.compile(PRIORITY
            + "(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [\\d ]\\d \\d\\d:\\d\\d:\\d\\d"
            + "|\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?:Z|[+-]\\d\\d:\\d\\d)) " + TOKEN
            + "([A-Za-z0-9]{1,32})(?![A-Za-z0-9])(?:\\[[^\\]]*\\])?:? ?");

    private static final Map<String, Event.Type> TYPES =
            Arrays.stream(Event.Type.values()).collect(Collectors.toMap(Event.Type::label, Function.identity()));
    /** Field names are external input and are not interned: hostile ones would fill the tables for ever. */
    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
                    .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Unlike the constructor of String it refuses bytes that are not UTF-8. */
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();

    private boolean isMissing;
    private boolean isBad;

    /** The result of parsing a line. */
    sealed interface Parsed permits Event, Reject {}

    /** {@return the event, or the reason why it is none} The line is at the start of the array. */
    Parsed parse(long sequence, byte[] line, int length) {
        String text;
        try {
            text = decoder.decode(ByteBuffer.wrap(line, 0, length)).toString();
        } catch (CharacterCodingException e) {
            return Reject.INVALID_UTF8;
        }
        Matcher envelope = RFC_5424.matcher(text);
        if (!envelope.lookingAt() && !envelope.usePattern(RFC_3164).lookingAt()) {
            return Reject.BAD_ENVELOPE;
        }
        Event.Type type = TYPES.get(envelope.group(1));
        if (type == null) {
            return Reject.UNKNOWN_TYPE;
        }
        String payload = text.substring(envelope.end());
        isMissing = false;
        isBad = false;
        return payload.startsWith("{") ? parseJson(sequence, type, payload) : parseCsv(sequence, type, payload);
    }

    /** There are no quotes, so no text has a comma. */
    private Parsed parseCsv(long sequence, Event.Type type, String payload) {
        String[] fields = payload.split(",", -1);
        if (fields.length != CSV_FIELDS) {
            return Reject.WRONG_FIELD_COUNT;
        }
        long timeMs = number(fields[0], MAX_TIME_MS);
        String customer = text(fields[1]);
        String client = text(fields[2]);
        String item = text(fields[3]);
        long amount = number(fields[4], MAX_AMOUNT);
        long latencyUs = number(fields[5], MAX_LATENCY_US);
        if (isMissing) {
            return Reject.MISSING_FIELD;
        }
        return isBad
                ? Reject.BAD_VALUE
                : new Event(sequence, type, 1, timeMs, customer, "", client, item, amount, latencyUs, List.of());
    }

    private Parsed parseJson(long sequence, Event.Type type, String payload) {
        JsonNode root;
        try {
            root = JSON.readTree(payload);
        } catch (JsonProcessingException e) {
            return Reject.BROKEN_JSON;
        }
        long timeMs = number(root.path("time"), MAX_TIME_MS);
        JsonNode who = object(root.path("customer"));
        String customer = text(who.path("id"));
        String region = text(who.path("region"));
        String client = text(object(root.path("client")).path("address"));
        JsonNode what = object(root.path("item"));
        String item = text(what.path("name"));
        long amount = number(what.path("amount"), MAX_AMOUNT);
        List<Step> steps = steps(root.path("steps"));
        long latencyUs = steps.stream().mapToLong(Step::us).sum(); // A line is too short for an overflow.
        isBad |= !isMissing && latencyUs > MAX_LATENCY_US;
        if (isBad) {
            return Reject.BAD_VALUE;
        }
        return isMissing
                ? Reject.MISSING_FIELD
                : new Event(sequence, type, 2, timeMs, customer, region, client, item, amount, latencyUs, steps);
    }

    private List<Step> steps(JsonNode node) {
        isMissing |= node.isMissingNode();
        isBad |= !node.isArray() && !node.isMissingNode();
        List<Step> steps = new ArrayList<>();
        for (JsonNode step : node) {
            steps.add(new Step(text(object(step).path("name")), number(step.path("us"), MAX_LATENCY_US)));
        }
        return steps;
    }

    private JsonNode object(JsonNode node) {
        isBad |= !node.isObject() && !node.isMissingNode();
        return node;
    }

    /** JSON may have half of a surrogate pair, which cannot be encoded. */
    private String text(JsonNode node) {
        isBad |= !(node.isTextual() && encoder.canEncode(node.asText())) && !node.isMissingNode();
        return text(node.asText());
    }

    private String text(String text) {
        isMissing |= text.isEmpty();
        isBad |= text.length() > MAX_TEXT_LENGTH;
        return text;
    }

    private long number(JsonNode node, long max) {
        isMissing |= node.isMissingNode();
        boolean isNumber = node.isIntegralNumber() && node.canConvertToLong();
        return node.isMissingNode() ? 0 : inRange(isNumber ? node.asLong() : -1, max);
    }

    private long number(String text, long max) {
        isMissing |= text.isEmpty();
        boolean isNumber = !text.isEmpty() && text.length() <= MAX_DIGITS;
        for (int i = 0; i < text.length() && isNumber; i++) {
            isNumber = text.charAt(i) >= '0' && text.charAt(i) <= '9';
        }
        return inRange(isNumber ? Long.parseLong(text) : -1, max);
    }

    private long inRange(long value, long max) {
        isBad |= value < 0 || value > max;
        return value;
    }
}
