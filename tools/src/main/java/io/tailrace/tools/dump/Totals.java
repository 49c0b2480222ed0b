/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

/** Counts frames. One thread. */
final class Totals {
    private long frames;
    private long bytes;
    private long pads;
    private long uncommitted;

    void add(Frame frame) {
        switch (frame.kind) {
            case DATA -> {
                frames++;
                bytes += frame.payloadLength();
            }
            case PAD -> pads++;
            case CLAIMED -> uncommitted++;
            case UNKNOWN, CORRUPT -> {
                // A problem is reported where it is found.
            }
        }
    }

    /** {@return the messages} */
    long frames() {
        return frames;
    }

    /** {@return the bytes of the messages, without headers and alignment} */
    long bytes() {
        return bytes;
    }

    long pads() {
        return pads;
    }

    /** {@return the claims that are not committed; those without a header that lie side by side count as one} */
    long uncommitted() {
        return uncommitted;
    }
}
