/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.nio.file.Path;

/** The name under which a file or directory is made, until it is complete and gets its own. */
public final class TemporaryName {
    private static final String SUFFIX = ".making";

    private TemporaryName() {}

    /** {@return the temporary path of the file that will be at {@code path}} */
    public static Path of(Path path) {
        return path.resolveSibling(path.getFileName() + SUFFIX);
    }

    /** {@return whether this is the name of an incomplete file or directory} */
    public static boolean isTemporary(String name) {
        return name.endsWith(SUFFIX);
    }

    /** {@return the final name for a temporary or final name} */
    public static String complete(String name) {
        return isTemporary(name) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }
}
