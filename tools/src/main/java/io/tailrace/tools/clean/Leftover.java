/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.clean;

import io.tailrace.control.ClientFiles;
import io.tailrace.log.LogCreation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Something that nobody holds.
 *
 * @param bytes the lengths of its files
 * @param reason why nobody needs it
 */
record Leftover(Kind kind, Path path, long bytes, String reason) {
    /** What it is, and so which files may be in it: no others are ever deleted. */
    enum Kind {
        CLIENT {
            @Override
            void delete(Path path) throws IOException {
                ClientFiles.delete(path);
            }
        },
        LOG {
            @Override
            void delete(Path path) throws IOException {
                LogCreation.delete(path);
            }
        },
        FILE {
            @Override
            void delete(Path path) throws IOException {
                Files.deleteIfExists(path);
            }
        };

        abstract void delete(Path path) throws IOException;
    }

    void delete() throws IOException {
        kind.delete(path);
    }
}
