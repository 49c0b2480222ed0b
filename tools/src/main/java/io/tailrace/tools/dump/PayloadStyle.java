/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.tools.dump.SbeMessages.Decoded;
import org.jspecify.annotations.Nullable;

/**
 * How payloads are shown.
 *
 * @param limit the most bytes of a payload that is not decoded
 * @param sbe decodes messages; null if that was not asked for
 */
record PayloadStyle(Kind kind, int limit, @Nullable SbeMessages sbe) {
    /** What is shown of it. */
    enum Kind {
        NONE,
        TEXT,
        HEX
    }

    /** {@return how many bytes of each payload are needed} */
    int copyLimit() {
        if (kind == Kind.NONE) {
            return 0;
        }
        return sbe == null ? limit : Integer.MAX_VALUE;
    }

    /** {@return how many bytes are shown of a frame that is not decoded} */
    int shown(Frame frame) {
        return Math.min(frame.payloadCopied, limit);
    }

    /** {@return whether the frame has more than is shown} */
    boolean isCut(Frame frame) {
        return shown(frame) < frame.payloadLength();
    }

    /** {@return what the message says; null if it is none of the schema, or that was not asked for} */
    @Nullable
    Decoded decode(Frame frame) {
        return sbe == null ? null : sbe.decode(frame.payload, frame.payloadCopied);
    }
}
