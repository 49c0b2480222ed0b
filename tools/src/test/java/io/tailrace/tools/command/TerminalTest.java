/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.tools.command.Terminal.Colour;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private static String print(Terminal terminal, int rows, int width) {
        Columns<List<String>> columns = new Columns<List<String>>()
                .left("NAME", cells -> cells.get(0))
                .right("N", cells -> cells.get(1))
                .left("STATE", cells -> cells.get(2));
        Table<List<String>> table = new Table<>(terminal, columns);
        table.row(Colour.RED, List.of("größe\ud83d\ude00", "1", "held back"));
        table.detail("  detail");
        table.row(Colour.NONE, List.of("b", "100", ""));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output out = new Output(bytes)) {
            table.print(out, rows, width);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void columnsAreAsWideAsTheirWidestCells() {
        assertEquals("""
                NAME      N  STATE
                größe\ud83d\ude00    1  held back
                  detail
                b       100
                """, print(Terminal.PLAIN, 9, 99));
    }

    @Test
    void linesAreCutAndRowsLeftOutWhereThereIsNoSpace() {
        assertEquals("NAME\ngröß\n  de\n", print(Terminal.PLAIN, 1, 4));
        assertEquals("\n", print(Terminal.PLAIN, -3, 0));
    }

    @Test
    void aColourEndsWithItsLine() {
        assertEquals("NAME\n\u001b[31mgröß\u001b[0m\n  de\n", print(new Terminal(true, true), 1, 4));
        assertEquals("NAME\ngröß\n  de\n", print(new Terminal(true, false), 1, 4));
    }

    @Test
    void aFrameTakesThePlaceOfTheOneBefore() {
        assertEquals("\u001b[Ha\u001b[K\n\u001b[J", new Terminal(true, false).over("a\n"));
        assertEquals("a\n", Terminal.PLAIN.over("a\n"));
        assertEquals("", Terminal.PLAIN.clear());
        assertEquals(Terminal.UNBOUNDED, Terminal.PLAIN.size());
    }
}
