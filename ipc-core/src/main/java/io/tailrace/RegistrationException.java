/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** A publication or a subscription could not be added; {@link #reason} says why. */
public final class RegistrationException extends TailraceException {
    private static final long serialVersionUID = 1L;

    /** The reason for the failure. */
    public enum Reason {
        /** The request is invalid: for example, its stream name or a length. */
        INVALID,
        /** A limit is reached: for example, of publishers or subscribers. */
        LIMIT,
        /** There is no space, or files cannot be created. */
        STORAGE,
        /** The driver failed. */
        INTERNAL,
        /** No answer arrived within the timeout. */
        TIMED_OUT,
        /** The thread that waited for the answer was interrupted; its interrupt status stays set. */
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
