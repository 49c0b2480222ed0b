/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.file.FileFormatException;
import io.tailrace.memory.MappedBuffer;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording from its beginning, as far as it is sound, and trusts nothing in it: a block counts only once its
 * checksum, its number and all lengths in it agree. One thread.
 */
final class RecordingReader implements AutoCloseable {
    /**
     * A message.
     *
     * @param timeNs when it was received, since the recording began
     */
    record Message(
            long timeNs, long logId, long position, long publisherId, MappedBuffer buffer, int offset, int length) {}

    /** How far a recording is sound. */
    enum State {
        /** Up to its end, which says that it is the end. */
        COMPLETE,
        /** It has no end: what recorded it was killed, lost its disk, or is still at it. */
        CUT,
        /** Something in it was changed behind the back of who wrote it. */
        DAMAGED,
        /** Whoever takes the messages did not go on. */
        STOPPED
    }

    /**
     * How the reading ended.
     *
     * @param at the byte of the file up to which it is sound
     * @param text what is wrong there
     */
    record Ending(State state, long at, String text) {
        /** {@return the finding as part of an error text} */
        String describe() {
            return (state == State.CUT ? "cut" : "damaged") + " at byte " + at + ": " + text;
        }
    }

    private final Path path;
    private final InputStream input;
    private final long fileLength;
    private final ByteBuffer header =
            ByteBuffer.allocate(RecordingLayout.BLOCK_HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C checksum = new CRC32C();
    private ByteBuffer body = ByteBuffer.allocate(RecordingLayout.BLOCK_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private MappedBuffer messages = MappedBuffer.of(body.array());
    private String stream = "";
    private long startEpochNs;
    private int version;
    private int number;
    /** Where the next block begins. */
    private long at;

    private long messageCount;
    private long messageBytes;
    private long losses;
    private long lostBytes;
    private long durationNs;

    private RecordingReader(Path path, InputStream input, long fileLength) {
        this.path = path;
        this.input = input;
        this.fileLength = fileLength;
    }

    /**
     * Opens a recording, and reads how it begins.
     *
     * @throws FileFormatException if that is none, or of another version
     */
    static RecordingReader open(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileFormatException(path, "a directory, and no recording");
        }
        InputStream input = Files.newInputStream(path);
        try {
            RecordingReader reader = new RecordingReader(path, new BufferedInputStream(input), Files.size(path));
            reader.readStart();
            return reader;
        } catch (IOException e) {
            input.close();
            throw e;
        }
    }

    private void readStart() throws IOException {
        ByteBuffer file = ByteBuffer.wrap(input.readNBytes(RecordingLayout.FILE_HEADER_LENGTH))
                .order(ByteOrder.LITTLE_ENDIAN);
        if (file.remaining() < RecordingLayout.FILE_HEADER_LENGTH || file.getLong() != RecordingLayout.MAGIC) {
            throw new FileFormatException(path, "no recording: it does not begin with TRAILREC");
        }
        version = file.getInt();
        if (version >>> 16 != RecordingLayout.VERSION_MAJOR) {
            throw new FileFormatException(
                    path,
                    "a recording of another version: file=" + version() + ", supported=" + RecordingLayout.VERSION_MAJOR
                            + ".x");
        }
        if (file.getInt() != RecordingLayout.BYTE_ORDER_MARK) {
            throw new FileFormatException(path, "a recording in another byte order");
        }
        at = RecordingLayout.FILE_HEADER_LENGTH;
        Ending problem = readBlock();
        if (problem != null) {
            throw new FileFormatException(path, problem.describe() + ", so nothing of it can be used");
        }
        int length = kind() == RecordingLayout.KIND_START && body.remaining() >= RecordingLayout.START_LENGTH
                ? body.getInt(Long.BYTES)
                : -1;
        if (length < 0 || length > body.remaining() - RecordingLayout.START_LENGTH) {
            throw new FileFormatException(path, "damaged: no block START at its beginning");
        }
        startEpochNs = body.getLong();
        stream = new String(body.array(), RecordingLayout.START_LENGTH, length, StandardCharsets.UTF_8);
        at += RecordingLayout.BLOCK_HEADER_LENGTH + body.limit();
    }

    /** {@return the name of the stream that was recorded} */
    String stream() {
        return stream;
    }

    /** {@return when the recording began, in nanoseconds since 1970} */
    long startEpochNs() {
        return startEpochNs;
    }

    String version() {
        return (version >>> 16) + "." + (version & 0xFFFF);
    }

    /** {@return the messages that were read so far} */
    long messages() {
        return messageCount;
    }

    /** {@return the bytes of these messages} */
    long bytes() {
        return messageBytes;
    }

    /** {@return the ranges of logs that were lost before they could be received} */
    long losses() {
        return losses;
    }

    /** {@return the bytes of these ranges, headers included} */
    long lostBytes() {
        return lostBytes;
    }

    /** {@return how long it was recorded; 0 before its end was read} */
    long durationNs() {
        return durationNs;
    }

    /**
     * Reads the rest.
     *
     * @param taker gets each message that is sound, valid until it returns; returns whether to go on
     */
    Ending read(Predicate<Message> taker) throws IOException {
        while (true) {
            Ending ending = readBlock();
            if (ending == null) {
                ending = switch (kind()) {
                    case RecordingLayout.KIND_MESSAGES -> readMessages(taker);
                    case RecordingLayout.KIND_LOSS -> readLoss();
                    case RecordingLayout.KIND_END -> readEnd();
                    default -> null; // Of a later minor version.
                };
            }
            if (ending != null) {
                return ending;
            }
            at += RecordingLayout.BLOCK_HEADER_LENGTH + body.limit();
        }
    }

    private int kind() {
        return header.getInt(RecordingLayout.KIND_OFFSET);
    }

    /** Reads the next block; returns what is wrong with it, null if it is sound. */
    private @Nullable Ending readBlock() throws IOException {
        long rest = fileLength - at;
        if (rest < RecordingLayout.BLOCK_HEADER_LENGTH
                || input.readNBytes(header.array(), 0, RecordingLayout.BLOCK_HEADER_LENGTH)
                        < RecordingLayout.BLOCK_HEADER_LENGTH) {
            return new Ending(State.CUT, at, "no block END");
        }
        int length = header.getInt(RecordingLayout.BODY_LENGTH_OFFSET);
        if (length < 0 || length > RecordingLayout.MAX_BODY_LENGTH) {
            return damaged(
                    "impossible length of a block: length=" + length + ", max=" + RecordingLayout.MAX_BODY_LENGTH);
        }
        if (length > rest - RecordingLayout.BLOCK_HEADER_LENGTH) {
            return new Ending(
                    State.CUT,
                    at,
                    "a block of " + length + " bytes, " + (rest - RecordingLayout.BLOCK_HEADER_LENGTH) + " are there");
        }
        if (length > body.capacity()) {
            body = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            messages = MappedBuffer.of(body.array());
        }
        if (input.readNBytes(body.array(), 0, length) < length) {
            return new Ending(State.CUT, at, "the file became shorter while it was read");
        }
        body.clear().limit(length);
        checksum.reset();
        checksum.update(
                header.array(),
                RecordingLayout.BODY_LENGTH_OFFSET,
                RecordingLayout.BLOCK_HEADER_LENGTH - RecordingLayout.BODY_LENGTH_OFFSET);
        checksum.update(body.array(), 0, length);
        if ((int) checksum.getValue() != header.getInt(RecordingLayout.CHECKSUM_OFFSET)) {
            return damaged("wrong checksum: block=" + number + ", length=" + length);
        }
        if (header.getInt(RecordingLayout.NUMBER_OFFSET) != number) {
            return damaged(
                    "wrong block: number=" + header.getInt(RecordingLayout.NUMBER_OFFSET) + ", expected=" + number);
        }
        number++;
        return null;
    }

    private Ending damaged(String text) {
        return new Ending(State.DAMAGED, at, text);
    }

    private @Nullable Ending readMessages(Predicate<Message> taker) {
        if (!isSound()) {
            return damaged("lengths of messages that contradict that of their block: block=" + (number - 1));
        }
        while (body.hasRemaining()) {
            long timeNs = body.getLong();
            long logId = body.getLong();
            long position = body.getLong();
            long publisherId = body.getLong();
            int length = body.getInt();
            int offset = body.position();
            messageCount++;
            messageBytes += length;
            if (!taker.test(new Message(timeNs, logId, position, publisherId, messages, offset, length))) {
                return new Ending(State.STOPPED, at, "");
            }
            body.position(offset + length);
        }
        return null;
    }

    /** {@return whether the messages fill their block} Asked before the first of them is handed out. */
    private boolean isSound() {
        int offset = 0;
        while (body.limit() - offset >= RecordingLayout.MESSAGE_HEADER_LENGTH) {
            int length = body.getInt(offset + RecordingLayout.MESSAGE_HEADER_LENGTH - Integer.BYTES);
            offset += RecordingLayout.MESSAGE_HEADER_LENGTH;
            if (length < 0 || length > body.limit() - offset) {
                return false;
            }
            offset += length;
        }
        return offset == body.limit();
    }

    private @Nullable Ending readLoss() {
        if (body.remaining() < RecordingLayout.LOSS_LENGTH) {
            return damaged("a block LOSS is too short: length=" + body.remaining());
        }
        losses++;
        lostBytes += body.getLong(RecordingLayout.LOSS_TO_OFFSET) - body.getLong(RecordingLayout.LOSS_FROM_OFFSET);
        return null;
    }

    private Ending readEnd() {
        boolean agrees = body.remaining() >= RecordingLayout.END_LENGTH
                && body.getLong() == messageCount
                && body.getLong() == messageBytes
                && body.getLong() == losses
                && body.getLong() == lostBytes;
        if (!agrees) {
            return damaged("the block END does not agree with what is there: messages=" + messageCount + ", bytes="
                    + messageBytes);
        }
        durationNs = body.getLong();
        long end = at + RecordingLayout.BLOCK_HEADER_LENGTH + body.limit();
        return end == fileLength
                ? new Ending(State.COMPLETE, end, "")
                : new Ending(State.DAMAGED, end, (fileLength - end) + " bytes behind the block END");
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
