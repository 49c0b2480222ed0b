/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import org.jspecify.annotations.Nullable;

/**
 * Takes the envelope off a line: finds the type of the event and the payload. Two are known:
 *
 * <pre>
 * RFC 5424:  &lt;PRI&gt;VERSION TIMESTAMP HOSTNAME APP-NAME PROCID MSGID STRUCTURED-DATA [BOM]payload    type: MSGID
 * RFC 3164:  &lt;PRI&gt;Mmm dd hh:mm:ss HOSTNAME TAG[pid]: payload                                       type: TAG
 * </pre>
 *
 * In RFC 3164 the time may be one of RFC 3339, as rsyslog forwards it: {@code 2026-11-23T10:00:00.123456+01:00}. What
 * it does not need, such as the time, it only steps over. Holds the result until the next line. For one thread.
 */
final class Envelope {
    private static final int MAX_PRIORITY = 191;
    private static final int MAX_VERSION_DIGITS = 3;
    private static final int MAX_TAG_LENGTH = 32;
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    /** What stands behind the month in a time of RFC 3164: a digit, a digit or space, or the character itself. */
    private static final String TIME_SHAPE = " d0 00:00:00 ";

    private static final String RFC_3339_TIME_SHAPE = "0000-00-00T00:00:00";
    private static final String RFC_3339_OFFSET_SHAPE = "00:00";

    private byte[] bytes = {};
    private int end;
    private @Nullable EventType type;
    private int payloadOffset;

    /** {@return why it is no line of an event; null if it is one} */
    public @Nullable Reject peel(byte[] line, int offset, int length) {
        bytes = line;
        end = offset + length;
        type = null;
        int header = skipPriority(offset);
        if (header < 0) {
            return Reject.BAD_ENVELOPE;
        }
        int version = skipVersion(header);
        boolean isFound = version > 0 ? findIn5424(version) : findIn3164(header);
        if (!isFound) {
            return Reject.BAD_ENVELOPE;
        }
        return type == null ? Reject.UNKNOWN_TYPE : null;
    }

    /** {@return the type of the event that was found} */
    public EventType type() {
        if (type == null) {
            throw new IllegalStateException("the last line was none of an event: ask what peel returned");
        }
        return type;
    }

    /** {@return where in the line the payload begins; it goes to the end of the line} */
    public int payloadOffset() {
        return payloadOffset;
    }

    private boolean findIn5424(int time) {
        int host = skipToken(time);
        int application = skipToken(host);
        int process = skipToken(application);
        int messageId = skipToken(process);
        int data = skipToken(messageId);
        int payload = skipStructuredData(data);
        if (payload < 0) {
            return false;
        }
        type = EventType.of(bytes, messageId, data - 1 - messageId);
        payloadOffset = isByteOrderMark(payload) ? payload + 3 : payload;
        return true;
    }

    private boolean findIn3164(int begin) {
        int tag = skipToken(skipTime(begin));
        if (tag < 0) {
            return false;
        }
        int tagEnd = tag;
        while (tagEnd < end && isAlphanumeric(bytes[tagEnd])) {
            tagEnd++;
        }
        if (tagEnd == tag || tagEnd - tag > MAX_TAG_LENGTH) {
            return false;
        }
        type = EventType.of(bytes, tag, tagEnd - tag);
        payloadOffset = skipTagEnd(tagEnd);
        return true;
    }

    /** Each of these returns what is behind the thing, or -1 if it is not there; and -1 if it begins at -1. */
    private int skipPriority(int begin) {
        int i = begin + 1;
        int value = 0;
        while (i < end && isDigit(i) && i < begin + 4) {
            value = value * 10 + bytes[i] - '0';
            i++;
        }
        boolean isThere = i > begin + 1 && is(begin, '<') && is(i, '>') && value <= MAX_PRIORITY && i + 1 < end;
        return isThere ? i + 1 : -1;
    }

    private int skipVersion(int begin) {
        int i = begin;
        while (i < end && isDigit(i)) {
            i++;
        }
        boolean isThere = i > begin && i - begin <= MAX_VERSION_DIGITS && !is(begin, '0') && is(i, ' ');
        return isThere ? i + 1 : -1;
    }

    private int skipTime(int begin) {
        if (isDigit(begin)) {
            return skipRfc3339Time(begin);
        }
        return isMonth(begin) && fits(TIME_SHAPE, begin + 3) ? begin + 3 + TIME_SHAPE.length() : -1;
    }

    private int skipRfc3339Time(int begin) {
        if (!fits(RFC_3339_TIME_SHAPE, begin)) {
            return -1;
        }
        int i = begin + RFC_3339_TIME_SHAPE.length();
        if (is(i, '.') && isDigit(i + 1)) {
            i++;
            while (isDigit(i)) {
                i++;
            }
        }
        if (is(i, 'Z')) {
            i++;
        } else if ((is(i, '+') || is(i, '-')) && fits(RFC_3339_OFFSET_SHAPE, i + 1)) {
            i += 1 + RFC_3339_OFFSET_SHAPE.length();
        } else {
            return -1;
        }
        return is(i, ' ') ? i + 1 : -1;
    }

    private boolean fits(String shape, int begin) {
        for (int i = 0; i < shape.length(); i++) {
            char expected = shape.charAt(i);
            boolean fits =
                    switch (expected) {
                        case '0' -> isDigit(begin + i);
                        case 'd' -> isDigit(begin + i) || is(begin + i, ' ');
                        default -> is(begin + i, expected);
                    };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private boolean isMonth(int begin) {
        for (int month = 0; month < MONTHS.length(); month += 3) {
            if (is(begin, MONTHS.charAt(month))
                    && is(begin + 1, MONTHS.charAt(month + 1))
                    && is(begin + 2, MONTHS.charAt(month + 2))) {
                return true;
            }
        }
        return false;
    }

    /** What is not empty, and the space behind it. */
    private int skipToken(int begin) {
        if (begin < 0) {
            return -1;
        }
        int i = begin;
        while (i < end && bytes[i] > ' ' && bytes[i] < 127) {
            i++;
        }
        return i > begin && is(i, ' ') ? i + 1 : -1;
    }

    private int skipStructuredData(int begin) {
        if (begin < 0) {
            return -1;
        }
        int i = begin;
        if (is(i, '-')) {
            i++;
        } else {
            while (is(i, '[')) {
                i = skipElement(i);
            }
            if (i == begin) {
                return -1;
            }
        }
        if (i == end) {
            return end;
        }
        return i > 0 && is(i, ' ') ? i + 1 : -1;
    }

    /** In a value a quote, a backslash and a closing bracket stand behind a backslash. */
    private int skipElement(int begin) {
        boolean isValue = false;
        for (int i = begin + 1; i < end; i++) {
            if (isValue && bytes[i] == '\\') {
                i++;
            } else if (bytes[i] == '"') {
                isValue = !isValue;
            } else if (bytes[i] == ']' && !isValue) {
                return i > begin + 1 ? i + 1 : -1;
            }
        }
        return -1;
    }

    /** Steps over the number of the process, the colon and a space, each of which may be missing. */
    private int skipTagEnd(int begin) {
        int i = begin;
        if (is(i, '[')) {
            while (i < end && bytes[i] != ']') {
                i++;
            }
            i = i < end ? i + 1 : begin;
        }
        i = is(i, ':') ? i + 1 : i;
        return is(i, ' ') ? i + 1 : i;
    }

    private boolean isByteOrderMark(int i) {
        return i + 3 <= end && bytes[i] == (byte) 0xEF && bytes[i + 1] == (byte) 0xBB && bytes[i + 2] == (byte) 0xBF;
    }

    private boolean is(int i, char expected) {
        return i >= 0 && i < end && bytes[i] == expected;
    }

    private boolean isDigit(int i) {
        return i < end && bytes[i] >= '0' && bytes[i] <= '9';
    }

    private static boolean isAlphanumeric(byte value) {
        return (value >= '0' && value <= '9') || (value >= 'a' && value <= 'z') || (value >= 'A' && value <= 'Z');
    }
}
