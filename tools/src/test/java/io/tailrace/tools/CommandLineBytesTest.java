/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CommandLineBytesTest {
    @Test
    void lastArgumentsOfTheProcessAreItsOwn() {
        String[] harmed = {"pub", "gr??n", "", "a"};
        assertArrayEquals(
                new String[] {"pub", "grün", "", "a"},
                CommandLineBytes.last(harmed, bytes("java\0-jar\0x.jar\0pub\0grün\0\0a\0")));
    }

    @Test
    void noArgumentsNeedNothing() {
        assertArrayEquals(new String[0], CommandLineBytes.last(new String[0], bytes("java\0-jar\0x.jar\0")));
    }

    @Test
    void whatDoesNotFitIsLeftAlone() {
        String[] arguments = {"a", "b", "c"};
        assertSame(arguments, CommandLineBytes.last(arguments, bytes("b\0c\0")));
        assertSame(arguments, CommandLineBytes.last(arguments, new byte[0]));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
