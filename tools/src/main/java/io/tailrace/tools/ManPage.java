/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of a command, in the language of {@code man}. picocli's own generator writes AsciiDoc, which would
 * take another program to become this.
 */
final class ManPage {
    private final StringBuilder text = new StringBuilder();

    private ManPage() {}

    /** {@return the page of a command: what its {@code --help} says} */
    static String of(CommandSpec command) {
        ManPage page = new ManPage();
        page.begin(command, String.join(" ", command.usageMessage().description()));
        if (!command.positionalParameters().isEmpty() || !command.options().isEmpty()) {
            page.section("Options");
            command.positionalParameters().forEach(page::parameter);
            command.options().forEach(page::option);
        }
        String[] footer = command.usageMessage().footer();
        if (footer.length > 0) {
            page.section("Notes");
            page.asItIs(String.join("\n", footer));
        }
        page.section("See also");
        page.request("BR tailrace (1)");
        return page.text.toString();
    }

    /**
     * {@return the page of all}
     *
     * @param list of the commands, a line each
     */
    static String of(CommandSpec root, String list, Map<String, String> exitCodes) {
        ManPage page = new ManPage();
        page.begin(root, String.join(" ", root.usageMessage().description()));
        page.section("Commands");
        page.asItIs(list);
        page.line("Each has a page of its own: tailrace-COMMAND.");
        page.section("Options");
        root.options().forEach(page::option);
        page.section("Exit status");
        exitCodes.forEach((code, meaning) -> page.item(code, meaning));
        page.section("Notes");
        page.asItIs(String.join("\n", root.usageMessage().footer()));
        return page.text.toString();
    }

    private void begin(CommandSpec command, String description) {
        String name = command.qualifiedName("-");
        String plain = String.format(description).strip();
        request("TH \"" + name.toUpperCase(Locale.ROOT) + "\" \"1\" \"\" \"Tailrace\" \"Tailrace\"");
        section("Name");
        int end = plain.indexOf(". ");
        line(name + " - " + (end < 0 ? plain : plain.substring(0, end)));
        section("Synopsis");
        asItIs(command.commandLine().getHelp().synopsis(0));
        section("Description");
        line(plain);
    }

    private void parameter(PositionalParamSpec parameter) {
        argument(parameter.paramLabel(), parameter);
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
        // A dot or an apostrophe in front would begin a request.
        text.append(line.isEmpty() || !".'".contains(line.substring(0, 1)) ? "" : "\\&")
                .append(escape(line))
                .append('\n');
    }

    private static String escape(String text) {
        return text.replace("\\", "\\e").replace("-", "\\-");
    }
}
