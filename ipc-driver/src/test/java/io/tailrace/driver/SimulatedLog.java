/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.log.FrameLayout;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** The messages that a simulation knows to be accepted into one log, in the order of positions. */
final class SimulatedLog {
    /** A message by its number, from which its bytes are made, and the position after it. */
    record Message(long number, int length, long endPosition) {
        /** {@return where its frame begins} */
        long position() {
            return endPosition - FrameLayout.align(FrameLayout.HEADER_LENGTH + length);
        }
    }

    /** {@return the position after a message} */
    static long end(long position, int length) {
        return position + FrameLayout.align(FrameLayout.HEADER_LENGTH + length);
    }

    private final long id;
    private final String stream;
    private final NavigableMap<Long, Message> messages = new TreeMap<>();
    private int publications;
    private boolean given;

    SimulatedLog(long id, String stream) {
        this.id = id;
        this.stream = stream;
    }

    long id() {
        return id;
    }

    String stream() {
        return stream;
    }

    void add(Message message) {
        messages.put(message.endPosition, message);
    }

    /** Its messages after a position are gone, and owed to nobody. */
    void cut(long position) {
        messages.tailMap(position, false).clear();
    }

    /** {@return the first message after a position, or null if there is none} */
    Message behind(long position) {
        Map.Entry<Long, Message> next = messages.higherEntry(position);
        return next == null ? null : next.getValue();
    }

    /** {@return whether only messages, and no open claim, lie between two positions} */
    boolean isFilled(long from, long to) {
        long end = from;
        for (Message message : messages.tailMap(from, false).values()) {
            if (message.endPosition > to) {
                break;
            }
            if (message.position() > end) {
                return false;
            }
            end = message.endPosition;
        }
        return end == to;
    }

    /** {@return the position after the last message, 0 if there is none} */
    long end() {
        return messages.isEmpty() ? 0 : messages.lastKey();
    }

    void addPublication() {
        publications++;
        given = true;
    }

    void removePublication() {
        publications--;
    }

    /** {@return whether any client ever got a publication of it} */
    boolean wasGiven() {
        return given;
    }

    boolean hasPublications() {
        return publications > 0;
    }
}
