/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a recording. One thread.
 *
 * <p>A block is gathered in memory and written at once, so whatever ends the process leaves whole blocks, and at most
 * one that was cut, which a reader tells. Where a write fails, for want of space for example, what it left is taken off
 * again. {@link RandomAccessFile} is used because an interrupt does not close it, as it does a file channel.
 */
final class RecordingWriter implements FrameHandler, AutoCloseable {
    private final Path path;
    private final RandomAccessFile file;
    private final long startNs;
    private final CRC32C checksum = new CRC32C();
    private ByteBuffer block = ByteBuffer.allocate(RecordingLayout.BLOCK_LENGTH)
            .order(ByteOrder.LITTLE_ENDIAN)
            .position(RecordingLayout.BLOCK_HEADER_LENGTH);
    private int number;
    private long written;
    private long messages;
    private long bytes;
    private long losses;
    private long lostBytes;
    private @Nullable IOException failure;

    private RecordingWriter(Path path, RandomAccessFile file, long startNs) {
        this.path = path;
        this.file = file;
        this.startNs = startNs;
    }

    /**
     * Makes a file, which only its owner may read, as the files of a log.
     *
     * @param startEpochNs the time of day at {@code startNs}
     * @param startNs the time of the clock that all others are told by
     * @throws java.nio.file.FileAlreadyExistsException if there is one: a recording is never written over
     */
    static RecordingWriter create(Path path, String stream, long startEpochNs, long startNs) throws IOException {
        Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        RecordingWriter writer = new RecordingWriter(path, new RandomAccessFile(path.toFile(), "rw"), startNs);
        try {
            writer.start(stream, startEpochNs);
            return writer;
        } catch (UncheckedIOException e) {
            writer.discard();
            throw e.getCause();
        }
    }

    private void start(String stream, long startEpochNs) {
        ByteBuffer header =
                ByteBuffer.allocate(RecordingLayout.FILE_HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(RecordingLayout.MAGIC)
                .putInt(RecordingLayout.VERSION_MAJOR << 16 | RecordingLayout.VERSION_MINOR)
                .putInt(RecordingLayout.BYTE_ORDER_MARK);
        write(header.array(), RecordingLayout.FILE_HEADER_LENGTH);
        byte[] name = stream.getBytes(StandardCharsets.UTF_8);
        block.putLong(startEpochNs).putInt(name.length).put(name);
        writeBlock(RecordingLayout.KIND_START);
    }

    /** Adds a message that is received now. */
    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        Origin origin = new Origin(header.image().logId(), header.position(), header.publisherId());
        message(System.nanoTime(), origin, buffer, offset, length);
    }

    /** Adds a message. */
    void message(long timeNs, Origin origin, DirectBuffer buffer, int offset, int length) {
        makeRoom(RecordingLayout.MESSAGE_HEADER_LENGTH + length);
        block.putLong(timeNs - startNs)
                .putLong(origin.logId())
                .putLong(origin.position())
                .putLong(origin.publisherId())
                .putInt(length);
        buffer.getBytes(offset, block, length);
        messages++;
        bytes += length;
    }

    /** Where a message stood. */
    record Origin(long logId, long position, long publisherId) {}

    private void makeRoom(int length) {
        if (block.remaining() < length) {
            flush();
            if (block.remaining() < length) {
                block = ByteBuffer.allocate(RecordingLayout.BLOCK_HEADER_LENGTH + length)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .position(RecordingLayout.BLOCK_HEADER_LENGTH);
            }
        }
    }

    /** Adds that a range of a log was lost before it could be received. */
    void loss(long timeNs, long logId, long from, long to) {
        flush();
        block.putLong(timeNs - startNs).putLong(logId).putLong(from).putLong(to);
        losses++;
        lostBytes += to - from;
        writeBlock(RecordingLayout.KIND_LOSS);
    }

    /** Hands over to the operating system what was added: from there on only that can lose it. */
    void flush() {
        if (block.position() > RecordingLayout.BLOCK_HEADER_LENGTH) {
            writeBlock(RecordingLayout.KIND_MESSAGES);
        }
    }

    /** Ends the recording in good order, and on the disk. */
    void finish(long timeNs) throws IOException {
        flush();
        block.putLong(messages)
                .putLong(bytes)
                .putLong(losses)
                .putLong(lostBytes)
                .putLong(timeNs - startNs);
        writeBlock(RecordingLayout.KIND_END);
        file.getFD().sync();
    }

    private void writeBlock(int kind) {
        int length = block.position();
        block.putInt(RecordingLayout.BODY_LENGTH_OFFSET, length - RecordingLayout.BLOCK_HEADER_LENGTH)
                .putInt(RecordingLayout.KIND_OFFSET, kind)
                .putInt(RecordingLayout.NUMBER_OFFSET, number++);
        checksum.reset();
        checksum.update(block.array(), RecordingLayout.BODY_LENGTH_OFFSET, length - RecordingLayout.BODY_LENGTH_OFFSET);
        block.putInt(RecordingLayout.CHECKSUM_OFFSET, (int) checksum.getValue());
        block.position(RecordingLayout.BLOCK_HEADER_LENGTH);
        write(block.array(), length);
    }

    private void write(byte[] array, int length) {
        if (failure != null) {
            throw new UncheckedIOException(failure); // Nothing may follow what is missing.
        }
        try {
            file.write(array, 0, length);
            written += length;
        } catch (IOException e) {
            failure = e;
            takeOff(e);
            throw new UncheckedIOException(e);
        }
    }

    private void takeOff(IOException cause) {
        try {
            file.setLength(written);
        } catch (IOException e) {
            cause.addSuppressed(e); // A reader takes it for what it is: a block that was cut.
        }
    }

    /** {@return the bytes of the file} */
    long fileLength() {
        return written;
    }

    /** Removes a file in which there is nothing. */
    void discard() throws IOException {
        file.close();
        Files.delete(path);
    }

    /** Closes the file, as it is. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}
