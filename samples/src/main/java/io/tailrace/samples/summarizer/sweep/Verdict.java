/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.sweep;

import java.util.Locale;

/**
 * Whether one of the article's findings is true here.
 *
 * @param number of the finding
 * @param claim what was found then
 * @param answer whether it was found here, too
 * @param figures why
 */
record Verdict(int number, String claim, Answer answer, String figures) {
    /** What can be said. */
    enum Answer {
        TRUE("true here"),
        NOT_TRUE("not true here"),
        CANNOT_TELL("cannot be told");

        private final String text;

        Answer(String text) {
            this.text = text;
        }

        static Answer of(boolean isTrue) {
            return isTrue ? TRUE : NOT_TRUE;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** A claim that these points say nothing of. */
    static Verdict cannotTell(int number, String claim, String why) {
        return new Verdict(number, claim, Answer.CANNOT_TELL, why);
    }

    static Verdict of(int number, String claim, boolean isTrue, String format, Object... figures) {
        return new Verdict(number, claim, Answer.of(isTrue), String.format(Locale.ROOT, format, figures));
    }
}
