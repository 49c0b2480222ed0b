/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawMemoryTest {
    private static final int LENGTH = 1000;
    /** For which threads race: three seconds where all rounds run. */
    private static final String RACE_MS =
            Integer.toString(Math.max(750, 30 * Integer.getInteger("tailrace.test.rounds", 10)));

    private final ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH);

    /** These tests set the flag that Agrona needs, so it works on every JDK. */
    @Test
    void ourOwnMemoryIsReachedByItsAddress() {
        assertNotSame(RawMemory.NONE, RawMemory.of(direct));
        assertNotSame(RawMemory.NONE, MappedBuffer.allocate(LENGTH).raw);
        assertNotSame(RawMemory.NONE, MappedBuffer.allocate(LENGTH).view(3, 5).raw);
    }

    @Test
    void memoryThatTheProgramBringsOrThatIsNotAlignedIsNot() {
        MappedBuffer window = MappedBuffer.allocate(LENGTH);
        window.wrap(direct);
        assertSame(RawMemory.NONE, window.raw);
        assertSame(RawMemory.NONE, new MappedBuffer(direct).raw);
        assertSame(RawMemory.NONE, MappedBuffer.of(new byte[LENGTH]).raw);
        assertSame(RawMemory.NONE, RawMemory.of(direct.slice(4, 100)));
        window.unwrap();
        assertSame(RawMemory.NONE, window.raw);
    }

    /** Short ones are copied word by word, and words overlap. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyLengthIsCopiedFromEveryPlace(boolean fromHeap) {
        byte[] source = new byte[LENGTH];
        new Random(1).nextBytes(source);
        MappedBuffer from = fromHeap ? MappedBuffer.of(source) : MappedBuffer.allocate(LENGTH);
        from.putBytes(0, source);
        for (int length = 0; length <= 140; length++) {
            for (int start = 0; start < 9; start++) {
                MappedBuffer to = MappedBuffer.allocate(LENGTH);
                to.putBytes(3 + start, from, 40 + start, length);
                byte[] expected = new byte[LENGTH];
                System.arraycopy(source, 40 + start, expected, 3 + start, length);
                byte[] actual = new byte[LENGTH];
                to.getBytes(0, actual);
                assertArrayEquals(expected, actual, "length=" + length + ", start=" + start);
            }
        }
    }

    @Test
    void memoryThatIsReadWhileItsWindowIsWrappedAnewHarmsNobody() throws Exception {
        ForkedJvm.Result result = ForkedJvm.run(WrapRaceMain.class, MemoryWayTest.flagsByAddress("-Xmx64m"), RACE_MS);
        assertEquals("done\n", result.output());
        assertEquals(0, result.exitCode());
    }

    /** Compiled without inlining, a method returns between reading an address and using it: there a collection runs. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void memoryThatIsReadIsNotUnmapped(boolean byAddress) throws Exception {
        List<String> flags =
                MemoryWayTest.flagsByAddress("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=3", "-XX:-Inline");
        ForkedJvm.Result result = ForkedJvm.run(UnmapRaceMain.class, flags, RACE_MS, Boolean.toString(byAddress));
        assertEquals("done\n", result.output());
        assertEquals(0, result.exitCode());
    }
}
