/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The one line for a wrong command line: the error, what picocli suggests, and where to read more. */
final class UsageError {
    private UsageError() {}

    static String describe(ParameterException error) {
        CommandSpec command = error.getCommandLine().getCommandSpec();
        ArgSpec argument = error.getArgSpec();
        String problem = String.valueOf(error.getMessage()).strip();
        UnmatchedArgumentException unmatched = error instanceof UnmatchedArgumentException it ? it : null;
        String word =
                unmatched == null ? error.getValue() : unmatched.getUnmatched().get(0);
        if (argument != null && argument.typeInfo().isEnum() && word != null) {
            List<String> words = lowerCase(argument.typeInfo().getEnumConstantNames());
            problem = "invalid value for " + nameOf(argument) + ": expected one of " + String.join(", ", words)
                    + ", but was '" + word + "'";
        } else if (unmatched != null
                && !unmatched.isUnknownOption()
                && !command.subcommands().isEmpty()) {
            problem = "no such command: '" + word + "'";
        }
        List<String> nearest = unmatched == null ? List.of() : unmatched.getSuggestions();
        StringBuilder line =
                new StringBuilder(problem.endsWith(".") ? problem.substring(0, problem.length() - 1) : problem);
        return line.append(nearest.isEmpty() ? "" : ". Did you mean: " + String.join(" or ", nearest))
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
