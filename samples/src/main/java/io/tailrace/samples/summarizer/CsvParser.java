/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Parses payloads of version 1: {@code time,customer,client,item,amount,latency}, without quotes, so that no text has a
 * comma. Throws nothing, whatever the bytes are. Any thread.
 */
final class CsvParser {
    private static final int FIELDS = 6;
    /** More digits than any number may have, and fewer than overflow. */
    private static final int MAX_DIGITS = 15;

    private CsvParser() {}

    /** {@return the event, or why it is none} The payload has to be UTF-8. */
    static Parsed parse(long sequence, EventType type, byte[] bytes, int offset, int length) {
        int end = offset + length;
        int time = offset;
        int customer = next(bytes, time, end);
        int client = next(bytes, customer, end);
        int item = next(bytes, client, end);
        int amount = next(bytes, item, end);
        int latency = next(bytes, amount, end);
        if (latency > end || next(bytes, latency, end) <= end) {
            return Reject.WRONG_FIELD_COUNT;
        }
        if (hasEmpty(time, customer, client, item, amount, latency, end + 1)) {
            return Reject.MISSING_FIELD;
        }
        long timeMs = number(bytes, time, customer - 1);
        long cents = number(bytes, amount, latency - 1);
        long latencyUs = number(bytes, latency, end);
        String who = text(bytes, customer, client - 1);
        String address = text(bytes, client, item - 1);
        String what = text(bytes, item, amount - 1);
        boolean isGood = Field.isIn(timeMs, Field.MAX_TIME_MS)
                && Field.isIn(cents, Field.MAX_AMOUNT)
                && Field.isIn(latencyUs, Field.MAX_LATENCY_US)
                && Field.isText(who)
                && Field.isText(address)
                && Field.isText(what);
        return isGood
                ? new Event(sequence, type, 1, timeMs, who, "", address, what, cents, latencyUs, List.of())
                : Reject.BAD_VALUE;
    }

    /** {@return where the next field begins; behind the end and one more if there is none} */
    private static int next(byte[] bytes, int begin, int end) {
        int i = begin;
        while (i < end && bytes[i] != ',') {
            i++;
        }
        return i >= end ? end + 2 : i + 1;
    }

    private static boolean hasEmpty(int... begins) {
        for (int i = 0; i < FIELDS; i++) {
            if (begins[i + 1] == begins[i] + 1) {
                return true;
            }
        }
        return false;
    }

    /** {@return the number, -1 if these are not digits only, or too many} */
    private static long number(byte[] bytes, int begin, int end) {
        if (end - begin > MAX_DIGITS) {
            return -1;
        }
        long value = 0;
        for (int i = begin; i < end; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private static String text(byte[] bytes, int begin, int end) {
        return new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
    }
}
