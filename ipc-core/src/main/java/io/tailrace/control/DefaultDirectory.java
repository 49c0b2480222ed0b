/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where the media driver's directory is when nobody says: {@code TAILRACE_DIR}, else {@code /dev/shm/tailrace-<user>},
 * else the same name in the temporary directory. The one place in the libraries that looks at the environment.
 */
public final class DefaultDirectory {
    private static final Path MEMORY_FILE_SYSTEM = Path.of("/dev/shm");

    private DefaultDirectory() {}

    public static Path path() {
        return path(
                System.getenv("TAILRACE_DIR"), System.getProperty("user.name"), System.getProperty("java.io.tmpdir"));
    }

    static Path path(@Nullable String environment, String user, String temporaryDirectory) {
        if (environment != null && !environment.isBlank()) {
            return Path.of(environment);
        }
        Path parent = Files.isDirectory(MEMORY_FILE_SYSTEM) ? MEMORY_FILE_SYSTEM : Path.of(temporaryDirectory);
        return parent.resolve("tailrace-" + user);
    }
}
