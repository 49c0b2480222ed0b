/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * How many columns of a terminal a text takes, and texts cut to so many: never without an ellipsis, and never within
 * what is seen as one character. Any thread.
 */
public final class DisplayWidth {
    /** Those of East Asian width W or F that do not combine: EastAsianWidth.txt of Unicode 15.1. */
    private static final BitSet WIDE = set("1100-115f 231a-231b 2329-232a 23e9-23ec 23f0 23f3 25fd-25fe 2614-2615 "
            + "2648-2653 267f 2693 26a1 26aa-26ab 26bd-26be 26c4-26c5 26ce 26d4 26ea 26f2-26f3 26f5 26fa 26fd 2705 "
            + "270a-270b 2728 274c 274e 2753-2755 2757 2795-2797 27b0 27bf 2b1b-2b1c 2b50 2b55 2e80-303e 3041-3247 "
            + "3250-4dbf 4e00-a4c6 a960-a97c ac00-d7a3 f900-fad9 fe10-fe19 fe30-fe6b ff01-ff60 ffe0-ffe6 16fe0-1b2fb "
            + "1f004 1f0cf 1f18e 1f191-1f19a 1f200-1f320 1f32d-1f335 1f337-1f37c 1f37e-1f393 1f3a0-1f3ca 1f3cf-1f3d3 "
            + "1f3e0-1f3f0 1f3f4 1f3f8-1f43e 1f440 1f442-1f4fc 1f4ff-1f53d 1f54b-1f54e 1f550-1f567 1f57a 1f595-1f596 "
            + "1f5a4 1f5fb-1f64f 1f680-1f6c5 1f6cc 1f6d0-1f6d2 1f6d5-1f6df 1f6eb-1f6ec 1f6f4-1f6fc 1f7e0-1f7f0 "
            + "1f90c-1f93a 1f93c-1f945 1f947-1f9ff 1fa70-1faff 20000-3fffd");

    private static final Pattern CLUSTER = Pattern.compile("\\X");
    private static final int FIRST_COMBINING = 0x300;
    /** Makes an emoji of the character before it. */
    private static final int EMOJI_SELECTOR = 0xfe0f;

    private static final String ELLIPSIS = "…";

    private DisplayWidth() {}

    private static BitSet set(String ranges) {
        BitSet set = new BitSet();
        for (String range : ranges.split(" ", -1)) {
            int dash = range.indexOf('-');
            int last = Integer.parseInt(range.substring(dash + 1), 16);
            set.set(dash < 0 ? last : Integer.parseInt(range.substring(0, dash), 16), last + 1);
        }
        return set;
    }

    /** {@return how many columns a text without control characters takes} */
    public static int of(String text) {
        return isNarrow(text)
                ? text.length()
                : clusters(text).stream().mapToInt(DisplayWidth::ofCluster).sum();
    }

    /** {@return a text as far as it fits} */
    public static String cut(String text, int width) {
        return cut(text, width, 0);
    }

    /** {@return both ends of a text as far as they fit: names often differ at the end} */
    public static String cutMiddle(String text, int width) {
        return cut(text, width, (width - ELLIPSIS.length()) / 2);
    }

    /** {@return a text in lines that fit, broken between words where words fit} */
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

    private static String cut(String text, int width, int tail) {
        if (of(text) <= width) {
            return text;
        }
        if (width <= 0) {
            return "";
        }
        int head = width - ELLIPSIS.length() - tail;
        if (isNarrow(text)) {
            return text.substring(0, head) + ELLIPSIS + text.substring(text.length() - tail);
        }
        List<String> clusters = clusters(text);
        int from = 0;
        for (int left = head - ofCluster(clusters.get(0)); left >= 0; left -= ofCluster(clusters.get(from))) {
            from++;
        }
        int to = clusters.size();
        for (int left = tail - ofCluster(clusters.get(to - 1)); left >= 0; left -= ofCluster(clusters.get(to - 1))) {
            to--;
        }
        return String.join("", clusters.subList(0, from))
                + ELLIPSIS
                + String.join("", clusters.subList(to, clusters.size()));
    }

    private static boolean isNarrow(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= FIRST_COMBINING) {
                return false;
            }
        }
        return true;
    }

    /** {@return what is seen as one character each, such as a flag of two letters} */
    private static List<String> clusters(String text) {
        return CLUSTER.matcher(text).results().map(MatchResult::group).toList();
    }

    private static int ofCluster(String cluster) {
        return Math.min(2, cluster.codePoints().map(DisplayWidth::ofCharacter).sum());
    }

    private static int ofCharacter(int character) {
        if (WIDE.get(character)) {
            return 2;
        }
        int type = Character.getType(character);
        boolean combines = type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK;
        return combines && character != EMOJI_SELECTOR ? 0 : 1;
    }
}
