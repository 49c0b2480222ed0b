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
import java.util.TreeSet;
import java.util.regex.Pattern;
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
    void helpOfAllFitsOnAScreenAndNamesEachCommand() {
        String usage = root.getUsageMessage(CommandLine.Help.Ansi.OFF);
        assertTrue(usage.lines().count() <= 24, usage);
        assertTrue(usage.lines().allMatch(line -> line.length() <= 80), usage);
        for (String name : root.getSubcommands().keySet()) {
            assertTrue(usage.matches("(?s).*\\b" + name + "\\b.*"), "name=" + name + " in " + usage);
        }
        for (String variable : List.of("TAILRACE_DIR", "TAILRACE_OPTS", "TAILRACE_DEBUG")) {
            assertTrue(usage.contains(variable), "variable=" + variable + " in " + usage);
        }
    }

    @Test
    void everyExitCodeHasItsLine() throws IllegalAccessException {
        Set<String> codes = new TreeSet<>();
        for (Field field : ExitCode.class.getFields()) {
            codes.add(String.valueOf(field.get(null)));
        }
        String usage = root.getSubcommands().get("exit-codes").getUsageMessage(CommandLine.Help.Ansi.OFF);
        Set<String> lines = new TreeSet<>();
        Pattern.compile("(?m)^ +(\\d+) +\\S").matcher(usage).results().forEach(line -> lines.add(line.group(1)));
        assertEquals(codes, lines, usage);
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
