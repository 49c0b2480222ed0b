/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** A publication or a subscription could not be added; {@link #reason} says why. */
public final class RegistrationException extends TailraceException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** The request itself: a stream name, a length. */
        INVALID,
        /** A limit: of publishers, subscribers. */
        LIMIT,
        /** No space, or files that cannot be made. */
        STORAGE,
        /** The driver failed. */
        INTERNAL,
        /** No answer within the time. */
        TIMED_OUT,
        /** The thread that waited for the answer was interrupted, and still is. */
        INTERRUPTED
    }

    private final Reason reason;

    public RegistrationException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
