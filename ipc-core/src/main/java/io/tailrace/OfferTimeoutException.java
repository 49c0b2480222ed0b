/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/** An offer or a claim was not accepted in time; the message says why and names the blocker. */
public final class OfferTimeoutException extends TailraceException {
    private static final long serialVersionUID = 1L;

    private final OfferStatus status;

    public OfferTimeoutException(OfferStatus status, String message) {
        super(message);
        this.status = status;
    }

    /** {@return the outcome of the last attempt} */
    public OfferStatus status() {
        return status;
    }
}
