/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of streams, or patterns in which {@code *} stands for any characters. */
public final class StreamPatterns {
    private StreamPatterns() {}

    public static boolean isPattern(String stream) {
        return stream.indexOf('*') >= 0;
    }

    /** {@return whether a stream matches a name or a pattern} */
    public static boolean matches(String pattern, String stream) {
        String expression =
                Stream.of(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(expression, Pattern.DOTALL).matcher(stream).matches();
    }
}
