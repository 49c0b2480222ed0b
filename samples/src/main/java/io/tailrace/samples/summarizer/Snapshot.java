/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on disk, after their checksum, that are always those of the last complete write, even if the writer is killed:
 * they are written to another file, which is renamed once it is on disk. For one thread of one process.
 */
record Snapshot(Path file) {
    /** Replaces the bytes. If that fails, the file keeps the old ones. */
    void write(byte[] content) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + content.length);
        bytes.putLong(checksum(content)).put(content).flip();
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(false);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(next); // It may be the reason why the disk is full.
            throw new IOException("cannot write a snapshot: file=" + file + "; make room and start again", e);
        }
    }

    /** {@return the bytes; null if there are none} */
    @Nullable
    DataInputStream read() throws IOException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            long checksum = bytes.remaining() < Long.BYTES ? -1 : bytes.getLong();
            byte[] content = new byte[bytes.remaining()];
            bytes.get(content);
            if (checksum != checksum(content)) {
                throw new IOException("damaged snapshot: file=" + file + "; remove it to begin with nothing");
            }
            return new DataInputStream(new ByteArrayInputStream(content));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static long checksum(byte[] content) {
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        return checksum.getValue();
    }
}
