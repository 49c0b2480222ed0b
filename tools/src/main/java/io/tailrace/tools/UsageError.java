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

/** The one line that answers a wrong command line: what is wrong, the nearest right word, and where to read more. */
final class UsageError {
    private UsageError() {}

    static String describe(ParameterException error) {
        CommandSpec command = error.getCommandLine().getCommandSpec();
        ArgSpec argument = error.getArgSpec();
        String problem = String.valueOf(error.getMessage()).strip();
        List<String> nearest = List.of();
        if (argument != null && argument.typeInfo().isEnum() && error.getValue() != null) {
            List<String> words = lowerCase(argument.typeInfo().getEnumConstantNames());
            problem = "invalid value for " + nameOf(argument) + ": expected one of " + String.join(", ", words)
                    + ", but was '" + error.getValue() + "'";
            nearest = Nearest.to(error.getValue(), words);
        } else if (error instanceof UnmatchedArgumentException unmatched) {
            String first = unmatched.getUnmatched().get(0);
            if (!unmatched.isUnknownOption() && !command.subcommands().isEmpty()) {
                problem = "no such command: '" + first + "'";
                nearest = Nearest.to(first, List.copyOf(command.subcommands().keySet()));
            } else {
                nearest = unmatched.getSuggestions();
            }
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

    private static List<String> lowerCase(List<String> names) {
        List<String> words = new ArrayList<>();
        for (String name : names) {
            words.add(name.toLowerCase(Locale.ROOT));
        }
        return words;
    }
}
