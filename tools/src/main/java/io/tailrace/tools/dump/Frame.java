/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.log.FrameLayout;
import org.jspecify.annotations.Nullable;

/** The frame or space that {@link FrameWalker} found at one position. */
final class Frame {
    /**
     * The kind of frame or space. After CORRUPT the beginning of the next frame is a guess; after all others it is
     * known.
     */
    enum Kind {
        DATA,
        PAD,
        /** Claimed by a publisher but not committed yet; without an owner if its header is missing, too. */
        CLAIMED,
        /** A valid length, but an unknown type. */
        UNKNOWN,
        /** Not a frame. */
        CORRUPT
    }

    static final int NO_OWNER = -1;

    private static final byte[] NO_BYTES = {};

    final long position;
    /** The beginning of the next frame, or the position where the walk resumes. */
    final long end;

    final Kind kind;
    /**
     * The length with the header and without alignment; for a claim without a header, the bytes up to the next header.
     */
    final long length;

    int type;
    int flags;
    int owner = NO_OWNER;
    /** The first bytes of the payload. */
    byte[] payload = NO_BYTES;
    /** Whether the bytes after the payload, up to the next multiple of 8, are not all zero. */
    boolean alignmentDirty;

    @Nullable
    String problem;

    Frame(long position, long end, Kind kind, long length) {
        this.position = position;
        this.end = end;
        this.kind = kind;
        this.length = length;
    }

    /**
     * {@return the length of the message in bytes; for a claim, the length of the message that may be written there}
     */
    long payloadLength() {
        return Math.max(0, length - FrameLayout.HEADER_LENGTH);
    }

    /** {@return whether it is claimed space without a header} */
    boolean isHole() {
        return kind == Kind.CLAIMED && owner == NO_OWNER;
    }

    /** {@return the problem, and the position where the walk resumes if that is not obvious} */
    String describeProblem() {
        return kind == Kind.CORRUPT ? problem + "; resumes at " + end : String.valueOf(problem);
    }

    void fields(long header) {
        type = FrameLayout.type(header);
        flags = FrameLayout.flags(header);
        owner = FrameLayout.owner(header);
    }
}
