/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.file.FileFormatException;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.CounterSlots.CounterKind;
import io.tailrace.report.CounterSlots.CounterReader;
import java.nio.file.Path;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJ_Result;

/**
 * A slot is assigned to another counter while it is read: no value is read with the label of another counter.
 *
 * <p>Results: the label's character (0: nothing was read), the value.
 */
public class CounterSlotStress {
    private static final Path PATH = Path.of("counters");

    /** The initial state of both twins: a slot of the counter a, whose value is 1. */
    private static class Slot {
        final MappedBuffer region = MappedBuffer.allocate(CounterSlots.SLOT_LENGTH);
        final CounterSlots slots = new CounterSlots(region);

        Slot() {
            slots.add(CounterKind.TOTAL, "", "a", 1);
        }

        void giveToAnother() {
            slots.remove(0);
            slots.add(CounterKind.TOTAL, "", "b", 2);
        }
    }

    /** As {@link CounterReader#read(int)}. */
    @JCStressTest
    @Outcome(
            id = {"97, 1", "98, 2", "0, 0"},
            expect = ACCEPTABLE,
            desc = "One or the other, or none.")
    @Outcome(expect = FORBIDDEN, desc = "The label of one and the value of another.")
    @State
    public static class Reused {
        private final Slot slot = new Slot();
        private final CounterReader reader = new CounterReader(PATH, slot.region);

        @Actor
        public void giveToAnother() {
            slot.giveToAnother();
        }

        @Actor
        public void read(IJ_Result result) {
            try {
                CounterReader.Counter counter = reader.read(0);
                if (counter != null) {
                    result.r1 = counter.label().charAt(0);
                    result.r2 = counter.value();
                }
            } catch (FileFormatException e) {
                result.r1 = -1; // A kind without its label.
            }
        }
    }

    /** The same, but the version is not checked again after the read. */
    @JCStressTest
    @JCStressMeta(Reused.class)
    @State
    public static class ReusedWeakened {
        private final Slot slot = new Slot();

        @Actor
        public void giveToAnother() {
            slot.giveToAnother();
        }

        @Actor
        public void read(IJ_Result result) {
            int version = slot.region.getIntAcquire(CounterSlots.VERSION_OFFSET);
            int length = slot.region.getInt(CounterSlots.LABEL_LENGTH_OFFSET);
            byte label = slot.region.getByte(CounterSlots.LABEL_OFFSET);
            long value = slot.region.getLongOpaque(CounterSlots.VALUE_OFFSET);
            if ((version & 1) == 0 && length == 1) {
                result.r1 = label;
                result.r2 = value;
            }
        }
    }
}
