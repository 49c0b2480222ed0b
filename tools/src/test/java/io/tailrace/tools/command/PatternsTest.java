/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class PatternsTest {
    @Test
    void starsAndQuestionMarksStandForText() {
        Patterns patterns = new Patterns(List.of("md.*", "trade?", "a\\Eb"));
        for (String name : List.of("md.", "md.quotes", "md.a\nb", "trades", "a\\Eb")) {
            assertTrue(patterns.select(name), name);
        }
        for (String name : List.of("md", "mdx", "trade", "tradess", "xmd.", "")) {
            assertFalse(patterns.select(name), name);
        }
        assertTrue(patterns.select("no", "trades"), "any of the names");
    }

    @Test
    void noPatternSelectsEverything() {
        assertTrue(new Patterns(List.of()).select("x"));
        assertDoesNotThrow(() -> new Patterns(List.of()).requireAny(false, "streams", List.of("quotes")));
    }

    @Test
    void nothingFoundIsToldWithTheNamesThatAreThere() {
        Patterns patterns = new Patterns(List.of("a\u001b*", "qoutes"));
        CommandException failure = assertThrows(
                CommandException.class,
                () -> patterns.requireAny(false, "streams", List.of("trades", "quotes", "quotas")));
        assertEquals(ExitCode.NO_DRIVER, failure.exitCode());
        assertEquals(
                "none of the streams has that name: \"a\\x1b*\", \"qoutes\"; "
                        + "there are: \"trades\", \"quotes\", \"quotas\"",
                failure.getMessage());
    }
}
