/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi;

/**
 * Counts the columns that a text takes on a terminal, and cuts texts to a width: with an ellipsis, and never within a
 * cluster that is seen as one character. Any thread.
 */
public final class DisplayWidth {
    private static final Pattern CLUSTER = Pattern.compile("\\X");
    private static final String ELLIPSIS = "…";
    private static final int FIRST_COMBINING = 0x300;
    /** From here on all characters are pictures or rare ideographs. */
    private static final int FIRST_PICTURE = 0x1f000;
    /** Turns the character before it into an emoji. */
    private static final char EMOJI_SELECTOR = 0xfe0f;

    private DisplayWidth() {}

    /** {@return the number of columns of a text without control characters} */
    public static int of(String text) {
        return text.chars().allMatch(character -> character < FIRST_COMBINING)
                ? text.length()
                : clusters(text).mapToInt(DisplayWidth::ofCluster).sum();
    }

    /** {@return a text cut to a width} */
    public static String cut(String text, int width) {
        return cut(text, width, false);
    }

    /** {@return a text in lines of at most a width, broken between words where words fit} */
    public static List<String> wrap(String text, int width) {
        List<String> lines = new ArrayList<>();
        String line = "";
        for (String word : text.split(" ", -1)) {
            String longer = line.isEmpty() ? word : line + ' ' + word;
            if (of(longer) > width && !line.isEmpty()) {
                lines.add(cut(line, width));
                longer = word;
            }
            line = longer;
        }
        lines.add(cut(line, width));
        return lines;
    }

    /**
     * {@return a text cut to a width}
     *
     * @param middle whether both ends stay, because names often differ at their end
     */
    static String cut(String text, int width, boolean middle) {
        int needed = of(text);
        if (needed <= width) {
            return text;
        }
        List<String> kept = clusters(text).collect(Collectors.toCollection(ArrayList::new));
        for (needed++; needed > width && !kept.isEmpty(); ) {
            needed -= ofCluster(kept.remove(middle ? kept.size() / 2 : kept.size() - 1));
        }
        kept.add(middle ? (kept.size() + 1) / 2 : kept.size(), ELLIPSIS);
        return width < 1 ? "" : String.join("", kept);
    }

    /** {@return the clusters that are each seen as one character, such as a flag of two letters} */
    private static Stream<String> clusters(String text) {
        return CLUSTER.matcher(text).results().map(MatchResult::group);
    }

    /** picocli knows which scripts are wide; of pictures it knows nothing. */
    private static int ofCluster(String cluster) {
        int first = cluster.codePointAt(0);
        boolean isPicture = first >= FIRST_PICTURE || cluster.indexOf(EMOJI_SELECTOR) > 0;
        return isPicture ? 2 : Ansi.OFF.new Text(Character.toString(first)).getCJKAdjustedLength();
    }
}
