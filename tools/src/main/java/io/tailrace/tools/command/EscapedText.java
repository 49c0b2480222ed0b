/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Makes texts safe for a line of a terminal: escapes unprintable characters. No two texts look the same. */
public final class EscapedText {
    private EscapedText() {}

    /** {@return a text in quotes} */
    public static String quote(String text) {
        return '"' + escape(text) + '"';
    }

    /** {@return a text without quotes around it} */
    public static String escape(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().forEach(character -> {
            switch (character) {
                case '"' -> line.append("\\\"");
                case '\\' -> line.append("\\\\");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> appendCharacter(line, character);
            }
        });
        return line.toString();
    }

    /**
     * {@return bytes as a text, null if they are not UTF-8; the incomplete last character of a cut text is left out}
     */
    public static @Nullable String decode(byte[] bytes, int length, boolean cut) {
        CharBuffer out = CharBuffer.allocate(length);
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes, 0, length), out, !cut);
        return result.isError() ? null : out.flip().toString();
    }

    /** {@return two digits a byte} */
    public static String hex(byte[] bytes, int length) {
        return HexFormat.of().formatHex(bytes, 0, length);
    }

    private static void appendCharacter(StringBuilder line, int character) {
        if (character < ' ') {
            line.append("\\x").append(HexFormat.of().toHexDigits((byte) character));
        } else if (isPrintable(character)) {
            line.appendCodePoint(character);
        } else {
            line.append("\\u{").append(Integer.toHexString(character)).append('}');
        }
    }

    /** Control characters move the cursor, format characters reverse the direction, and separators end the line. */
    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
