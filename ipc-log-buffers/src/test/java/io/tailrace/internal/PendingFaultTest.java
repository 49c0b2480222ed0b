/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.internal;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PendingFaultTest {
    private static final int LENGTH = 64 * 1024;
    private static final int ROUNDS = 300; // Interpreted at first, compiled later: the fault is recorded in both.

    @TempDir
    Path directory;

    @Test
    void whatIsTouchedOnTheWayOutIsDropped() throws IOException {
        forEachTruncated(buffer -> {
            assertThrows(InternalError.class, () -> {
                try {
                    buffer.zero(0, LENGTH);
                    PendingFault.raise();
                } finally {
                    buffer.zero(0, LENGTH);
                }
            });
            PendingFault.drop();
            PendingFault.raise();
        });
    }

    @Test
    void memoryThatIsGoneIsSeenByALookAtOneByte() throws IOException {
        byte[] probe = new byte[1];
        forEachTruncated(buffer -> assertThrows(InternalError.class, () -> {
            PendingFault.raiseIfGone(MappedBuffer.allocate(8), 3, probe);
            PendingFault.raiseIfGone(buffer, 3, probe);
        }));
    }

    private void forEachTruncated(Consumer<MappedBuffer> touch) throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            Path path = directory.resolve("file-" + round);
            try (MappedFile file = MappedFile.create(path, LENGTH, FileAccess.PRIVATE)) {
                file.buffer().zero(0, LENGTH);
                PendingFault.raise();
                try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
                    channel.truncate(0);
                }
                touch.accept(file.buffer());
            }
        }
    }
}
