/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.TestLog.TERM_LENGTH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.log.LogFiles.Access;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogFilesTest {
    private static final LogMeta.Constants CONSTANTS =
            LogMeta.Constants.of(7, "quotes", TERM_LENGTH, LogLayout.KIND_CONCURRENT);

    @TempDir
    private Path parent;

    private Path directory;
    private Path meta;

    @BeforeEach
    void create() throws IOException {
        directory = parent.resolve("7");
        meta = LogFiles.metaPath(directory);
        try (LogCreation creation = new LogCreation(directory, CONSTANTS, FileAccess.PRIVATE)) {
            while (!creation.step(1 << 20)) {}
        }
    }

    private FileFormatException refusal(Access access) {
        return assertThrows(FileFormatException.class, () -> LogFiles.open(directory, access)
                .close());
    }

    private static void truncate(Path file, long length) throws IOException {
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(length);
        }
    }

    private void putInt(int offset, int value) throws IOException {
        try (FileChannel channel = FileChannel.open(meta, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
            channel.write(bytes.putInt(0, value), offset);
        }
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void aLogOpensWithTheAccessThatIsAskedFor(Access access) throws IOException {
        try (LogFiles files = LogFiles.open(directory, access)) {
            LogBuffers log = files.buffers();
            assertEquals(CONSTANTS, log.constants());
            assertEquals(directory, files.directory());
            if (access == Access.NOTHING) {
                assertThrows(ReadOnlyBufferException.class, () -> log.meta().limitRelease(1));
            } else {
                log.meta().limitRelease(1);
            }
            if (access == Access.EVERYTHING) {
                log.pad(TERM_LENGTH, 8, 1);
            } else {
                assertThrows(ReadOnlyBufferException.class, () -> log.pad(TERM_LENGTH, 8, 1));
                assertEquals(0, log.headerAcquire(TERM_LENGTH));
            }
            if (access == Access.CLEANED) {
                files.writableBuffers().pad(TERM_LENGTH, 8, 1);
                assertNotEquals(0, log.headerAcquire(TERM_LENGTH), "the same memory");
            }
            assertEquals(0, log.headerAcquire(2L * TERM_LENGTH));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 24, 4096, LogLayout.META_LENGTH - 1})
    void aTruncatedMetaFileIsRefused(int length) throws IOException {
        truncate(meta, length);

        for (Access access : Access.values()) {
            String message = refusal(access).getMessage();
            assertTrue(message.startsWith(meta + ": truncated: length=" + length), message);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, TERM_LENGTH - 1, TERM_LENGTH + 1, 2 * TERM_LENGTH})
    void aTermOfAnotherLengthIsRefusedByItsOwnName(int length) throws IOException {
        Path term = LogFiles.termPath(directory, 1);
        truncate(term, length);

        for (Access access : Access.values()) {
            String message = refusal(access).getMessage();
            assertTrue(message.startsWith(term.toString()) && message.contains("length=" + length), message);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"meta", "term-0", "term-2"})
    void aMissingFileIsReportedByItsName(String name) throws IOException {
        Files.delete(directory.resolve(name));

        NoSuchFileException missing =
                assertThrows(NoSuchFileException.class, () -> LogFiles.open(directory, Access.NOTHING));
        assertTrue(missing.getMessage().contains(name), missing.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, 'magic=0x474f4c4c00000001, expected=0x474f4c4c49415254'",
        "8, 196611, 'file=3.3, supported=2.x'", // another major version
        "12, 67305985, byte order",
        "16, 0, incomplete" // Its maker stopped before it was ready.
    })
    void aHeaderThatIsNotOursIsRefusedAndSaysWhy(int offset, int value, String reason) throws IOException {
        putInt(offset, value);

        String message = refusal(Access.META).getMessage();
        assertTrue(message.contains(reason), message);
    }

    @Test
    void anotherMinorVersionIsUnderstood() throws IOException {
        putInt(8, (2 << 16) | 9);

        LogFiles.open(directory, Access.NOTHING).close();
    }

    @Test
    void anyDamageToTheMetaFileIsRefusedOrHarmless() throws IOException {
        long seed = Seeds.of(LogFilesTest.class);
        Random random = new Random(seed);
        byte[] intact = Files.readAllBytes(meta);
        int refused = 0;
        for (int round = 0; round < 100; round++) {
            byte[] damaged = intact.clone();
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                damaged[random.nextInt(64)] = (byte) random.nextInt();
            }
            Files.write(meta, damaged);
            try (LogFiles files = LogFiles.open(directory, Access.NOTHING)) {
                assertEquals(TERM_LENGTH, files.buffers().termLength());
            } catch (FileFormatException e) {
                refused++;
            }
        }
        assertTrue(refused > 30, "refused=" + refused);
    }

    /** A driver that starts, and the survey of what is left, read only the meta file, of logs that nobody checked. */
    @Test
    void aMirrorWithoutTheNameOfItsHostIsRefusedByWhoeverReadsOnlyItsMetaFile() throws IOException {
        putInt(LogLayout.ORIGIN_LOG_ID_OFFSET, 5);

        assertThrows(
                FileFormatException.class,
                () -> LogFiles.readMeta(directory, meta -> LogFiles.outlivesHolders(meta, 0)));
        assertThrows(
                FileFormatException.class,
                () -> LogFiles.readMeta(directory, meta -> LogFiles.isMirrorThatGoesOn(meta, 0)));
    }
}
