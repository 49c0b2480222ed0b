/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The promise that no JVM flag is needed and no warning printed. */
class FlagFreeTest {
    @Test
    void noPartOfTheJvmOutsideTheApiIsTouched() throws Exception {
        ForkedJvm.Result result = ForkedJvm.run(FlagFreeMain.class, List.of("-Xlog:class+load"));
        assertEquals(0, result.exitCode(), result.output());
        assertTrue(result.output().contains("io.tailrace.memory.MappedBuffer "), "the log names loaded classes");
        assertTrue(result.output().contains("org.agrona.concurrent.ringbuffer.OneToOneRingBuffer "));
        assertFalse(result.output().contains("org.agrona.UnsafeApi"));
        assertFalse(result.output().contains("org.agrona.concurrent.UnsafeBuffer"));
        boolean silent = Runtime.version().feature() < MemoryWay.FIRST_JDK_THAT_WARNS;
        assertEquals(silent, result.output().contains("sun.misc.Unsafe "));
    }

    @Test
    void nothingIsPrintedButWhatTheProgramPrints() throws Exception {
        ForkedJvm.Result result = ForkedJvm.run(FlagFreeMain.class, List.of());
        assertEquals("all done\n", result.output());
        assertEquals(0, result.exitCode());
    }
}
