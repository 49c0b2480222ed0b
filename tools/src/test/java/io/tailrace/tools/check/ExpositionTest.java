/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.Output;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The labels, parsed by the rules of the format. */
class ExpositionTest {
    private static final Pattern SAMPLE = Pattern.compile("\\w+\\{stream=\"((?:[^\"\\\\\n]|\\\\[\"\\\\n])*)\"} 0");

    @Test
    void hostileNamesAreReadBackAsTheyAre() {
        String name = "a\"} 1\nb{x=\"\\n\\\u001b[2J\u202e größe";
        StreamView stream = new StreamView(name, List.of(), List.of(), List.of());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Output out = new Output(bytes)) {
            new Exposition(out).sample("m", stream, 0);
        }

        String line = bytes.toString(StandardCharsets.UTF_8);
        assertTrue(line.endsWith("\n"));
        Matcher sample = SAMPLE.matcher(line.substring(0, line.length() - 1));
        assertTrue(sample.matches(), line);
        assertEquals(name.replace("\u001b", "\\x1b"), unescape(sample.group(1)));
    }

    private static String unescape(String label) {
        return Pattern.compile("\\\\(.)")
                .matcher(label)
                .replaceAll(escape -> Matcher.quoteReplacement(escape.group(1).equals("n") ? "\n" : escape.group(1)));
    }
}
