/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.TailraceException;

/** Another media driver lives in the directory; the message names its process. */
public final class DirectoryInUseException extends TailraceException {
    private static final long serialVersionUID = 1L;

    public DirectoryInUseException(String message) {
        super(message);
    }
}
