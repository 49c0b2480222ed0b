/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which JVM flags lead to which way, and that all ways do the same, without output on the standard error. */
class MemoryWayTest {
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    private static final boolean UNSAFE_WARNS = Runtime.version().feature() >= MemoryWay.FIRST_JDK_THAT_WARNS;

    /** {@return flags, and one more if memory is not reached by its address without it} */
    static List<String> flagsByAddress(String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        if (UNSAFE_WARNS) {
            all.add(NATIVE_ACCESS);
        }
        return all;
    }

    static Stream<Arguments> ways() {
        return UNSAFE_WARNS
                ? Stream.of(
                        Arguments.of("by ByteBuffer (faster by address: add " + NATIVE_ACCESS + ")", ""),
                        Arguments.of("by address (native access)", NATIVE_ACCESS),
                        Arguments.of(
                                "by address (native access)",
                                NATIVE_ACCESS + " --illegal-native-access=deny --sun-misc-unsafe-memory-access=deny"),
                        Arguments.of(
                                "by address (jdk.internal.misc.Unsafe)",
                                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"))
                : Stream.of(Arguments.of("by address (sun.misc.Unsafe)", ""));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyAccessAtTheBoundsIsRightAndNothingIsPrinted(String way, String flags) throws Exception {
        List<String> all =
                Stream.of(flags.split(" ")).filter(flag -> !flag.isEmpty()).toList();
        ForkedJvm.Result result = ForkedJvm.run(MemoryWayMain.class, all);
        assertEquals(way + "\ndone\n", result.output());
        assertEquals(0, result.exitCode());
    }
}
