/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.inspect.Storage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ToolHostTest {
    @ParameterizedTest
    @CsvSource({
        "60 7, 7",
        "60 0, 0",
        "0 0, 9223372036854775807",
        "'', 9223372036854775807",
        "stat: no such option, 9223372036854775807",
        "99999999999999999999 99999999999999999999, 9223372036854775807"
    })
    void theFreeInodesAreTheAnswerOfTheSystem(String answer, long inodes) {
        assertEquals(
                inodes, ToolHost.withInodes(new Storage("tmpfs", 2, 1), answer).freeInodes());
    }
}
