/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SnapshotFileTest {
    private static final byte[] OLD = "what was there".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    @TempDir
    Path directory;

    private Path path;
    private Path next;
    private SnapshotFile file;

    @BeforeEach
    void name() {
        path = directory.resolve("v1.snapshot");
        next = directory.resolve("v1.snapshot.next");
        file = new SnapshotFile(path);
    }

    private static byte[] contentOf(SnapshotFile file) throws IOException {
        DataInputStream input = file.read();
        assertNotNull(input);
        return input.readAllBytes();
    }

    private void assertRefused(byte[] bytes, String what) throws IOException {
        Files.write(path, bytes);
        IOException refusal = assertThrows(IOException.class, () -> file.read(), what);
        assertTrue(
                refusal.getMessage()
                        .startsWith("not a snapshot of this program, or damaged: file=" + path.toAbsolutePath()),
                refusal::getMessage);
        assertTrue(refusal.getMessage().contains("remove it"), refusal::getMessage);
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        assertNull(file.read(), "there is none yet");
        for (int length : new int[] {0, 1, 100_000, 7}) {
            byte[] content = new byte[length];
            new Random(length).nextBytes(content);

            file.write(content);

            assertArrayEquals(content, contentOf(file));
            assertArrayEquals(content, contentOf(new SnapshotFile(path)));
            assertFalse(Files.exists(next));
        }
    }

    @Test
    void aFileThatIsCutIsRefusedAtEachLength() throws IOException {
        file.write(OLD);
        byte[] whole = Files.readAllBytes(path);
        for (int length = 0; length < whole.length; length++) {
            assertRefused(Arrays.copyOf(whole, length), "length=" + length);
        }
        assertRefused(Arrays.copyOf(whole, whole.length + 1), "longer");
    }

    @Test
    void aFileInWhichAnyBitIsWrongIsRefused() throws IOException {
        file.write(OLD);
        byte[] whole = Files.readAllBytes(path);
        for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
            byte[] wrong = whole.clone();
            wrong[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            assertRefused(wrong, "bit=" + bit);
        }
    }

    @Test
    void whatAKilledWriterLeavesBesideItIsNotLookedAt() throws IOException {
        file.write(OLD);
        byte[] whole = Files.readAllBytes(path);
        for (int length = 0; length <= whole.length; length++) {
            Files.write(next, Arrays.copyOf(whole, length));
            assertArrayEquals(OLD, contentOf(new SnapshotFile(path)));
        }
        file.write(new byte[] {1});
        assertArrayEquals(new byte[] {1}, contentOf(file));
    }

    @Test
    void aFullDiskLeavesTheOldOne() throws IOException {
        file.write(OLD);
        Files.createSymbolicLink(next, Path.of("/dev/full"));

        IOException failure = assertThrows(IOException.class, () -> file.write(new byte[] {1}));

        assertEquals(
                "cannot write a snapshot: file=" + path.toAbsolutePath()
                        + ", length=1; what it would have is still in the stream: make room and start again",
                failure.getMessage());
        assertTrue(failure.getCause().getMessage().contains("No space left"), failure::toString);
        assertArrayEquals(OLD, contentOf(file));
        assertFalse(Files.exists(next, LinkOption.NOFOLLOW_LINKS), "it takes room");
    }

    @Test
    void aDirectoryThatIsGoneOrAFileThatIsADirectoryIsAnError() throws IOException {
        SnapshotFile nowhere = new SnapshotFile(directory.resolve("none").resolve("v1.snapshot"));
        assertNull(nowhere.read());
        assertThrows(IOException.class, () -> nowhere.write(new byte[] {1}));
        Files.createDirectories(path.resolve("sub"));
        assertThrows(IOException.class, () -> file.write(new byte[] {1}));
        assertThrows(IOException.class, () -> file.read());
    }
}
