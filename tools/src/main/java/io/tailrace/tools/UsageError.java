/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.tools.command.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one line for a wrong command line: the error, the nearest right word, and where to read more. */
final class UsageError {
    private UsageError() {}

    static String describe(ParameterException error) {
        CommandSpec command = error.getCommandLine().getCommandSpec();
        ArgSpec argument = error.getArgSpec();
        String problem = String.valueOf(error.getMessage()).strip();
        List<String> nearest = List.of();
        String word = error instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched().get(0)
                : error.getValue();
        if (argument != null && argument.typeInfo().isEnum() && word != null) {
            List<String> words = lowerCase(argument.typeInfo().getEnumConstantNames());
            problem = "invalid value for " + nameOf(argument) + ": expected one of " + String.join(", ", words)
                    + ", but was '" + word + "'";
            nearest = Nearest.to(word, words);
        } else if (error instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
            nearest = Nearest.to(unmatched.getUnmatched().get(0).split("=", 2)[0], longNames(command));
            nearest = nearest.isEmpty() ? unmatched.getSuggestions() : nearest;
        } else if (argument == null && word != null && !command.subcommands().isEmpty()) {
            problem = "no such command: '" + word + "'";
            nearest = Nearest.to(word, List.copyOf(command.subcommands().keySet()));
        }
        StringBuilder line =
                new StringBuilder(problem.endsWith(".") ? problem.substring(0, problem.length() - 1) : problem);
        return line.append(Nearest.ask(nearest))
                .append(". Try: ")
                .append(command.qualifiedName())
                .append(" --help")
                .toString();
    }

    private static String nameOf(ArgSpec argument) {
        return argument instanceof OptionSpec option ? "option '" + option.longestName() + "'" : argument.paramLabel();
    }

    private static List<String> longNames(CommandSpec command) {
        return command.options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> name.startsWith("--"))
                .toList();
    }

    private static List<String> lowerCase(List<String> names) {
        List<String> words = new ArrayList<>();
        for (String name : names) {
            words.add(name.toLowerCase(Locale.ROOT));
        }
        return words;
    }
}
