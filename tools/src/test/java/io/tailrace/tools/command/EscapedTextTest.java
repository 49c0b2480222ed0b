/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EscapedTextTest {
    private static String escape(byte[] bytes, boolean cut) {
        StringBuilder line = new StringBuilder();
        EscapedText.append(line, bytes, bytes.length, cut);
        return line.toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void printableCharactersStayAsTheyAre() {
        assertEquals("\"Grüße 价格 😀\"", escape(utf8("Grüße 价格 😀"), false));
        assertEquals("\"\"", escape(new byte[0], false));
    }

    @Test
    void quotesAndBackslashesAreEscaped() {
        assertEquals("\"\\\"\\\\\"", escape(utf8("\"\\"), false));
    }

    @Test
    void whatMovesTheCursorOrTurnsTheLineIsEscaped() {
        assertEquals("\"\\n\\r\\t\\x1b\\x00\"", escape(utf8("\n\r\t\u001b\0"), false));
        assertEquals("\"\\u{7f}\\u{9b}\\u{2028}\\u{202e}\"", escape(utf8("\u007f\u009b\u2028\u202e"), false));
    }

    @Test
    void bytesThatAreNotUtf8AreEscapedOneByOne() {
        byte[] bytes = {'a', (byte) 0xff, 'b', (byte) 0xe2, (byte) 0x82, 'c', (byte) 0xed, (byte) 0xa0, (byte) 0x80};
        assertEquals("\"a\\xffb\\xe2\\x82c\\xed\\xa0\\x80\"", escape(bytes, false));
    }

    @Test
    void theFirstBytesOfACharacterThatWasCutAreLeftOut() {
        byte[] bytes = {'a', (byte) 0xe2, (byte) 0x82};
        assertEquals("\"a\"", escape(bytes, true));
        assertEquals("\"a\\xe2\\x82\"", escape(bytes, false));
        assertEquals("a", EscapedText.decode(bytes, 3, true));
        assertNull(EscapedText.decode(bytes, 3, false));
    }

    @Test
    void namesAreQuotedLikePayloads() {
        assertEquals("\"a\\nb\"", EscapedText.quote("a\nb"));
        assertEquals("a\\nb", EscapedText.escape("a\nb"));
    }
}
