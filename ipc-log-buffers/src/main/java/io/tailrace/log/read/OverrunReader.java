/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.read;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;

import io.tailrace.log.FrameLayout;
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
 * <p>If there is a {@link LogReplay}, overwritten messages are read from there, and the reader continues in the log
 * once no more are kept, with the same check of the target after each copy. Nothing is lost between the two: the
 * historian gates, so everything cleaned was kept before. The target is read first, and then the end of history:
 *
 * <pre>
 *   historian            keeper                      this reader
 *   ------------------   -------------------------   ------------------------------------
 *   keep the frames      acquire its position        read the target: it was overrun
 *   release their end    announce the target         acquire the end of what is kept
 *   release its position full fence; zero            … which is not before the target
 * </pre>
 */
public final class OverrunReader {
    /** Not a header: everything up to the cleaning target is lost. */
    public static final long OVERRUN = -1;

    private static final int FIRST_CAPACITY = 4096;

    private final FrameReader reader;
    private final LogMeta meta;
    private final int maxMessageLength;
    private final @Nullable LogReplay replay;
    /** Whether it reads history; read by any thread. */
    private volatile boolean replaying;

    private boolean replayIsOpen;
    /** The last header from history, which was not stepped over yet. */
    private long replayedHeader;
    /** The position at which history is damaged, so that it is not asked there again. */
    private long damagedAt = LogLayout.NONE;

    private MappedBuffer message = MappedBuffer.allocate(FIRST_CAPACITY);

    /**
     * @param reader of the log, which also steps over its messages
     * @param replay where overwritten messages are kept; null if they are lost
     */
    public OverrunReader(FrameReader reader, @Nullable LogReplay replay) {
        this.reader = reader;
        this.meta = reader.log.meta();
        this.replay = replay;
        this.maxMessageLength = LogLayout.maxMessageLength(reader.log.termLength());
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
            if (replaying) {
                long header = nextReplayed(Objects.requireNonNull(replay));
                if (header != 0) {
                    return header;
                }
            }
            long header = reader.peek();
            if (isOverrun()) { // Checked after every read of a header, whatever its value.
                if (!beginsReplay()) {
                    return OVERRUN;
                }
                continue;
            }
            if (FrameLayout.length(header) <= 0) {
                // At rest it keeps no segment mapped, because the space of a purged segment would stay in use.
                close();
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
    private boolean beginsReplay() {
        replayIsOpen = replay != null;
        replaying = replay != null && reader.position() != damagedAt && replay.seek(reader.position());
        replayedHeader = 0;
        return replaying;
    }

    /** {@return the header of the next message; 0 if no more is kept: the log continues there, or was overrun} */
    private long nextReplayed(LogReplay kept) {
        if (replayedHeader != 0
                && kept.position() != reader.position()) { // The last message was stepped over, or aborted.
            kept.consume(replayedHeader);
        }
        if (kept.position() != reader.position() && !kept.seek(reader.position())) {
            replaying = false;
            return 0;
        }
        replayedHeader = kept.next();
        if (kept.position() != reader.position()) { // It has passed padding.
            reader.seek(kept.position());
        }
        if (FrameLayout.length(replayedHeader) > 0) {
            copy(replayedHeader, kept.buffer(), kept.payloadOffset());
            return replayedHeader;
        }
        damagedAt = replayedHeader == LogReplay.DAMAGED ? reader.position() : damagedAt;
        replayedHeader = 0;
        replaying = false;
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
    public boolean isReplaying() {
        return replaying;
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
        if (replay != null) {
            replay.seek(from);
            to = Math.min(to, from == damagedAt ? skipDamaged(replay) : replay.nextPosition());
        }
        damagedAt = LogLayout.NONE;
        reader.seek(Math.max(from, to));
        return reader.position();
    }

    private static long skipDamaged(LogReplay kept) {
        return kept.next() == LogReplay.DAMAGED ? kept.skipDamaged() : kept.position();
    }

    /** Releases what it holds of history; called at the latest when the reader is not used any more. */
    public void close() {
        if (replayIsOpen && replay != null) {
            replayIsOpen = false;
            replay.close();
        }
    }
}
