/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.tools.command.EscapedText;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The user's choices at the keyboard of {@code top}: the order and filter of a selection, and the rows in view. One
 * thread.
 */
final class TopKeys {
    private final StreamSelection selection;
    /** The filter while it is being typed. */
    private @Nullable String typed;

    private int first;
    private int height = 1;
    private boolean ended;

    TopKeys(StreamSelection selection) {
        this.selection = selection;
    }

    /** {@return whether q was pressed} */
    boolean isEnded() {
        return ended;
    }

    void press(char key) {
        if (key == '\u001b') {
            typed = null;
            selection.filter = "";
        } else if (typed != null) {
            type(typed, key);
        } else {
            switch (key) {
                case 'q' -> ended = true;
                case 's' -> selection.sort = selection.sort.next();
                case '/' -> typed = "";
                case '↑' -> first--;
                case '↓' -> first++;
                case '⇞' -> first -= height;
                case '⇟' -> first += height;
                default -> {} // No function.
            }
        }
    }

    private void type(String before, char key) {
        if (key == '\n') {
            selection.filter = before;
            typed = null;
            first = 0;
        } else if (key == '\u007f') {
            typed = before.isEmpty() ? null : before.substring(0, before.offsetByCodePoints(before.length(), -1));
        } else if (key >= ' ' && "↑↓⇞⇟".indexOf(key) < 0) {
            typed = before + key;
        }
    }

    /** {@return the visible rows, at most {@code rows}} */
    <T> List<T> inView(List<T> all, int rows) {
        height = Math.max(rows, 1);
        first = Math.max(0, Math.min(first, all.size() - height));
        return all.subList(first, Math.min(all.size(), first + rows));
    }

    /** {@return the line that explains the keys} */
    String describe(int all) {
        if (typed != null) {
            return "filter: " + EscapedText.escape(typed) + "_  Enter applies, Esc clears";
        }
        String filter = selection.filter;
        return "q end  s sort: " + selection.sort.name().toLowerCase(Locale.ROOT) + "  / filter"
                + (filter.isEmpty() ? "" : ": " + EscapedText.escape(filter) + " (Esc clears)")
                + "  ↑↓ " + Math.min(all, first + 1) + '-' + Math.min(all, first + height) + " of " + all;
    }
}
