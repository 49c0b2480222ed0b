/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.web.ListenAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandTreeTest {
    private final CommandLine root = CommandTree.root(new Termination(), Terminal.PLAIN, false);

    @Test
    void everySubCommandIsThere() {
        assertEquals(
                Set.of(
                        "driver",
                        "pub",
                        "sub",
                        "ls",
                        "top",
                        "web",
                        "stat",
                        "clients",
                        "errors",
                        "counters",
                        "dump",
                        "record",
                        "replay",
                        "clean",
                        "demo",
                        "help"),
                root.getSubcommands().keySet());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "driver",
                "pub",
                "sub",
                "ls",
                "top",
                "web",
                "stat",
                "clients",
                "errors",
                "counters",
                "dump",
                "clean",
                "demo"
            })
    void everySubCommandHelpsWithAnExample(String name) {
        CommandLine command = root.getSubcommands().get(name);
        String usage = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        assertTrue(usage.startsWith("Usage: tailrace " + name), usage);
        assertTrue(usage.contains("Example:"), usage);
        assertTrue(usage.contains("  tailrace " + name), usage);
        assertTrue(usage.contains("--help"), usage);
        assertTrue(name.equals("demo") || usage.contains("--dir"), usage);
    }

    @Test
    void helpOfAllFitsOnAScreenAndNamesTheExitCodes() {
        String usage = root.getUsageMessage(CommandLine.Help.Ansi.OFF);
        assertTrue(usage.lines().count() <= 24, usage);
        assertTrue(usage.lines().allMatch(line -> line.length() <= 80), usage);
        for (String code : new String[] {"0", "1", "64", "65", "69", "70", "73", "74", "75", "77"}) {
            assertTrue(usage.contains(" " + code + " "), "code=" + code + " in " + usage);
        }
    }

    @Test
    void aDriverServesThePageAtTheUsualPlaceIfNothingElseIsSaid() {
        CommandLine.ParseResult parsed =
                root.parseArgs("driver", "--web", "--threading", "shared").subcommand();
        assertEquals(
                ListenAddress.parse(ListenAddress.DEFAULT),
                parsed.matchedOption("--web").getValue());
    }
}
