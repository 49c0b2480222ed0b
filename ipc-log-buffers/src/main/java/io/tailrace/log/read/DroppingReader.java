/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a {@link FrameReader} for a subscriber that does not gate, and so may be overrun while it
 * reads: publishers overwrite messages that it has not read yet. It copies each message, and accepts a copy only after
 * it has checked that the memory was not released for writing meanwhile. Used by one thread.
 *
 * <pre>
 *   keeper, publisher              this reader
 *   ----------------------------   ---------------------------------
 *   announce the cleaning target   read the header, copy the payload
 *   full fence                     acquire fence
 *   zero, raise the limit, write   read the cleaning target
 * </pre>
 *
 * If the reader has read a byte of the later writing, it sees the announcement that preceded that writing.
 *
 * <p>If there is a {@link Past}, overwritten messages are read from there, and the reader continues in the log once no
 * more are kept, with the same check of the target after each copy. Nothing is lost between the two: the historian
 * gates, so everything cleaned was kept before. The target is read first, and then the end of the past:
 *
 * <pre>
 *   historian            keeper                      this reader
 *   ------------------   -------------------------   ------------------------------------
 *   keep the frames      acquire its position        read the target: it was overrun
 *   release their end    announce the target         acquire the end of what is kept
 *   release its position full fence; zero            … which is not before the target
 * </pre>
 */
public final class DroppingReader {
    /** Not a header: everything up to the cleaning target is lost. */
    public static final long OVERRUN = -1;

    private static final int FIRST_CAPACITY = 4096;

    private final FrameReader reader;
    private final LogMeta meta;
    private final int maxMessageLength;
    private final @Nullable Past past;
    /** Whether it reads the past; read by any thread. */
    private volatile boolean inPast;

    private boolean pastIsOpen;
    /** The last header from the past, which was not stepped over yet. */
    private long pastHeader;
    /** The position at which the past is damaged, so that it is not asked there again. */
    private long damagedAt = LogLayout.NONE;

    private MappedBuffer message = MappedBuffer.allocate(FIRST_CAPACITY);

    /** Overwritten messages are not kept. */
    public DroppingReader(LogBuffers log, long position) {
        this(log, position, null);
    }

    /** @param past where overwritten messages are kept; null if they are lost */
    public DroppingReader(LogBuffers log, long position, @Nullable Past past) {
        this(log, new FrameReader(log, position), past);
    }

    /** @param reader of the log, which also steps over its messages */
    public DroppingReader(LogBuffers log, FrameReader reader, @Nullable Past past) {
        this.reader = reader;
        this.meta = log.meta();
        this.past = past;
        this.maxMessageLength = LogLayout.maxMessageLength(log.termLength());
    }

    /** {@return the reader whose messages it takes, which also steps over them} */
    public FrameReader frames() {
        return reader;
    }

    /**
     * Moves to the next committed message, over padding, and copies it.
     *
     * @return its header word, 0 if there is none yet, or {@link #OVERRUN}
     * @throws CorruptLogException if the bytes there, which no publisher was allowed to overwrite, are not a frame
     */
    public long next() {
        while (true) {
            if (inPast) {
                long header = nextInPast(Objects.requireNonNull(past));
                if (header != 0) {
                    return header;
                }
            }
            long header = reader.peek();
            if (isOverrun()) { // Checked after every read of a header, whatever its value.
                if (!entersPast()) {
                    return OVERRUN;
                }
                continue;
            }
            if (FrameLayout.length(header) <= 0) {
                // At rest it keeps no segment mapped, because the space of a purged segment would stay in use.
                closePast();
                return 0;
            }
            reader.check(header);
            if (FrameLayout.type(header) == TYPE_DATA) {
                copy(header, reader.buffer(), reader.payloadOffset());
                if (!isOverrun()) {
                    return header;
                }
            } else {
                reader.consume(header);
            }
        }
    }

    /** After the read of the target: everything before it is kept by now. */
    private boolean entersPast() {
        pastIsOpen = past != null;
        inPast = past != null && reader.position() != damagedAt && past.seek(reader.position());
        pastHeader = 0;
        return inPast;
    }

    /** {@return the header of the next message; 0 if no more is kept: the log continues there, or was overrun} */
    private long nextInPast(Past kept) {
        if (pastHeader != 0 && kept.position() != reader.position()) { // The last message was stepped over, or aborted.
            kept.consume(pastHeader);
        }
        if (kept.position() != reader.position() && !kept.seek(reader.position())) {
            inPast = false;
            return 0;
        }
        pastHeader = kept.next();
        if (kept.position() != reader.position()) { // It has passed padding.
            reader.seek(kept.position());
        }
        if (FrameLayout.length(pastHeader) > 0) {
            copy(pastHeader, kept.buffer(), kept.payloadOffset());
            return pastHeader;
        }
        damagedAt = pastHeader == Past.DAMAGED ? reader.position() : damagedAt;
        pastHeader = 0;
        inPast = false;
        return 0;
    }

    private void copy(long header, MappedBuffer source, int offset) {
        int length = FrameLayout.length(header) - HEADER_LENGTH;
        if (length > maxMessageLength) {
            throw reader.corrupt(header);
        }
        if (length > message.capacity()) {
            message = MappedBuffer.allocate(Math.min(Math.max(length, 2 * message.capacity()), maxMessageLength));
        }
        message.putBytes(0, source, offset, length);
        VarHandle.acquireFence();
    }

    /** {@return whether it reads messages that the log does not hold any more} Any thread. */
    public boolean isInPast() {
        return inPast;
    }

    /**
     * Acquire, after the acquire of the header or the fence after the copy: pairs with the fence after the keeper's
     * announcement ({@link LogMeta#cleaningTargetVolatile}), which precedes any store over the memory that was read.
     */
    private boolean isOverrun() {
        return meta.cleaningTargetAcquire() > reader.position();
    }

    /** {@return the copy of the message that {@link #next} returned, from 0 on; the next one overwrites it} */
    public MappedBuffer buffer() {
        return message;
    }

    /**
     * After {@link #OVERRUN}: continues at the oldest frame that is kept after it, or that the log still holds. Returns
     * its position.
     */
    public long skipLost() {
        long from = reader.position();
        long to = meta.cleaningTargetAcquire();
        if (past != null) {
            past.seek(from);
            to = Math.min(to, from == damagedAt ? skipDamaged(past) : past.nextPosition());
        }
        damagedAt = LogLayout.NONE;
        reader.seek(Math.max(from, to));
        return reader.position();
    }

    private static long skipDamaged(Past kept) {
        return kept.next() == Past.DAMAGED ? kept.skipDamaged() : kept.position();
    }

    private void closePast() {
        if (pastIsOpen && past != null) {
            pastIsOpen = false;
            past.close();
        }
    }

    /** Called when the reader is not used any more. */
    public void close() {
        closePast();
    }
}
