/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import io.tailrace.file.FileFormatException;
import io.tailrace.liveness.ProgramName;
import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one owner, for writing: a row of slots, each a figure with its kind and its label. A client's
 * counters are in a {@link ReportFile}, the driver's in the control file. They inform people; they decide
 * nothing, and only tools read them. {@code FORMAT.md} describes the fields, and the order in which an owner changes a
 * slot. Used by one thread; {@link CounterReader} reads them, in any process.
 */
public final class CounterSlots {
    public static final int SLOT_LENGTH = 128;
    static final int VALUE_OFFSET = 0;
    static final int VERSION_OFFSET = 8;
    static final int KIND_OFFSET = 12;
    static final int LABEL_LENGTH_OFFSET = 16;
    static final int LABEL_OFFSET = 20;
    static final int MAX_LABEL_LENGTH = 108;

    public static final int NONE = -1;

    private static final int FREE = 0;
    private static final String SEPARATOR = ": ";

    private final MappedBuffer region;
    private final BitSet used = new BitSet();

    /**
     * Starts with all slots free.
     *
     * @param region zeroed
     */
    public CounterSlots(MappedBuffer region) {
        this.region = region;
    }

    /**
     * Adds a counter, labelled {@code group: name}. If that is too long, the group is cut.
     *
     * @return its slot, or {@link #NONE} if none is free
     */
    public int add(CounterKind kind, String group, String name, long value) {
        int slot = used.nextClearBit(0);
        if (slot >= region.capacity() / SLOT_LENGTH) {
            return NONE;
        }
        used.set(slot);
        write(slot * SLOT_LENGTH, kind.code(), label(group, name), value);
        return slot;
    }

    private static byte[] label(String group, String name) {
        String end = group.isEmpty() ? name : SEPARATOR + name;
        int room = MAX_LABEL_LENGTH - end.getBytes(StandardCharsets.UTF_8).length;
        String label = ProgramName.cut(group, Math.max(room, 0)) + end;
        return ProgramName.cut(label, MAX_LABEL_LENGTH).getBytes(StandardCharsets.UTF_8);
    }

    public void set(int slot, long value) {
        region.putLongOpaque(slot * SLOT_LENGTH + VALUE_OFFSET, value);
    }

    /** Frees a slot, for another counter. */
    public void remove(int slot) {
        write(slot * SLOT_LENGTH, FREE, new byte[0], 0);
        used.clear(slot);
    }

    private void write(int offset, int kind, byte[] label, long value) {
        int version = beginChange(offset);
        region.putInt(offset + KIND_OFFSET, kind);
        region.putInt(offset + LABEL_LENGTH_OFFSET, label.length);
        region.putBytes(offset + LABEL_OFFSET, label);
        region.putLongOpaque(offset + VALUE_OFFSET, value);
        // Release: pairs with the acquire in CounterReader. A reader of the new version sees everything written before
        // it.
        region.putIntRelease(offset + VERSION_OFFSET, version + 2);
    }

    private int beginChange(int offset) {
        // The version is odd if an error interrupted the previous change.
        int version = region.getInt(offset + VERSION_OFFSET) & ~1;
        region.putIntOpaque(offset + VERSION_OFFSET, version + 1);
        // Pairs with the fence in CounterReader: a reader of any later store then reads a different version, and does
        // not mistake one counter's value for that of another label.
        VarHandle.releaseFence();
        return version;
    }

    /** Reads the counters of an owner that may be writing them, may be dead, or hostile. Used by one thread. */
    public static final class CounterReader {
        /** An owner that was killed while it changed a slot never completes the change. */
        private static final int MAX_ATTEMPTS = 100;

        private final Path path;
        private final MappedBuffer region;
        private final byte[] label = new byte[MAX_LABEL_LENGTH];

        /**
         * @param path what to name where something is wrong
         * @param region the slots
         */
        public CounterReader(Path path, MappedBuffer region) {
            this.path = path;
            this.region = region;
        }

        /**
         * {@return the current counters, in the order of their slots} Each is read separately.
         *
         * @throws FileFormatException if a slot holds an invalid counter
         */
        public List<Counter> read() throws FileFormatException {
            List<Counter> counters = new ArrayList<>();
            for (int slot = 0; slot < region.capacity() / SLOT_LENGTH; slot++) {
                Counter counter = read(slot);
                if (counter != null) {
                    counters.add(counter);
                }
            }
            return counters;
        }

        /** {@return the counter in a slot; null if there is none, or it is being changed all the time} */
        @Nullable
        Counter read(int slot) throws FileFormatException {
            int offset = slot * SLOT_LENGTH;
            for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
                // Acquire: pairs with the release that ends CounterSlots.write.
                int version = region.getIntAcquire(offset + VERSION_OFFSET);
                int kind = region.getInt(offset + KIND_OFFSET);
                int length = region.getInt(offset + LABEL_LENGTH_OFFSET);
                region.getBytes(offset + LABEL_OFFSET, label);
                long value = region.getLongOpaque(offset + VALUE_OFFSET);
                // Pairs with the fence in CounterSlots.beginChange: the version is read again after all of that.
                VarHandle.acquireFence();
                if ((version & 1) == 0 && region.getIntOpaque(offset + VERSION_OFFSET) == version) {
                    return counter(slot, kind, length, value);
                }
                Thread.onSpinWait();
            }
            return null;
        }

        private @Nullable Counter counter(int slot, int kind, int length, long value) throws FileFormatException {
            CounterKind known = CounterKind.of(kind);
            if (known == null) {
                return null;
            }
            if (length < 1 || length > MAX_LABEL_LENGTH) {
                throw new FileFormatException(
                        path,
                        "corrupt: counter slot=" + slot + ", labelLength=" + length + ", min=1, max="
                                + MAX_LABEL_LENGTH);
            }
            return new Counter(known, new String(label, 0, length, StandardCharsets.UTF_8), value);
        }

        /**
         * A counter as it was read.
         *
         * @param label its label; from a hostile owner any non-empty text, control characters included
         */
        public record Counter(CounterKind kind, String label, long value) {}
    }

    /** How a counter changes, and so the meaning of its difference over time. */
    public enum CounterKind {
        /** Only grows: a count of events. */
        TOTAL(1),
        /** Rises and falls: an amount. */
        LEVEL(2);

        private final int code;

        CounterKind(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }

        /** {@return the kind that a slot names; null if the slot is free, or of a newer kind} */
        static @Nullable CounterKind of(int code) {
            return switch (code) {
                case 1 -> TOTAL;
                case 2 -> LEVEL;
                default -> null;
            };
        }
    }
}
