/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Finds the right words for a mistyped one. */
public final class Nearest {
    /** The most letters that may be missing, added or different: more would be another word. */
    private static final int MAX_DISTANCE = 2;

    private Nearest() {}

    /** {@return the end of a sentence that asks whether one of these words was meant; empty without words} */
    public static String ask(List<String> words) {
        return words.isEmpty() ? "" : ". Did you mean: " + String.join(" or ", words);
    }

    /** {@return the same for a mistyped name and the nearest of these, which another process may have chosen} */
    public static String askName(String typed, Collection<String> names) {
        return ask(to(typed, names).stream().map(EscapedText::quote).toList());
    }

    /** {@return the words that need the fewest changes, if these are few enough} */
    public static List<String> to(String typed, Collection<String> words) {
        List<String> found = new ArrayList<>();
        int least = MAX_DISTANCE;
        for (String word : words) {
            int distance = distance(typed.toLowerCase(Locale.ROOT), word.toLowerCase(Locale.ROOT));
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
