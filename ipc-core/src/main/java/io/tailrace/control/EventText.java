/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.control.EventView.Kind;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event as a line of text ({@code FORMAT.md}): time, sequence, kind, then each field that applies, as {@code
 * name=value}, the detail last. Spaces and percent signs are escaped as in a URL, but not the spaces of the detail.
 *
 * @param event at its last time
 * @param firstMs when it occurred first
 * @param times how often it occurred until then
 */
record EventText(EventView event, long firstMs, int times) {
    private static final String DETAIL = " detail=";
    /** In bytes; more than any name has. */
    private static final int MAX_TEXT = 255;

    /** {@return the event that has occurred once more} */
    EventText again(long to, long nowMs) {
        return new EventText(event.numbered(event.sequence(), nowMs).at(event.from(), to), firstMs, times + 1);
    }

    /** {@return the line, with its end} */
    String line() {
        StringBuilder line = new StringBuilder();
        line.append(Instant.ofEpochMilli(event.timeMs())).append(' ').append(event.sequence());
        line.append(' ').append(event.kind().word());
        number(line, "client", event.clientId());
        number(line, "pid", event.pid());
        text(line, "program", event.program());
        text(line, "stream", event.stream());
        text(line, "subscription", event.subscription());
        number(line, "from", event.from());
        number(line, "to", event.to());
        if (times > 1) {
            line.append(" times=").append(times).append(" since=").append(Instant.ofEpochMilli(firstMs));
        }
        if (!event.detail().isEmpty()) {
            line.append(DETAIL).append(escape(event.detail()));
        }
        return line.append('\n').toString();
    }

    private static void number(StringBuilder line, String name, long value) {
        if (value != 0) {
            line.append(' ').append(name).append('=').append(value);
        }
    }

    private static void text(StringBuilder line, String name, String value) {
        if (!value.isEmpty()) {
            line.append(' ').append(name).append('=').append(escape(value).replace(" ", "%20"));
        }
    }

    private static String escape(String value) {
        return ProgramName.cut(value, MAX_TEXT).replace("%", "%25"); // No control characters are left.
    }

    /** {@return the event of a line without its end; null if it is none} */
    static @Nullable EventText parse(String line) {
        int detailAt = line.indexOf(DETAIL);
        String[] words = (detailAt < 0 ? line : line.substring(0, detailAt)).split(" ", -1);
        if (words.length < 3) {
            return null;
        }
        Map<String, String> fields = new HashMap<>();
        for (int i = 3; i < words.length; i++) {
            int sign = words[i].indexOf('=');
            if (sign < 0) {
                return null;
            }
            fields.put(words[i].substring(0, sign), words[i].substring(sign + 1));
        }
        try {
            Kind kind = Kind.of(words[2]);
            long timeMs = Instant.parse(words[0]).toEpochMilli();
            long sequence = Long.parseLong(words[1]);
            int times = (int) number(fields, "times", 1);
            if (kind == null || sequence < 1 || sequence > DriverDirectory.MAX_ID || times < 1) {
                return null;
            }
            EventView event = new EventView(
                    sequence,
                    timeMs,
                    kind,
                    text(fields, "stream"),
                    text(fields, "subscription"),
                    number(fields, "client", 0),
                    number(fields, "pid", 0),
                    text(fields, "program"),
                    detailAt < 0 ? "" : unescape(line.substring(detailAt + DETAIL.length())),
                    number(fields, "from", 0),
                    number(fields, "to", 0));
            String since = fields.get("since");
            return new EventText(
                    event, since == null ? timeMs : Instant.parse(since).toEpochMilli(), times);
        } catch (RuntimeException e) { // Of a number or a time: the line is damaged.
            return null;
        }
    }

    private static long number(Map<String, String> fields, String name, long otherwise) {
        String value = fields.get(name);
        return value == null ? otherwise : Long.parseLong(value);
    }

    private static String text(Map<String, String> fields, String name) {
        return unescape(fields.getOrDefault(name, ""));
    }

    private static String unescape(String value) {
        return value.replace("%20", " ").replace("%25", "%");
    }

    /** {@return the event, whose detail says how often it occurred if more than once} */
    EventView view() {
        if (times == 1) {
            return event;
        }
        String often = times + " times since " + Instant.ofEpochMilli(firstMs);
        String detail = event.detail();
        return event.because(detail + (detail.isEmpty() ? "" : ", ") + often);
    }
}
