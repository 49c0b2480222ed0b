/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import java.util.regex.Pattern;

/** A command line for people to copy from a message: a shell reads each of its words as intended. */
public final class SuggestedCommand {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_@%+:,./-]+");

    private SuggestedCommand() {}

    /** {@return the command {@code tailrace} with these arguments, quoted where a shell requires it} */
    public static String of(Object... arguments) {
        StringBuilder line = new StringBuilder("tailrace");
        for (Object argument : arguments) {
            String word = argument.toString();
            line.append(' ').append(PLAIN.matcher(word).matches() ? word : '\'' + word.replace("'", "'\\''") + '\'');
        }
        return line.toString();
    }
}
