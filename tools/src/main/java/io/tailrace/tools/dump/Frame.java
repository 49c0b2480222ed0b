/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.log.FrameLayout;
import org.jspecify.annotations.Nullable;

/** What {@link FrameWalker} found at one position; its next step overwrites it. One thread. */
final class Frame {
    /** What stands there; only behind CORRUPT is it unknown where the next frame begins. */
    enum Kind {
        DATA,
        PAD,
        /** Claimed by a publisher and not committed yet; without an owner if not even its header is there. */
        CLAIMED,
        /** A length that is possible, and a type that is not. */
        UNKNOWN,
        /** No frame at all. */
        CORRUPT
    }

    static final int NO_OWNER = -1;

    private static final byte[] NO_BYTES = {};

    Kind kind = Kind.CORRUPT;
    long position;
    /** Where the next frame begins, or the walk goes on. */
    long end;
    /** Bytes with header, without alignment; of a claim without header the bytes up to the next header. */
    long length;

    int type;
    int flags;
    int owner = NO_OWNER;
    /** The first bytes of the payload, {@link #payloadCopied} of them. */
    byte[] payload = NO_BYTES;

    int payloadCopied;
    /** Whether the bytes behind the payload, up to the next multiple of 8, are not zero. */
    boolean alignmentDirty;

    @Nullable
    String problem;

    /** {@return the length of the message in bytes; of a claim the length of what can be written there} */
    long payloadLength() {
        return Math.max(0, length - FrameLayout.HEADER_LENGTH);
    }

    /** {@return whether publishers may still write to it} */
    boolean isUncommitted() {
        return kind == Kind.CLAIMED;
    }

    /** {@return what is wrong, and where the walk goes on if that is not plain} */
    String describeProblem() {
        return kind == Kind.CORRUPT ? problem + "; goes on at " + end : String.valueOf(problem);
    }

    void start(long newPosition, long newEnd, Kind newKind, long newLength) {
        position = newPosition;
        end = newEnd;
        kind = newKind;
        length = newLength;
        type = 0;
        flags = 0;
        owner = NO_OWNER;
        payloadCopied = 0;
        alignmentDirty = false;
        problem = null;
    }

    void fields(long header) {
        type = FrameLayout.type(header);
        flags = FrameLayout.flags(header);
        owner = FrameLayout.owner(header);
    }

    /** {@return room for a payload} */
    byte[] payload(int minLength) {
        if (payload.length < minLength) {
            payload = new byte[minLength];
        }
        return payload;
    }
}
