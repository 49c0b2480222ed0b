/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** The media driver refused to add a publication or a subscription. */
public final class RegistrationException extends TailraceException {
    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Cause {
        /** The request itself: a stream name, a length. */
        INVALID,
        /** A limit: of publishers, subscribers, clients. */
        LIMIT,
        /** No space, or files that cannot be made. */
        STORAGE,
        /** The driver failed. */
        INTERNAL,
        /** No answer within the time. */
        TIMED_OUT
    }

    private final Cause reason;

    public RegistrationException(Cause reason, String message) {
        super(message);
        this.reason = reason;
    }

    public Cause reason() {
        return reason;
    }
}
