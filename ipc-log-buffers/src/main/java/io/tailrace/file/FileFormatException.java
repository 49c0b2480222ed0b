/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;
import java.nio.file.Path;

/** A file is not as expected: it is of another kind or version, truncated, or corrupt. */
public final class FileFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    public FileFormatException(Path path, String reason) {
        super(path + ": " + reason);
    }
}
