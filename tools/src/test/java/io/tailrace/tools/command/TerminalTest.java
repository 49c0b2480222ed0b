/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.Terminal.Colour;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminalTest {
    private static String print(Terminal terminal, int width) {
        Columns<List<String>> columns = new Columns<List<String>>()
                .left("NAME", cells -> cells.get(0))
                .sentence("STATE", cells -> cells.get(1))
                .right("N", cells -> cells.get(2))
                .right("BYTES", cells -> cells.get(2))
                .leaving("BYTES", "N");
        Table<List<String>> table = new Table<>(terminal, columns);
        table.row(Colour.RED, List.of("größe-\ud83d\ude00-流れ", "held back by one", "1"));
        table.detail("  a detail that is never cut");
        table.row(Colour.NONE, List.of("b", "", "100"));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output out = new Output(bytes)) {
            table.print(out, width);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aNarrowTerminalShortensNamesAndSentencesAndLeavesColumnsOut() {
        assertEquals("""
                NAME           STATE               N  BYTES
                größe-\ud83d\ude00-流れ  held back by one    1      1
                  a detail that is never cut
                b                                100    100
                """, print(Terminal.PLAIN, 43));
        assertEquals("""
                NAME    STATE           N
                gr…れ   held back b…    1
                  a detail that is never cut
                b                     100
                """, print(Terminal.PLAIN, 25));
        assertEquals("""
                …  STA…
                …  hel…
                  a detail that is never cut
                b
                """, print(Terminal.PLAIN, 7));
        assertEquals("\n\n  a detail that is never cut\n\n", print(Terminal.PLAIN, 0));
    }

    @Test
    void aColourEndsWithItsLine() {
        String line = "gr…れ   held back b…    1";
        assertTrue(print(new Terminal(true, true, null), 25).contains("\n\u001b[31m" + line + "\u001b[0m\n"));
        assertTrue(print(new Terminal(true, false, null), 25).contains("\n" + line + "\n"));
    }
}
