/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.file.FileFormatException;
import io.tailrace.memory.MappedBuffer;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the counters of an owner who may be writing them, may be dead, or hostile. One thread. */
public final class CounterReader {
    /** An owner that was killed while it changed a slot never ends. */
    private static final int MAX_ATTEMPTS = 100;

    private final Path path;
    private final MappedBuffer region;
    private final byte[] label = new byte[CountersLayout.MAX_LABEL_LENGTH];

    /**
     * @param path what to name where something is wrong
     * @param region the slots
     */
    public CounterReader(Path path, MappedBuffer region) {
        this.path = path;
        this.region = region;
    }

    /**
     * {@return the counters there are, in the order of their slots} Each is read by itself.
     *
     * @throws FileFormatException if a slot holds what is no counter
     */
    public List<Counter> read() throws FileFormatException {
        List<Counter> counters = new ArrayList<>();
        for (int slot = 0; slot < region.capacity() / CountersLayout.SLOT_LENGTH; slot++) {
            Counter counter = read(slot);
            if (counter != null) {
                counters.add(counter);
            }
        }
        return counters;
    }

    /** {@return what stands in a slot; null if nothing does, or it is being changed all the time} */
    @Nullable
    Counter read(int slot) throws FileFormatException {
        int offset = slot * CountersLayout.SLOT_LENGTH;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            // Acquire: pairs with the release that ends CounterSlots.write.
            int version = region.getIntAcquire(offset + CountersLayout.VERSION_OFFSET);
            int kind = region.getInt(offset + CountersLayout.KIND_OFFSET);
            int length = region.getInt(offset + CountersLayout.LABEL_LENGTH_OFFSET);
            region.getBytes(offset + CountersLayout.LABEL_OFFSET, label);
            long value = region.getLongOpaque(offset + CountersLayout.VALUE_OFFSET);
            // Pairs with the fence in CounterSlots.beginChange: the version is read again behind all that.
            VarHandle.acquireFence();
            if ((version & 1) == 0 && region.getIntOpaque(offset + CountersLayout.VERSION_OFFSET) == version) {
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
        if (length < 1 || length > CountersLayout.MAX_LABEL_LENGTH) {
            throw new FileFormatException(
                    path,
                    "corrupt: counter slot=" + slot + ", labelLength=" + length + ", min=1, max="
                            + CountersLayout.MAX_LABEL_LENGTH);
        }
        return new Counter(known, new String(label, 0, length, StandardCharsets.UTF_8), value);
    }

    /**
     * A counter as it was read.
     *
     * @param label what it counts; of a hostile owner anything that is not empty, control characters included
     */
    public record Counter(CounterKind kind, String label, long value) {}
}
