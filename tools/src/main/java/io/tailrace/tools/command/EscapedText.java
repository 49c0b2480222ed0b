/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Writes bytes as one line of text that is safe for a terminal: escapes unprintable characters and bytes that are not
 * UTF-8. No two messages look the same.
 */
public final class EscapedText {
    private EscapedText() {}

    /**
     * Adds a text in quotes. If it is cut, only its first bytes are there, and an incomplete last character is left
     * out.
     */
    public static void append(StringBuilder line, byte[] bytes, int length, boolean cut) {
        line.append('"');
        CharsetDecoder decoder = decoder();
        ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
        CharBuffer out = CharBuffer.allocate(length);
        while (true) {
            CoderResult result = decoder.decode(in, out, !cut);
            appendPrintable(line, out.flip());
            out.clear();
            if (!result.isError()) {
                break;
            }
            for (int i = 0; i < result.length(); i++) {
                appendHex(line, in.get());
            }
            decoder.reset();
        }
        line.append('"');
    }

    /** {@return a text in quotes} */
    public static String quote(String text) {
        return '"' + escape(text) + '"';
    }

    /** {@return a text without quotes around it} */
    public static String escape(String text) {
        StringBuilder line = new StringBuilder();
        appendPrintable(line, CharBuffer.wrap(text));
        return line.toString();
    }

    /**
     * {@return bytes as a text, null if they are not UTF-8; the incomplete last character of a cut text is left out}
     */
    public static @Nullable String decode(byte[] bytes, int length, boolean cut) {
        CharBuffer out = CharBuffer.allocate(length);
        CoderResult result = decoder().decode(ByteBuffer.wrap(bytes, 0, length), out, !cut);
        return result.isError() ? null : out.flip().toString();
    }

    /** {@return two digits a byte} */
    public static String hex(byte[] bytes, int length) {
        return HexFormat.of().formatHex(bytes, 0, length);
    }

    private static CharsetDecoder decoder() {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    private static void appendPrintable(StringBuilder line, CharSequence text) {
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
    }

    private static void appendCharacter(StringBuilder line, int character) {
        if (character < ' ') {
            appendHex(line, (byte) character);
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

    private static void appendHex(StringBuilder line, byte value) {
        line.append("\\x").append(HexFormat.of().toHexDigits(value));
    }
}
