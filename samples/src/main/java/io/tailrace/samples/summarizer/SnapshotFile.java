/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on disk that are the last ones that were written whole, whenever their writer is killed. For one thread of one
 * process.
 *
 * <pre>
 *   0  magic, 8 bytes: TAILSUMS
 *   8  version of the format, 4 bytes
 *  12  length of the content, 4 bytes
 *  16  checksum of the content, CRC-32C, 8 bytes
 *  24  the content
 * </pre>
 *
 * <p>All integers are big-endian. A file beside it is written first, and takes its name once that is on disk: a rename
 * is all or nothing.
 */
final class SnapshotFile {
    /** Says what is in a file. */
    public interface Content {
        /** Writes it. */
        void writeTo(DataOutputStream output) throws IOException;
    }

    private static final long MAGIC = 0x5441494c53554d53L;
    private static final int VERSION = 1;
    private static final int HEADER_LENGTH = 24;
    /** An array has to have room for it. */
    private static final int MAX_LENGTH = 1 << 30;

    private final Path file;
    private final Path next;
    /** Kept, for the next content is about as long. */
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    /** @param file does not have to be there yet, but its directory does */
    public SnapshotFile(Path file) {
        this.file = file.toAbsolutePath();
        this.next = this.file.resolveSibling(file.getFileName() + ".next");
    }

    public Path path() {
        return file;
    }

    /**
     * Replaces what is in the file. Where this fails the file still has what it had.
     *
     * @throws IOException if the content is not on disk
     */
    public void write(Content newContent) throws IOException {
        content.reset();
        DataOutputStream output = new DataOutputStream(content);
        newContent.writeTo(output);
        output.flush();
        if (content.size() > MAX_LENGTH - HEADER_LENGTH) {
            throw new IOException("a snapshot is too long: file=" + file + ", length=" + content.size() + ", limit="
                    + (MAX_LENGTH - HEADER_LENGTH) + "; give its summaries to more summarizers");
        }
        try {
            writeNext();
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel directory = FileChannel.open(file.resolveSibling("."), StandardOpenOption.READ)) {
                directory.force(true); // Else the name may still be the old one behind a failure of power.
            }
        } catch (IOException e) {
            throw new IOException(
                    "cannot write a snapshot: file=" + file + ", length=" + content.size()
                            + "; what it would have is still in the stream: make room and start again",
                    e);
        }
    }

    private void writeNext() throws IOException {
        CRC32C checksum = new CRC32C();
        content.writeTo(new CheckedOutputStream(OutputStream.nullOutputStream(), checksum));
        try (FileOutputStream output = new FileOutputStream(next.toFile())) {
            DataOutputStream header = new DataOutputStream(output);
            header.writeLong(MAGIC);
            header.writeInt(VERSION);
            header.writeInt(content.size());
            header.writeLong(checksum.getValue());
            content.writeTo(output);
            output.getChannel().force(false);
        } catch (IOException e) {
            Files.deleteIfExists(next); // It may be what the disk is full of.
            throw e;
        }
    }

    /**
     * {@return the content; null if there is no file}
     *
     * @throws IOException if it cannot be read, or is none that {@link #write} has written
     */
    public @Nullable DataInputStream read() throws IOException {
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
        DataInputStream input = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            check("magic", input.readLong(), MAGIC);
            check("version", input.readInt(), VERSION);
            check("length", input.readInt(), bytes.length - HEADER_LENGTH);
            CRC32C checksum = new CRC32C();
            checksum.update(bytes, HEADER_LENGTH, bytes.length - HEADER_LENGTH);
            check("checksum", input.readLong(), checksum.getValue());
        } catch (EOFException e) {
            throw damaged("length=" + bytes.length + ", least=" + HEADER_LENGTH, e);
        }
        return input;
    }

    private void check(String what, long found, long expected) throws IOException {
        if (found != expected) {
            throw damaged(what + '=' + found + ", expected=" + expected, null);
        }
    }

    /** {@return what says that the content is not what this program has written, and what can be done} */
    IOException damaged(String how, @Nullable Exception cause) {
        return new IOException(
                "not a snapshot of this program, or damaged: file=" + file + ", " + how
                        + "; remove it to begin with empty summaries",
                cause);
    }
}
