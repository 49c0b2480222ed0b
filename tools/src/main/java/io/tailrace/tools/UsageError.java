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

/** The one line that answers a wrong command line: what is wrong, the nearest right word, and where to read more. */
final class UsageError {
    /** So many letters may be missing, too many or different: more would be another word. */
    private static final int MAX_DISTANCE = 2;

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
            nearest = nearest(word, words);
        } else if (error instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
            nearest = nearest(unmatched.getUnmatched().get(0).split("=", 2)[0], longNames(command));
            nearest = nearest.isEmpty() ? unmatched.getSuggestions() : nearest;
        } else if (argument == null && word != null && !command.subcommands().isEmpty()) {
            problem = "no such command: '" + word + "'";
            nearest = nearest(word, List.copyOf(command.subcommands().keySet()));
        }
        StringBuilder line =
                new StringBuilder(problem.endsWith(".") ? problem.substring(0, problem.length() - 1) : problem);
        if (!nearest.isEmpty()) {
            line.append(". Did you mean: ").append(String.join(" or ", nearest));
        }
        return line.append(". Try: ")
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

    /** {@return those words that need the fewest changes, if these are few enough} */
    private static List<String> nearest(String typed, List<String> words) {
        List<String> found = new ArrayList<>();
        int least = MAX_DISTANCE;
        for (String word : words) {
            int distance = distance(typed.toLowerCase(Locale.ROOT), word);
            if (distance < least) {
                found.clear();
                least = distance;
            }
            if (distance == least && distance < word.length()) {
                found.add(word);
            }
        }
        return found;
    }

    /** Letters inserted, deleted, replaced, or exchanged with the next one (optimal string alignment). */
    private static int distance(String from, String to) {
        int[][] steps = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    steps[i][j] = i + j;
                    continue;
                }
                boolean same = from.charAt(i - 1) == to.charAt(j - 1);
                steps[i][j] =
                        Math.min(Math.min(steps[i - 1][j], steps[i][j - 1]) + 1, steps[i - 1][j - 1] + (same ? 0 : 1));
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    steps[i][j] = Math.min(steps[i][j], steps[i - 2][j - 2] + 1);
                }
            }
        }
        return steps[from.length()][to.length()];
    }
}
