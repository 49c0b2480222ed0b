/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code docs/TOOLS.md} is what the help of the commands makes it; options of several commands appear once. {@code mvn
 * test -pl tools -am -Dtest=ToolsDocumentTest -Dtailrace.test.golden=write -Dsurefire.failIfNoSpecifiedTests=false}
 * writes it anew.
 */
class ToolsDocumentTest {
    private static final Path DOCUMENT = Path.of("../docs/TOOLS.md");
    private static final Path PREFACE = Path.of("src/test/resources/tools-document.txt");
    /** Options that no command lists: help and version, and the directory, whose names begin so. */
    private static final String EVERYWHERE = "-[hVd], --.*";

    private static final int COLUMNS = 120;

    private final StringBuilder text = new StringBuilder();
    private final Map<String, Integer> uses = new LinkedHashMap<>();

    @Test
    void theDocumentIsTheHelpOfTheCommands() throws IOException {
        text.append(Files.readString(PREFACE));
        write(CommandTree.root(new Termination(), Terminal.PLAIN, false));
        if ("write".equals(System.getProperty("tailrace.test.golden"))) {
            Files.writeString(DOCUMENT, text);
        }

        assertEquals(text.toString(), Files.readString(DOCUMENT), "write it anew with -Dtailrace.test.golden=write");
    }

    private void write(CommandLine root) {
        CommandTree.list()
                .lines()
                .map(line -> line.strip().split(" {2,}", 2))
                .forEach(line -> line(line[0].replaceAll("\\w+", "[$0](#$0)") + " | " + line[1]));
        List<CommandSpec> commands = commands(root);
        commands.stream()
                .flatMap(command -> lines(command).stream())
                .forEach(line -> uses.merge(line, 1, Integer::sum));
        line("\n## Options of several commands\n");
        line("All commands have `--help` and `--version`; all that use a driver have `--dir`.\n");
        block(uses.keySet().stream()
                .filter(line -> line.startsWith("-") && !line.matches("-[hV], .*") && uses.get(line) > 1)
                .toList());
        commands.forEach(this::write);

        CommandSpec codes = root.getSubcommands().get("exit-codes").getCommandSpec();
        text.append("\n## Exit codes\n\n");
        List<String> block = new ArrayList<>();
        codes.usageMessage().exitCodeList().forEach((code, meaning) -> block.add(code + "  " + meaning));
        block.addAll(List.of(codes.usageMessage().footer()));
        block(block);
    }

    /** {@return all commands below one, without those that are hidden} */
    private static List<CommandSpec> commands(CommandLine above) {
        List<CommandSpec> commands = new ArrayList<>();
        for (CommandLine line : above.getSubcommands().values()) {
            CommandSpec command = line.getCommandSpec();
            String name = command.qualifiedName();
            if (!command.usageMessage().hidden() && !name.equals("tailrace help")) {
                commands.add(command);
                commands.addAll(commands(line));
            }
        }
        return commands;
    }

    private void write(CommandSpec command) {
        String name = command.qualifiedName();
        text.append('\n').append("#".repeat(name.split(" ", -1).length));
        line(name.substring("tailrace".length()) + "\n");
        line(wrap(String.format(String.join(" ", command.usageMessage().description())), "") + "\n");

        List<String> block = new ArrayList<>();
        String synopsis = command.args().stream()
                .filter(argument -> !argument.isOption() || argument.required())
                .map(argument -> " " + label(argument))
                .collect(Collectors.joining());
        block.add(synopsis.isEmpty() ? "" : command.name() + synopsis);
        lines(command).stream().filter(line -> uses.getOrDefault(line, 0) == 1).forEach(line -> block.add("  " + line));
        block.add(command.options().stream()
                .filter(option ->
                        uses.getOrDefault(line(option), 0) > 1 && !line(option).matches(EVERYWHERE))
                .map(OptionSpec::longestName)
                .collect(Collectors.joining(" ", "  ", "")));
        block.removeIf(String::isBlank);
        String end = block.isEmpty() ? "" : "\n";
        List<String> examples = Stream.of(command.usageMessage().footer())
                .dropWhile(line -> !line.equals("Example:"))
                .skip(1)
                .map(line -> String.format(line).strip())
                .toList();
        if (!examples.isEmpty()) {
            block.add(end + String.join("\n", examples));
        }
        block(block);
    }

    private static List<String> lines(CommandSpec command) {
        return command.args().stream()
                .filter(argument -> !argument.hidden())
                .map(ToolsDocumentTest::line)
                .toList();
    }

    private static String line(ArgSpec argument) {
        return label(argument) + "  " + String.join(" ", argument.description());
    }

    private static String label(ArgSpec argument) {
        String value = argument.paramLabel();
        if (argument instanceof OptionSpec option) {
            String names = String.join(", ", option.names());
            String assigned = (option.longestName().startsWith("--") ? "=" : " ") + value;
            return names
                    + (option.arity().max() == 0 ? "" : option.arity().min() == 0 ? "[" + assigned + "]" : assigned);
        }
        String values = value + (argument.arity().max() > 1 ? "..." : "");
        return argument.required() ? values : "[" + values + "]";
    }

    private void block(List<String> lines) {
        line("```");
        lines.forEach(line -> line(wrap(line, "      ")));
        line("```");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private static String wrap(String line, String indentation) {
        int end = line.length() <= COLUMNS || line.contains("\n") ? -1 : line.lastIndexOf(' ', COLUMNS);
        return end < 0
                ? line
                : line.substring(0, end) + "\n" + wrap(indentation + line.substring(end + 1), indentation);
    }
}
