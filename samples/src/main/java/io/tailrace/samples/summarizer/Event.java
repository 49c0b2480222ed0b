/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An action of a customer. Immutable.
 *
 * @param type of the action: view, search, purchase, signin or error
 * @param item the object of the action
 * @param amount in cents
 * @param latencyUs the time to serve it
 */
record Event(String type, String item, long amount, long latencyUs) {
    /** Each part has a bound, so hostile lines cost no more than others. */
    private static final Pattern LINE =
            Pattern.compile("(view|search|purchase|signin|error),([\\w.-]{1,64}),(\\d{1,12}),(\\d{1,9})");

    /** {@return the event of a line {@code type,item,amount,latency}; null if the line is none} */
    static @Nullable Event parse(String line) {
        Matcher matcher = LINE.matcher(line);
        return !matcher.matches()
                ? null
                : new Event(
                        matcher.group(1),
                        matcher.group(2),
                        Long.parseLong(matcher.group(3)),
                        Long.parseLong(matcher.group(4)));
    }
}
