/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

/** What the value of a field may be, in both versions. */
final class Field {
    /** Characters of a text. A summary keeps texts, so they have to be short. */
    public static final int MAX_TEXT_LENGTH = 256;
    /** The year 9999. */
    static final long MAX_TIME_MS = 253_402_300_799_999L;
    /** Ten million euros; so that sums do not overflow before nine milliards of events. */
    static final long MAX_AMOUNT = 1_000_000_000L;
    /** An hour. */
    static final long MAX_LATENCY_US = 3_600_000_000L;

    private Field() {}

    /** {@return whether the value is there} A number that is missing is negative, and so are those that are wrong. */
    static boolean isIn(long value, long max) {
        return value >= 0 && value <= max;
    }

    /** {@return whether a text has the right length, and no half of a surrogate pair, which could not be written} */
    static boolean isText(String text) {
        if (text.length() > MAX_TEXT_LENGTH) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (Character.isLowSurrogate(text.charAt(i))
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
