/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ReadOnlyBufferException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class MappedFileTest {
    private static final int LENGTH = 3 * 1024 * 1024 + 5;

    @TempDir
    private Path directory;

    private Path path() {
        return directory.resolve("file");
    }

    @AfterEach
    void noInterruptIsLeftForOtherTests() {
        Thread.interrupted();
    }

    @Test
    void aCreatedFileIsAllZeroAndAllocated() throws IOException {
        try (MappedFile file = MappedFile.create(path(), LENGTH, FileAccess.PRIVATE)) {
            assertEquals(LENGTH, file.length());
            assertEquals(LENGTH, file.buffer().capacity());
            assertEquals(MappedBuffer.allocate(LENGTH), file.buffer());
            assertEquals(path(), file.path());
            assertFalse(file.buffer().isReadOnly());
        }
        assertEquals(LENGTH, Files.size(path()));
        assertTrue(allocatedKib(path()) >= LENGTH / 1024, "allocated KiB: " + allocatedKib(path()));
    }

    private static int allocatedKib(Path path) throws IOException {
        Process process = new ProcessBuilder("du", "-k", path.toString()).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Integer.parseInt(output.substring(0, output.indexOf('\t')));
    }

    @Test
    void mappingsOfOneFileShareItsContent() throws IOException {
        try (MappedFile creator = MappedFile.create(path(), 4096, FileAccess.PRIVATE);
                MappedFile writer = MappedFile.openReadWrite(path());
                MappedFile reader = MappedFile.openReadOnly(path())) {
            creator.buffer().putLongRelease(8, 42);
            assertEquals(43, 1 + writer.buffer().getAndAddLong(8, 1));
            assertEquals(43, reader.buffer().getLongAcquire(8));
            assertTrue(reader.buffer().isReadOnly());
            assertThrows(ReadOnlyBufferException.class, () -> reader.buffer().putLongRelease(8, 1));
        }
    }

    @Test
    void anExistingFileIsNotCreatedAgainAndNotHarmed() throws IOException {
        Files.writeString(path(), "precious");
        assertThrows(FileAlreadyExistsException.class, () -> MappedFile.create(path(), 4096, FileAccess.PRIVATE));
        assertEquals("precious", Files.readString(path()));
    }

    @Test
    void whatIsNotARegularFileIsNotOpened() throws IOException {
        assertRefused(directory, directory + ": not a regular file");
        Files.writeString(directory.resolve("target"), "content");
        Files.createSymbolicLink(path(), directory.resolve("target"));
        assertRefused(path(), path() + ": symbolic link");
    }

    @Test
    void aFileOfNoLengthOrTooLongForOneMappingIsNotOpened() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path().toFile(), "rw")) {
            assertRefused(path(), path() + ": truncated: length=0");
            file.setLength(1L << 31);
        }
        assertRefused(path(), path() + ": too long: length=2147483648, max=2147483647");
    }

    private static void assertRefused(Path path, String message) {
        for (Executable open :
                List.<Executable>of(() -> MappedFile.openReadOnly(path), () -> MappedFile.openReadWrite(path))) {
            assertEquals(message, assertThrows(IOException.class, open).getMessage());
        }
    }

    @Test
    void aMissingFileIsNotCreatedByOpening() {
        assertThrows(NoSuchFileException.class, () -> MappedFile.openReadWrite(path()));
        assertThrows(NoSuchFileException.class, () -> MappedFile.openReadOnly(path()));
        assertFalse(Files.exists(path()));
    }

    @Test
    void interruptsInTheMiddleDoNoHarm() throws Exception {
        Thread creator = Thread.currentThread();
        Thread interrupter = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                creator.interrupt();
                LockSupport.parkNanos(1000);
            }
        });
        creator.interrupt();
        interrupter.start();
        try {
            for (int i = 0; i < 20; i++) {
                Path path = directory.resolve("file-" + i);
                try (MappedFile created = MappedFile.create(path, LENGTH, FileAccess.PRIVATE);
                        MappedFile opened = MappedFile.openReadWrite(path)) {
                    created.buffer().putLong(LENGTH - 8, i);
                    assertEquals(i, opened.buffer().getLong(LENGTH - 8));
                }
                Files.delete(path);
            }
        } finally {
            interrupter.interrupt();
            while (interrupter.isAlive()) {
                Thread.onSpinWait();
            }
            assertTrue(Thread.interrupted(), "it stays interrupted");
        }
    }

    @Test
    void aClosedFileGivesNoBufferButItsViewsStayUsable() throws IOException {
        MappedFile file = MappedFile.create(path(), 4096, FileAccess.PRIVATE);
        MappedBuffer buffer = file.buffer();
        assertSame(buffer, file.buffer());
        file.close();
        file.close();
        assertThrows(IllegalStateException.class, file::buffer);
        buffer.putLong(0, 42);
        assertEquals(42, buffer.getLong(0));
    }
}
