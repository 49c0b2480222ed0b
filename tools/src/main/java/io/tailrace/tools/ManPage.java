/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Writes the manual page of a command in the language of {@code man}, for the build. picocli's own generator writes
 * AsciiDoc, which another program would have to convert.
 */
public final class ManPage {
    private final StringBuilder text = new StringBuilder();

    private ManPage() {}

    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]));
    }

    /** Writes the pages of all commands into a folder. */
    static void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        write(CommandTree.root(new Termination(), Terminal.PLAIN, false).getCommandSpec(), folder);
    }

    private static void write(CommandSpec command, Path folder) throws IOException {
        if (!command.usageMessage().hidden()) {
            Files.writeString(folder.resolve(command.qualifiedName("-") + ".1"), of(command));
            for (CommandLine sub : command.subcommands().values()) {
                write(sub.getCommandSpec(), folder);
            }
        }
    }

    /** {@return the page of a command: its {@code --help}, and for {@code tailrace} itself also the exit codes} */
    private static String of(CommandSpec command) {
        boolean all = command.parent() == null;
        ManPage page = new ManPage();
        page.begin(command, description(command));
        if (all) {
            page.section("Commands");
            page.asItIs(CommandTree.list());
            page.line("Each has a page of its own: tailrace-COMMAND.");
        } else if (!command.subcommands().isEmpty()) {
            page.section("Commands");
            command.subcommands().forEach((name, sub) -> page.item(name, description(sub.getCommandSpec())));
            page.request("PP");
            page.line("Each has a page of its own: " + command.qualifiedName("-") + "-COMMAND.");
        }
        if (!command.positionalParameters().isEmpty() || !command.options().isEmpty()) {
            page.section("Options");
            command.positionalParameters().forEach(parameter -> page.argument(parameter.paramLabel(), parameter));
            command.options().forEach(page::option);
        }
        if (all) {
            page.section("Exit status");
            CommandSpec codes = CommandSpec.forAnnotatedObject(new CommandTree.ExitCodes());
            codes.usageMessage().exitCodeList().forEach(page::item);
        }
        String[] footer = command.usageMessage().footer();
        if (footer.length > 0) {
            page.section("Notes");
            page.asItIs(String.join("\n", footer));
        }
        if (!all) {
            page.section("See also");
            page.request("BR tailrace (1)");
        }
        return page.text.toString();
    }

    private static String description(CommandSpec command) {
        return String.format(String.join(" ", command.usageMessage().description()))
                .strip();
    }

    private void begin(CommandSpec command, String plain) {
        String name = command.qualifiedName("-");
        request("TH \"" + name.toUpperCase(Locale.ROOT) + "\" \"1\" \"\" \"Tailrace\" \"Tailrace\"");
        section("Name");
        int end = plain.indexOf(". ");
        line(name + " - " + (end < 0 ? plain : plain.substring(0, end)));
        section("Synopsis");
        asItIs(command.commandLine().getHelp().synopsis(0));
        section("Description");
        line(plain);
    }

    private void option(OptionSpec option) {
        String names = String.join(", ", option.names());
        argument(option.arity().max() == 0 ? names : names + " " + option.paramLabel(), option);
    }

    private void argument(String label, ArgSpec argument) {
        if (!argument.hidden()) {
            item(label, String.join(" ", argument.description()));
        }
    }

    private void section(String title) {
        request("SH \"" + title.toUpperCase(Locale.ROOT) + "\"");
    }

    private void item(String label, String meaning) {
        request("TP");
        request("B " + escape(label));
        line(meaning);
    }

    private void asItIs(String lines) {
        request("nf");
        String.format(lines).lines().forEach(this::line);
        request("fi");
    }

    private void request(String request) {
        text.append('.').append(request).append('\n');
    }

    private void line(String line) {
        // A line that begins with a dot or an apostrophe would be a request.
        text.append(line.isEmpty() || !".'".contains(line.substring(0, 1)) ? "" : "\\&")
                .append(escape(line))
                .append('\n');
    }

    private static String escape(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }
}
