/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;

/** A file could not be allocated or mapped. The message names the file, its length and the reason. */
public final class MappedFileException extends IOException {
    private static final long serialVersionUID = 1L;

    MappedFileException(String message) {
        super(message);
    }

    MappedFileException(String message, IOException cause) {
        super(message, cause);
    }
}
