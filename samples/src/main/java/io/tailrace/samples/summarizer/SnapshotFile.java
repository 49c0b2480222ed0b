/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.FileOutputStream;
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
 * Content on disk that is always the last complete write, even if the writer is killed. For one thread of one process.
 *
 * <pre>
 *   0  magic, 8 bytes: TAILSUMS
 *   8  version of the format, 4 bytes
 *  12  length of the content, 4 bytes
 *  16  checksum of the content, CRC-32C, 8 bytes
 *  24  the content
 * </pre>
 *
 * <p>All integers are big-endian. The content is first written to a second file, which is renamed once it is on disk. A
 * rename is atomic.
 */
final class SnapshotFile {
    private static final long MAGIC = 0x5441494c53554d53L;
    private static final int VERSION = 2;
    private static final int HEADER_LENGTH = 24;
    /** It must fit into an array. */
    private static final int MAX_LENGTH = 1 << 30;

    private final Path file;
    private final Path next;

    /** @param file need not exist yet, but its directory must */
    SnapshotFile(Path file) {
        this.file = file.toAbsolutePath();
        this.next = this.file.resolveSibling(file.getFileName() + ".next");
    }

    @Override
    public String toString() {
        return file.toString();
    }

    /**
     * Replaces the content. If this fails, the file keeps its old content.
     *
     * @throws IOException if the content is not on disk
     */
    void write(byte[] content) throws IOException {
        if (content.length > MAX_LENGTH - HEADER_LENGTH) {
            throw new IOException("a snapshot is too long: file=" + file + ", length=" + content.length + ", limit="
                    + (MAX_LENGTH - HEADER_LENGTH) + "; give its summaries to more summarizers");
        }
        try {
            writeNext(content);
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(file.resolveSibling("."), StandardOpenOption.READ)) {
                directory.force(true); // Else a power failure may undo the rename.
            }
        } catch (IOException e) {
            throw new IOException(
                    "cannot write a snapshot: file=" + file + ", length=" + content.length
                            + "; what it would have is still in the stream: make room and start again",
                    e);
        }
    }

    private void writeNext(byte[] content) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_LENGTH).putLong(MAGIC).putInt(VERSION);
        header.putInt(content.length).putLong(checksum(content, 0));
        try (FileOutputStream output = new FileOutputStream(next.toFile())) {
            output.write(header.array());
            output.write(content);
            output.getChannel().force(false);
        } catch (IOException e) {
            Files.deleteIfExists(next); // It may be the reason why the disk is full.
            throw e;
        }
    }

    private static long checksum(byte[] bytes, int offset) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, offset, bytes.length - offset);
        return checksum.getValue();
    }

    /**
     * {@return the content; null if there is no file}
     *
     * @throws IOException if it cannot be read, or {@link #write} did not write it
     */
    @Nullable
    DataInputStream read() throws IOException {
        byte[] bytes;
        try {
            if (Files.size(file) > MAX_LENGTH) {
                throw new IOException("too long for a snapshot: length=" + Files.size(file) + ", limit=" + MAX_LENGTH);
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new IOException("cannot read a snapshot: file=" + file, e);
        }
        if (bytes.length < HEADER_LENGTH) {
            throw damaged("length=" + bytes.length + ", least=" + HEADER_LENGTH, null);
        }
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes));
        check("magic", input.readLong(), MAGIC);
        check("version", input.readInt(), VERSION);
        check("length", input.readInt(), bytes.length - HEADER_LENGTH);
        check("checksum", input.readLong(), checksum(bytes, HEADER_LENGTH));
        return input;
    }

    private void check(String what, long found, long expected) throws IOException {
        if (found != expected) {
            throw damaged(what + '=' + found + ", expected=" + expected, null);
        }
    }

    /** {@return the failure for content that this program has not written, with a remedy} */
    IOException damaged(String how, @Nullable Exception cause) {
        return new IOException(
                "not a snapshot of this program, or damaged: file=" + file + ", " + how
                        + "; remove it to begin with empty summaries",
                cause);
    }
}
