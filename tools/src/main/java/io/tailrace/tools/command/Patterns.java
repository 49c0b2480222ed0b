/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Selects by name: in a pattern {@code *} matches any text, {@code ?} any character. Without a pattern, everything is
 * selected.
 */
public final class Patterns {
    private static final int MAX_LISTED = 20;
    private static final Pattern PARTS = Pattern.compile("[*?]|[^*?]+");

    private final List<String> texts;
    private final List<Pattern> patterns;

    /** Takes the patterns as given on the command line. */
    public Patterns(List<String> texts) {
        this.texts = List.copyOf(texts);
        this.patterns = texts.stream().map(Patterns::compile).toList();
    }

    private static Pattern compile(String text) {
        String expression = PARTS.matcher(text).replaceAll(part -> switch (part.group()) {
            case "*" -> ".*";
            case "?" -> ".";
            default -> Matcher.quoteReplacement(Pattern.quote(part.group()));
        });
        return Pattern.compile(expression, Pattern.DOTALL);
    }

    /** {@return whether any of these names is selected} */
    public boolean select(String... names) {
        if (patterns.isEmpty()) {
            return true;
        }
        for (String name : names) {
            for (Pattern pattern : patterns) {
                if (pattern.matcher(name).matches()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Fails if patterns were given and nothing was selected.
     *
     * @param what the things to select, in the plural
     * @param names of those that exist
     * @throws CommandException if nothing was selected
     */
    public void requireAny(boolean found, String what, Collection<String> names) {
        if (!found && !patterns.isEmpty()) {
            throw new CommandException(
                    ExitCode.NO_DRIVER,
                    "none of the " + what + " has that name: " + list(texts) + "; there are: " + list(names));
        }
    }

    /** {@return names in quotes for a line of text, not all of many} */
    public static String list(Collection<String> names) {
        String listed = names.stream().limit(MAX_LISTED).map(EscapedText::quote).collect(Collectors.joining(", "));
        return names.isEmpty()
                ? "none"
                : names.size() > MAX_LISTED ? listed + " and " + (names.size() - MAX_LISTED) + " more" : listed;
    }
}
