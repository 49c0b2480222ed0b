/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import io.tailrace.memory.FileAccess;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.MappedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The file that the raw candidates map. */
final class RawFiles {
    private RawFiles() {}

    /** Maps it; right creates it, before left is made. */
    static MappedBuffer map(Side side, Path directory, int length) {
        Path path = directory.resolve("raw");
        try {
            MappedFile file = side == Side.RIGHT
                    ? MappedFile.create(path, length, FileAccess.PRIVATE)
                    : MappedFile.openReadWrite(path);
            return file.buffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
