/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static io.tailrace.control.EventFile.CLIENT_ID_OFFSET;
import static io.tailrace.control.EventFile.FORMAT;
import static io.tailrace.control.EventFile.KIND_OFFSET;
import static io.tailrace.control.EventFile.PARTS;
import static io.tailrace.control.EventFile.TIMES_OFFSET;
import static io.tailrace.control.EventFile.TIME_MS_OFFSET;
import static io.tailrace.control.EventFile.TO_OFFSET;
import static io.tailrace.control.EventFile.isEmpty;
import static io.tailrace.control.EventFile.offset;
import static io.tailrace.control.EventFile.parse;
import static io.tailrace.control.EventFile.put;
import static io.tailrace.control.EventFile.totalOffset;

import io.tailrace.control.EventView.Kind;
import io.tailrace.control.OwnerState.LifeProof;
import io.tailrace.file.Exhaustion;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.internal.PendingFault;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.agrona.concurrent.EpochClock;
import org.jspecify.annotations.Nullable;

/**
 * The last 1,000 events of a directory, in a file that outlives the driver: the next driver continues after them. It is
 * for people: the only decision based on it is whether a death is recorded already. {@code FORMAT.md} describes the
 * bytes. The driver that holds the directory writes it, on one thread at a time.
 *
 * <p>A slot has no sequence while it is written, so a slot that a driver did not finish is not an event. A flood of one
 * kind does not displace the others: connects and disconnects have their own part of the ring, deaths and drivers
 * another, the rest the third. If an event of the third part recurs on the same stream for the same client, its slot
 * counts it.
 *
 * <p>A driver works without its ring if that cannot be created, or is truncated in use. It reports that once.
 */
public final class EventRing implements AutoCloseable {
    /** The key of an event that may recur. */
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

    /** Driver: continues the ring in the directory that it holds, or creates one. Throws nothing. */
    public static EventRing open(DriverDirectory directory, FileAccess access, EpochClock clock) {
        EventRing ring = new EventRing(directory.events(), clock);
        try {
            try {
                ring.goOn(FORMAT.openReadWrite(ring.path));
                access.applyToFile(ring.path); // The previous driver may have shared it with another group.
            } catch (NoSuchFileException e) {
                ring.file = FORMAT.create(ring.path, access, buffer -> {});
            } catch (IOException e) {
                if (Exhaustion.isOfSystem(e)) {
                    throw e; // The file may be intact.
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
            EventFile.read(path, found.buffer(), events);
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

    private static int behind(int slot, int part) {
        return slot + 1 == PARTS[part + 1] ? PARTS[part] : slot + 1;
    }

    /** From now on reports to this error handler, including earlier failures. */
    public void reportTo(Consumer<Throwable> newErrors) {
        errors = newErrors;
        if (problem != null) {
            errors.accept(problem);
        }
    }

    /**
     * {@return the last event of a driver about itself, without a sequence if it is this driver; null if there is none}
     */
    public @Nullable EventView lastOfDriver() {
        return lastOfDriver;
    }

    /** Records that this driver stops, if it has recorded its start. */
    public void noteEnded(String detail) {
        EventView last = lastOfDriver;
        if (last != null && last.kind() == Kind.DRIVER_STARTED && last.sequence() == 0) {
            note(EventView.ofDriver(Kind.DRIVER_ENDED, last.pid(), last.program(), last.from(), detail));
        }
    }

    /** Records an event at the current time. */
    public void note(EventView event) {
        lastOfDriver = event.kind().isOfDriver() ? event : lastOfDriver;
        guard(buffer -> {
            boolean unnamed = event.clientId() != 0 && event.program().isEmpty();
            EventView known = unnamed ? find(buffer, event.clientId(), Kind.CLIENT_CAME) : null;
            write(buffer, known == null ? event : event.by(known.program()));
        });
    }

    /** Records that a client has connected, unless that is recorded, or was before the ring wrapped. */
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
     * Records that a client is dead, before its files are deleted, unless that is recorded: the previous driver may
     * have died in between.
     *
     * @param leaving whether it has said so
     * @param held its resources, in words
     */
    public void noteGone(Path directory, long clientId, boolean leaving, String held) {
        guard(buffer -> {
            if (find(buffer, clientId, Kind.CLIENT_DIED) != null || find(buffer, clientId, Kind.CLIENT_LEFT) != null) {
                return;
            }
            EventView came = find(buffer, clientId, Kind.CLIENT_CAME);
            OwnerState owner = examine(directory);
            boolean hasClosed = leaving || owner.proof() == LifeProof.HAS_LEFT;
            write(
                    buffer,
                    EventView.ofClient(
                            hasClosed || owner.proof().isEnd() ? Kind.CLIENT_LEFT : Kind.CLIENT_DIED,
                            clientId,
                            came == null ? owner.pid() : came.pid(),
                            came == null ? owner.name() : came.program(),
                            hasClosed ? "" : owner.proof().reason() + held));
        });
    }

    private static OwnerState examine(Path client) {
        try {
            return ClientFiles.examine(client);
        } catch (IOException e) { // For example a lack of descriptors, because the death was proven.
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
            PendingFault.raise(); // Reported here, where its owner is known.
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
        int total = totalOffset(event.kind());
        buffer.putLongRelease(total, buffer.getLong(total) + 1);
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
        put(buffer, offset(slot), sequence++, event, nowMs);
        slots.values().remove(slot); // The previous event in the slot.
        if (part == PARTS.length - 2) {
            slots.put(key, slot);
        }
    }

    @Override
    public void close() {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
