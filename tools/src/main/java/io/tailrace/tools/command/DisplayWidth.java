/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the columns that a text takes on a terminal, and cuts texts to a width: with an ellipsis, and never within a
 * cluster that is seen as one character. Any thread.
 */
public final class DisplayWidth {
    /** Characters of East Asian width W or F that do not combine: EastAsianWidth.txt of Unicode 15.1. */
    private static final BitSet WIDE = set("1100-115f 231a-231b 2329-232a 23e9-23ec 23f0 23f3 25fd-25fe 2614-2615 "
            + "2648-2653 267f 2693 26a1 26aa-26ab 26bd-26be 26c4-26c5 26ce 26d4 26ea 26f2-26f3 26f5 26fa 26fd 2705 "
            + "270a-270b 2728 274c 274e 2753-2755 2757 2795-2797 27b0 27bf 2b1b-2b1c 2b50 2b55 2e80-303e 3041-3247 "
            + "3250-4dbf 4e00-a4c6 a960-a97c ac00-d7a3 f900-fad9 fe10-fe19 fe30-fe6b ff01-ff60 ffe0-ffe6 16fe0-1b2fb "
            + "1f004 1f0cf 1f18e 1f191-1f19a 1f200-1f320 1f32d-1f335 1f337-1f37c 1f37e-1f393 1f3a0-1f3ca 1f3cf-1f3d3 "
            + "1f3e0-1f3f0 1f3f4 1f3f8-1f43e 1f440 1f442-1f4fc 1f4ff-1f53d 1f54b-1f54e 1f550-1f567 1f57a 1f595-1f596 "
            + "1f5a4 1f5fb-1f64f 1f680-1f6c5 1f6cc 1f6d0-1f6d2 1f6d5-1f6df 1f6eb-1f6ec 1f6f4-1f6fc 1f7e0-1f7f0 "
            + "1f90c-1f93a 1f93c-1f945 1f947-1f9ff 1fa70-1faff 20000-3fffd");

    private static final Pattern CLUSTER = Pattern.compile("\\X");
    private static final String ELLIPSIS = "…";
    private static final int FIRST_COMBINING = 0x300;
    /** Turns the character before it into an emoji. */
    private static final int EMOJI_SELECTOR = 0xfe0f;

    private DisplayWidth() {}

    private static BitSet set(String ranges) {
        BitSet set = new BitSet();
        for (String range : ranges.split(" ", -1)) {
            String[] ends = range.split("-", -1);
            set.set(Integer.parseInt(ends[0], 16), Integer.parseInt(ends[ends.length - 1], 16) + 1);
        }
        return set;
    }

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

    private static int ofCluster(String cluster) {
        return Math.min(2, cluster.codePoints().map(DisplayWidth::ofCharacter).sum());
    }

    private static int ofCharacter(int character) {
        int type = Character.getType(character);
        boolean combines = type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
        return WIDE.get(character) ? 2 : combines && character != EMOJI_SELECTOR ? 0 : 1;
    }
}
