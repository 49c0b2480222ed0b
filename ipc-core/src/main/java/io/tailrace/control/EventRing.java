/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.control.EventView.Kind;
import io.tailrace.control.OwnerState.LifeProof;
import io.tailrace.file.Exhaustion;
import io.tailrace.file.FileAccess;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.EpochClock;
import org.jspecify.annotations.Nullable;

/**
 * The last 1,000 events of a directory, in a file that outlives the driver: the next one goes on behind them. It tells
 * people; a driver decides nothing by it but whether a death is noted already. {@code FORMAT.md} has the bytes. The
 * driver that holds the directory writes it, on one thread at a time.
 *
 * <p>A slot has no sequence while it is written, so one that a driver did not finish is no event. A flood of a kind
 * washes no other out: comings and leavings have a part of the ring of their own, deaths and drivers another, the rest
 * the third. What is neither and comes again on the same stream to the same client counts in the slot that it has.
 *
 * <p>A driver works without its ring where that cannot be made, or is truncated under it. It reports that once.
 */
public final class EventRing implements AutoCloseable {
    /** "TRAILEVT" read as a little-endian long. */
    public static final long MAGIC = 0x5456454C49415254L;

    static final int EVENTS_OFFSET = 128;
    static final int SLOT_LENGTH = 512;
    static final int SLOTS = 1000;
    /** Where the parts begin, and the last one ends: see {@link Kind#part}. */
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
    /** Stream, subscription, program and detail, each behind a byte with its length. */
    static final int TEXTS_OFFSET = 61;

    static final FileFormat FORMAT = new FileFormat(MAGIC, 1, 0, EVENTS_OFFSET + SLOTS * SLOT_LENGTH);

    private static final int MAX_LENGTH = 255;
    /** Of the texts: the last one has what the others leave, a byte at least. */
    private static final int[] MAX_LENGTHS = {
        LogLayout.MAX_STREAM_LENGTH, SubscriberName.MAX_BYTES, ProgramName.MAX_BYTES, MAX_LENGTH
    };

    private static final int MAX_TRIES = 100;

    /** What may come again: the same at the same place. */
    private record Repeated(Kind kind, String stream, String subscription, long clientId, String detail) {}

    private final Path path;
    private final EpochClock clock;
    private final Map<Repeated, Integer> slots = new HashMap<>();
    private final int[] next = PARTS.clone();
    private Consumer<Throwable> errors = error -> {};
    private @Nullable IOException problem;
    private @Nullable MappedFile file;
    private @Nullable EventView lastOfDriver;
    private long sequence = 1;

    private EventRing(Path path, EpochClock clock) {
        this.path = path;
        this.clock = clock;
    }

    /** Driver: goes on with the ring in the directory that it holds, or makes one. Throws nothing. */
    public static EventRing open(DriverDirectory directory, FileAccess access, EpochClock clock) {
        EventRing ring = new EventRing(directory.events(), clock);
        try {
            try {
                ring.goOn(FORMAT.openReadWrite(ring.path));
                access.applyToFile(ring.path); // The driver before may have shared it with another group.
            } catch (NoSuchFileException e) {
                ring.file = FORMAT.create(ring.path, access, buffer -> {});
            } catch (IOException e) {
                if (Exhaustion.isOfSystem(e)) {
                    throw e; // It may be whole.
                }
                ring.problem =
                        new IOException("the events of before are lost, and new ones begin: " + e.getMessage(), e);
                ring.file = FORMAT.create(ring.path, access, buffer -> {});
            }
        } catch (IOException | InternalError e) {
            ring.problem = new IOException("no events are noted: path=" + ring.path + ", cause=" + e.getMessage(), e);
        }
        return ring;
    }

    private void goOn(MappedFile found) throws IOException {
        List<EventView> events = new ArrayList<>();
        try {
            read(path, found.buffer(), events);
        } catch (IOException e) {
            found.close();
            throw e;
        }
        file = found;
        for (EventView event : events) {
            sequence = Math.max(sequence, event.sequence() + 1);
            boolean isLast = lastOfDriver == null || event.sequence() > lastOfDriver.sequence();
            lastOfDriver = event.kind().isOfDriver() && isLast ? event : lastOfDriver;
        }
        for (int part = 0; part < PARTS.length - 1; part++) {
            int latest = PARTS[part];
            for (int slot = PARTS[part]; slot < PARTS[part + 1]; slot++) {
                latest = found.buffer().getLong(offset(slot)) > found.buffer().getLong(offset(latest)) ? slot : latest;
            }
            next[part] = isEmpty(found.buffer(), latest) ? latest : behind(latest, part);
        }
    }

    private static boolean isEmpty(MappedBuffer buffer, int slot) {
        return buffer.getLong(offset(slot)) == 0;
    }

    private static int behind(int slot, int part) {
        return slot + 1 == PARTS[part + 1] ? PARTS[part] : slot + 1;
    }

    private static int offset(int slot) {
        return EVENTS_OFFSET + slot * SLOT_LENGTH;
    }

    /** Reports to these errors from now on, and what went wrong until now. */
    public void reportTo(Consumer<Throwable> newErrors) {
        errors = newErrors;
        if (problem != null) {
            errors.accept(problem);
        }
    }

    /** {@return what a driver noted last of itself, with no sequence if it is this one; null if nothing} */
    public @Nullable EventView lastOfDriver() {
        return lastOfDriver;
    }

    /** Notes that this driver ends, if it has noted its start. */
    public void noteEnded(String detail) {
        EventView last = lastOfDriver;
        if (last != null && last.kind() == Kind.DRIVER_STARTED && last.sequence() == 0) {
            note(EventView.ofDriver(Kind.DRIVER_ENDED, last.pid(), last.program(), last.from(), detail));
        }
    }

    /** Notes something now. */
    public void note(EventView event) {
        lastOfDriver = event.kind().isOfDriver() ? event : lastOfDriver;
        guard(buffer -> {
            boolean unnamed = event.clientId() != 0 && event.program().isEmpty();
            EventView known = unnamed ? find(buffer, event.clientId(), Kind.CLIENT_CAME) : null;
            write(buffer, known == null ? event : event.by(known.program()));
        });
    }

    /** Notes that a client came, unless that stands here, or has stood here before the ring came round. */
    public void noteCame(long clientId, long pid, String name) {
        guard(buffer -> {
            int end = PARTS[Kind.CLIENT_CAME.part() + 1];
            long least = Long.MAX_VALUE;
            for (int slot = PARTS[Kind.CLIENT_CAME.part()]; slot < end; slot++) {
                boolean came = buffer.getByte(offset(slot) + KIND_OFFSET) == Kind.CLIENT_CAME.code();
                least = came ? Math.min(least, buffer.getLong(offset(slot) + CLIENT_ID_OFFSET)) : least;
            }
            boolean isWashedOut = !isEmpty(buffer, end - 1) && clientId < least && least < Long.MAX_VALUE;
            if (!isWashedOut && find(buffer, clientId, Kind.CLIENT_CAME) == null) {
                write(buffer, EventView.ofClient(Kind.CLIENT_CAME, clientId, pid, name, ""));
            }
        });
    }

    /**
     * Notes that a client is dead, before it is buried, unless that stands here: the driver before may have died in
     * between.
     *
     * @param leaving whether it has said so
     * @param held what it had, in words
     */
    public void noteGone(Path directory, long clientId, boolean leaving, String held) {
        guard(buffer -> {
            if (find(buffer, clientId, Kind.CLIENT_DIED) != null || find(buffer, clientId, Kind.CLIENT_LEFT) != null) {
                return;
            }
            EventView came = find(buffer, clientId, Kind.CLIENT_CAME);
            OwnerState owner = examine(directory);
            boolean left = leaving || owner.proof() == LifeProof.HAS_LEFT;
            write(
                    buffer,
                    EventView.ofClient(
                            left ? Kind.CLIENT_LEFT : Kind.CLIENT_DIED,
                            clientId,
                            came == null ? owner.pid() : came.pid(),
                            came == null ? owner.name() : came.program(),
                            left ? "" : owner.proof().reason() + held));
        });
    }

    private static OwnerState examine(Path client) {
        try {
            return ClientFiles.examine(client);
        } catch (IOException e) { // For example a want of descriptors, since the death was proven.
            return new OwnerState(LifeProof.LOCK_FREE, 0, "", false, 0, Heartbeat.UNKNOWN);
        }
    }

    private void guard(Consumer<MappedBuffer> noting) {
        MappedFile current = file;
        if (current == null) {
            return;
        }
        try {
            FileFormatException truncation = current.findTruncation(path);
            if (truncation != null) {
                throw truncation;
            }
            noting.accept(current.buffer());
            PendingFault.raise(); // Here, where it is known whose it is.
        } catch (IOException | InternalError e) {
            close();
            errors.accept(new IOException("no more events are noted: path=" + path + ", cause=" + e.getMessage(), e));
        }
    }

    private static @Nullable EventView find(MappedBuffer buffer, long clientId, Kind kind) {
        for (int slot = PARTS[kind.part()]; slot < PARTS[kind.part() + 1]; slot++) {
            int offset = offset(slot);
            if (buffer.getLong(offset + CLIENT_ID_OFFSET) == clientId
                    && buffer.getByte(offset + KIND_OFFSET) == kind.code()
                    && !isEmpty(buffer, slot)) {
                return parse(buffer, offset);
            }
        }
        return null;
    }

    private void write(MappedBuffer buffer, EventView event) {
        long nowMs = clock.time();
        Repeated key =
                new Repeated(event.kind(), event.stream(), event.subscription(), event.clientId(), event.detail());
        Integer known = slots.get(key);
        if (known != null) {
            int offset = offset(known);
            buffer.putLong(offset + TO_OFFSET, event.to());
            buffer.putInt(offset + TIMES_OFFSET, buffer.getInt(offset + TIMES_OFFSET) + 1);
            buffer.putLongRelease(offset + TIME_MS_OFFSET, nowMs);
            return;
        }
        int part = event.kind().part();
        int slot = next[part];
        next[part] = behind(slot, part);
        put(buffer, offset(slot), event, nowMs);
        slots.values().remove(slot); // What stood there before.
        if (part == PARTS.length - 2) {
            slots.put(key, slot);
        }
    }

    private void put(MappedBuffer buffer, int offset, EventView event, long nowMs) {
        buffer.putLongRelease(offset, 0);
        VarHandle.fullFence(); // Who reads the sequence of before, and again behind a text, has not read this text.
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
        buffer.putLongRelease(offset, sequence++); // Pairs with the acquire in read: who sees it sees all of the event.
    }

    /**
     * Tool: reads the events of a file that somebody may be writing, or may have damaged. What came last is the last.
     *
     * @param events told each that can be read, also where others are damaged
     * @throws FileFormatException if something is there that is no event
     */
    public static void read(Path path, List<EventView> events) throws IOException {
        try (MappedFile file = FORMAT.openReadOnly(path)) {
            read(path, file.buffer(), events);
        }
    }

    private static void read(Path path, MappedBuffer buffer, List<EventView> events) throws FileFormatException {
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
        PendingFault.raise(); // Before it is believed.
        events.sort(Comparator.comparingLong(EventView::timeMs).thenComparing(EventView::sequence));
        if (damaged > 0) {
            throw new FileFormatException(path, "corrupt: of " + SLOTS + " events, damaged=" + damaged);
        }
    }

    /** {@return the sequence of what was copied in one piece; 0 if there is nothing} The driver may lap this. */
    private static long copy(MappedBuffer buffer, int offset, MappedBuffer copy) {
        for (int i = 0; i < MAX_TRIES; i++) {
            // Acquire: pairs with the release in put; else the text could be older than its sequence.
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

    private static @Nullable EventView parse(MappedBuffer buffer, int offset) {
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

    @Override
    public void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
