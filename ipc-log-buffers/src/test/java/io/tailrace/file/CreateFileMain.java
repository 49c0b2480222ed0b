/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import java.io.IOException;
import java.nio.file.Path;

/** Creates a directory or a file: {@code <path> <length, 0 for a directory> <group, or "private">}. */
final class CreateFileMain {
    private CreateFileMain() {}

    public static void main(String[] args) throws IOException {
        Path path = Path.of(args[0]);
        int length = Integer.parseInt(args[1]);
        FileAccess access = args[2].equals("private") ? FileAccess.PRIVATE : FileAccess.sharedWith(args[2]);
        if (length == 0) {
            access.createDirectory(path);
        } else {
            MappedFile.create(path, length, access).close();
        }
    }
}
