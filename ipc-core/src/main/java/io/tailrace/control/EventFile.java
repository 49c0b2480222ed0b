/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.control.EventView.Kind;
import io.tailrace.file.FileFormat;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogLayout;
import io.tailrace.log.SubscriberName;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bytes of the file {@code events} ({@code FORMAT.md}): the {@link EventRing} writes it, and tools read it. */
public final class EventFile {
    /** "TRAILEVT" read as a little-endian long. */
    static final long MAGIC = 0x5456454C49415254L;

    /** How often each kind occurred, by its code from 1 on. */
    static final int TOTALS_OFFSET = 32;

    static final int EVENTS_OFFSET = 128;
    static final int SLOT_LENGTH = 512;
    static final int SLOTS = 1000;
    /** The bounds of the parts: see {@link Kind#part}. */
    static final int[] PARTS = {0, 300, 600, SLOTS};

    static final int SEQUENCE_OFFSET = 0;
    static final int TIME_MS_OFFSET = 8;
    static final int CLIENT_ID_OFFSET = 16;
    static final int PID_OFFSET = 24;
    static final int FROM_OFFSET = 32;
    static final int TO_OFFSET = 40;
    static final int FIRST_MS_OFFSET = 48;
    static final int TIMES_OFFSET = 56;
    static final int KIND_OFFSET = 60;
    /** Stream, subscription, program and detail, each after a byte with its length. */
    static final int TEXTS_OFFSET = 61;

    static final FileFormat FORMAT = new FileFormat(MAGIC, 1, 0, EVENTS_OFFSET + SLOTS * SLOT_LENGTH);

    private static final int MAX_LENGTH = 255;
    /** The maximum lengths of the texts: the last one gets the rest, at least a byte. */
    private static final int[] MAX_LENGTHS = {
        LogLayout.MAX_STREAM_LENGTH, SubscriberName.MAX_BYTES, ProgramName.MAX_BYTES, MAX_LENGTH
    };

    private static final int MAX_TRIES = 100;

    private EventFile() {}

    static boolean isEmpty(MappedBuffer buffer, int slot) {
        return buffer.getLong(offset(slot)) == 0;
    }

    static int offset(int slot) {
        return EVENTS_OFFSET + slot * SLOT_LENGTH;
    }

    static int totalOffset(Kind kind) {
        return TOTALS_OFFSET + (kind.code() - 1) * Long.BYTES;
    }

    /** Tool: reads how often each kind occurred since the file was created, over all drivers. */
    public static Map<Kind, Long> readTotals(Path path) throws IOException {
        try (MappedFile file = FORMAT.openReadOnly(path)) {
            Map<Kind, Long> totals = new EnumMap<>(Kind.class);
            for (Kind kind : Kind.values()) {
                totals.put(kind, file.buffer().getLongAcquire(totalOffset(kind)));
            }
            PendingFault.raise(); // Checked before the values are used.
            return totals;
        }
    }

    /** Driver: writes an event over the contents of a slot. */
    static void put(MappedBuffer buffer, int offset, long sequence, EventView event, long nowMs) {
        buffer.putLongRelease(offset, 0);
        // A reader that finds the previous sequence, also after a text, has not read this text.
        VarHandle.fullFence();
        buffer.putLong(offset + TIME_MS_OFFSET, nowMs);
        buffer.putLong(offset + CLIENT_ID_OFFSET, event.clientId());
        buffer.putLong(offset + PID_OFFSET, event.pid());
        buffer.putLong(offset + FROM_OFFSET, event.from());
        buffer.putLong(offset + TO_OFFSET, event.to());
        buffer.putLong(offset + FIRST_MS_OFFSET, nowMs);
        buffer.putInt(offset + TIMES_OFFSET, 1);
        buffer.putByte(offset + KIND_OFFSET, (byte) event.kind().code());
        int end = offset + TEXTS_OFFSET;
        String[] texts = {event.stream(), event.subscription(), event.program(), event.detail()};
        for (int i = 0; i < texts.length; i++) {
            int room = Math.min(MAX_LENGTHS[i], offset + SLOT_LENGTH - end - 1);
            byte[] bytes = ProgramName.cut(texts[i], room).getBytes(StandardCharsets.UTF_8);
            buffer.putByte(end, (byte) bytes.length);
            buffer.putBytes(end + 1, bytes);
            end += 1 + bytes.length;
        }
        // Pairs with the acquire in read: a reader that sees it sees all of the event.
        buffer.putLongRelease(offset, sequence);
    }

    /**
     * Tool: reads the events of a file that another process may be writing, or may have damaged, in the order of their
     * times.
     *
     * @param events receives each readable event, even if others are damaged
     * @throws FileFormatException if the file holds an invalid event
     */
    public static void read(Path path, List<EventView> events) throws IOException {
        try (MappedFile file = FORMAT.openReadOnly(path)) {
            read(path, file.buffer(), events);
        }
    }

    static void read(Path path, MappedBuffer buffer, List<EventView> events) throws FileFormatException {
        MappedBuffer copy = MappedBuffer.allocate(SLOT_LENGTH);
        int damaged = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            long found = copy(buffer, offset(slot), copy);
            EventView event = found == 0 ? null : parse(copy, 0);
            damaged += found != 0 && event == null ? 1 : 0;
            if (event != null) {
                events.add(event);
            }
        }
        PendingFault.raise(); // Checked before the values are used.
        events.sort(Comparator.comparingLong(EventView::timeMs).thenComparing(EventView::sequence));
        if (damaged > 0) {
            throw new FileFormatException(path, "corrupt: of " + SLOTS + " events, damaged=" + damaged);
        }
    }

    /** {@return the sequence of the event that was copied intact; 0 if there is none} The driver may lap this. */
    private static long copy(MappedBuffer buffer, int offset, MappedBuffer copy) {
        for (int i = 0; i < MAX_TRIES; i++) {
            // Acquire: pairs with the release in put; otherwise the text could be older than its sequence.
            long before = buffer.getLongAcquire(offset);
            copy.putBytes(0, buffer, offset, SLOT_LENGTH);
            VarHandle.acquireFence();
            if (buffer.getLong(offset) == before) {
                copy.putLong(0, before);
                return before;
            }
        }
        return 0;
    }

    static @Nullable EventView parse(MappedBuffer buffer, int offset) {
        Kind kind = Kind.of(buffer.getByte(offset + KIND_OFFSET));
        String[] texts = new String[4];
        int end = offset + TEXTS_OFFSET;
        for (int i = 0; i < texts.length; i++) {
            int length = end < offset + SLOT_LENGTH ? buffer.getByte(end) & MAX_LENGTH : SLOT_LENGTH;
            if (end + 1 + length > offset + SLOT_LENGTH) {
                return null;
            }
            texts[i] = buffer.getStringWithoutLengthUtf8(end + 1, length);
            end += 1 + length;
        }
        long sequence = buffer.getLong(offset);
        int times = buffer.getInt(offset + TIMES_OFFSET);
        if (kind == null || sequence < 0 || sequence > DriverDirectory.MAX_ID || times < 1) {
            return null;
        }
        String often = times == 1
                ? ""
                : times + " times since " + Instant.ofEpochMilli(buffer.getLong(offset + FIRST_MS_OFFSET));
        return new EventView(
                sequence,
                buffer.getLong(offset + TIME_MS_OFFSET),
                kind,
                texts[0],
                texts[1],
                buffer.getLong(offset + CLIENT_ID_OFFSET),
                buffer.getLong(offset + PID_OFFSET),
                texts[2],
                texts[3] + (texts[3].isEmpty() || often.isEmpty() ? "" : ", ") + often,
                buffer.getLong(offset + FROM_OFFSET),
                buffer.getLong(offset + TO_OFFSET));
    }
}
