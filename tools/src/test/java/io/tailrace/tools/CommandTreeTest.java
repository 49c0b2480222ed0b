/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.web.ListenAddress;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class CommandTreeTest {
    private final CommandLine root = CommandTree.root(new Termination(), Terminal.PLAIN, false);

    static Stream<String> commands() {
        return CommandTree.root(new Termination(), Terminal.PLAIN, false).getSubcommands().keySet().stream()
                .filter(name -> !Set.of("help", "exit-codes").contains(name));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everySubCommandHelpsWithAnExample(String name) {
        CommandLine command = root.getSubcommands().get(name);
        String usage = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
        assertTrue(usage.startsWith("Usage: tailrace " + name), usage);
        assertTrue(usage.contains("Example:"), usage);
        assertTrue(usage.contains("  tailrace " + name), usage);
        assertTrue(usage.contains("--help"), usage);
        String[] examples = usage.substring(usage.indexOf("Example:")).split("\n", -1);
        for (String line : List.of(examples).subList(1, examples.length)) {
            assertTrue(line.isEmpty() || line.startsWith("  "), "wrapped, so nobody can paste it: " + usage);
        }
        assertTrue(Set.of("demo", "completion").contains(name) || usage.contains("--dir"), usage);
    }

    @Test
    void everyExitCodeHasItsLine() throws IllegalAccessException {
        String usage = root.getSubcommands().get("exit-codes").getUsageMessage(CommandLine.Help.Ansi.OFF);
        for (Field field : ExitCode.class.getFields()) {
            assertTrue(usage.matches("(?s).*\n +" + field.get(null) + " +\\S.*"), field.getName() + " in " + usage);
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
