/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

/** A subscriber cannot begin at the position that it asks for. The message says where it can. */
public final class JoinRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    JoinRefusedException(String message) {
        super(message);
    }
}
