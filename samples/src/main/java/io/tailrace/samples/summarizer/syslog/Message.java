/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.syslog;

import io.tailrace.samples.summarizer.event.EventType;

/**
 * A line whose envelope was taken off. Nobody changes its bytes.
 *
 * @param sequence the number of the line, from 1 on
 * @param type of its event
 * @param line all of it
 * @param payloadOffset where in the line the payload begins, which goes to its end
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares messages.
public record Message(long sequence, EventType type, byte[] line, int payloadOffset) {
    /** {@return the length of the payload in bytes} */
    public int payloadLength() {
        return line.length - payloadOffset;
    }
}
