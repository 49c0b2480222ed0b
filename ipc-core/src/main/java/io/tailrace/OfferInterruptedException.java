/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

/**
 * The thread was interrupted while an offer or a claim waited; its interrupt status is still set. Nothing was
 * published. The message says what the call waited for.
 */
public final class OfferInterruptedException extends TailraceException {
    private static final long serialVersionUID = 1L;

    public OfferInterruptedException(String message) {
        super(message);
    }
}
