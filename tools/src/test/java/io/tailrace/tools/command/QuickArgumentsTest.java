/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickArgumentsTest {
    private enum Color {
        RED,
        GREEN
    }

    /** Notes what it is given. */
    private static final class Notes implements QuickCommand {
        private final List<String> taken = new ArrayList<>();

        @Override
        public boolean take(QuickArguments arguments) {
            switch (arguments.name()) {
                case "--dir" -> taken.add("dir " + arguments.path());
                case "--flag" -> taken.add("flag " + arguments.flag());
                case "--color" -> taken.add("color " + arguments.oneOf(Color.values()));
                case QuickArguments.POSITIONAL -> taken.add("positional " + arguments.text());
                default -> {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean isComplete() {
            return !taken.isEmpty();
        }

        @Override
        public Integer call() {
            return ExitCode.OK;
        }
    }

    @Test
    void optionsAndPositionalsMayBeMixed() {
        Notes notes = new Notes();
        assertTrue(parse(notes, "a", "--dir=/x=y", "", "--flag", "--color", "green", "b=c"));
        assertEquals(
                List.of("positional a", "dir /x=y", "positional ", "flag true", "color GREEN", "positional b=c"),
                notes.taken);
    }

    @Test
    void shortNameOfTheDirectoryIsKnown() {
        Notes notes = new Notes();
        assertTrue(parse(notes, "-d", "/x"));
        assertEquals(List.of("dir /x"), notes.taken);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--unknown",
                "--dir",
                "--dir=",
                "--dir --flag",
                "--dir -",
                "--flag=true",
                "--flag --flag",
                "-d /x --dir /y",
                "--",
                "-",
                "-x",
                "--color blue",
                "--dir \0",
                "--help"
            })
    void whateverIsNotPlainIsLeftToPicocli(String arguments) {
        assertFalse(parse(new Notes(), arguments.split(" ")));
    }

    @Test
    void whatIsMissingIsLeftToPicocli() {
        assertFalse(parse(new Notes()));
    }

    private static boolean parse(QuickCommand command, String... arguments) {
        return QuickArguments.parse(arguments, 0, command);
    }
}
