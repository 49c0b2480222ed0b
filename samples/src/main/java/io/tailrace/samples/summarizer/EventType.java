/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What happened. */
enum EventType {
    VIEW(0),
    SEARCH(1),
    PURCHASE(2),
    SIGNIN(3),
    ERROR(4);

    private static final EventType[] ALL = values();

    private final String label = name().toLowerCase(Locale.ROOT);
    private final int number;

    EventType(int number) {
        this.number = number;
    }

    /** {@return its name in lines and summaries, in small letters} */
    public String label() {
        return label;
    }

    /** {@return a number that stands for it in bytes} */
    public int number() {
        return number;
    }

    /**
     * {@return the type that the number stands for}
     *
     * @throws IllegalArgumentException if it stands for none
     */
    public static EventType of(int number) {
        for (EventType type : ALL) {
            if (type.number == number) {
                return type;
            }
        }
        throw new IllegalArgumentException("no type of events: number=" + number);
    }

    /** {@return the type of this label, null if there is none} */
    public static @Nullable EventType of(byte[] bytes, int offset, int length) {
        for (EventType type : ALL) {
            if (type.isLabel(bytes, offset, length)) {
                return type;
            }
        }
        return null;
    }

    private boolean isLabel(byte[] bytes, int offset, int length) {
        if (length != label.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (bytes[offset + i] != label.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
