/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;

/** This process cannot map another file. The message names the limit, its use, and the remedy. */
public final class MappingLimitException extends IOException {
    private static final long serialVersionUID = 1L;

    MappingLimitException(String message) {
        super(message);
    }

    MappingLimitException(String message, IOException cause) {
        super(message, cause);
    }
}
