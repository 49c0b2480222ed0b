/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static io.tailrace.control.CountersLayout.SLOT_LENGTH;

import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/** The counters of one owner, to write. One thread; {@link CounterReader} reads them, in any process. */
public final class CounterSlots {
    /** No slot. */
    public static final int NONE = -1;

    private static final int FREE = 0;
    private static final String SEPARATOR = ": ";

    private final MappedBuffer region;
    private final BitSet used = new BitSet();

    /**
     * Begins with all slots free.
     *
     * @param region zeroed
     */
    public CounterSlots(MappedBuffer region) {
        this.region = region;
    }

    /**
     * Adds a counter, labelled {@code group: name}. Where that is too long the group is cut.
     *
     * @return its slot, or {@link #NONE} if there is no more
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
        int room = CountersLayout.MAX_LABEL_LENGTH - end.getBytes(StandardCharsets.UTF_8).length;
        return utf8(cut(group, Math.max(room, 0)) + end, CountersLayout.MAX_LABEL_LENGTH);
    }

    private static String cut(String text, int maxBytes) {
        return new String(utf8(text, maxBytes), StandardCharsets.UTF_8);
    }

    /** Whole characters of it, as many as there is room for. */
    private static byte[] utf8(String text, int maxBytes) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= maxBytes) {
            return bytes;
        }
        int length = maxBytes;
        while (length > 0 && (bytes[length] & 0xC0) == 0x80) { // Inside a character.
            length--;
        }
        return Arrays.copyOf(bytes, length);
    }

    /** Stores a counter's value. */
    public void set(int slot, long value) {
        region.putLongOpaque(slot * SLOT_LENGTH + CountersLayout.VALUE_OFFSET, value);
    }

    /** Frees a slot, for another counter. */
    public void remove(int slot) {
        write(slot * SLOT_LENGTH, FREE, new byte[0], 0);
        used.clear(slot);
    }

    private void write(int offset, int kind, byte[] label, long value) {
        int version = beginChange(offset);
        region.putInt(offset + CountersLayout.KIND_OFFSET, kind);
        region.putInt(offset + CountersLayout.LABEL_LENGTH_OFFSET, label.length);
        region.putBytes(offset + CountersLayout.LABEL_OFFSET, label);
        region.putLongOpaque(offset + CountersLayout.VALUE_OFFSET, value);
        // Release: pairs with the acquire in CounterReader. A reader of the new version sees all that was written
        // before it.
        region.putIntRelease(offset + CountersLayout.VERSION_OFFSET, version + 2);
    }

    private int beginChange(int offset) {
        int version = region.getInt(offset + CountersLayout.VERSION_OFFSET)
                & ~1; // Odd where an error has ended the change before.
        region.putIntOpaque(offset + CountersLayout.VERSION_OFFSET, version + 1);
        // Pairs with the fence in CounterReader: a reader of anything that follows finds another version behind it,
        // and does not take one counter's value for that of another label.
        VarHandle.releaseFence();
        return version;
    }
}
