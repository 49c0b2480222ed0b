/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Text as a terminal shows it: its columns, and what of it is escaped. */
class ShownTextTest {
    @ParameterizedTest
    @CsvSource({"'', 0", "größe, 5", "流れ, 4", "ﾅｶﾚ, 3", "ＡＢ, 4", "한국, 4", "👍🏽, 2", "🇫🇷, 2", "☃, 1", "†, 1"})
    void columns(String text, int columns) {
        assertEquals(columns, DisplayWidth.of(text));
    }

    @Test
    void marksTakeNoColumnOfTheirOwn() {
        assertEquals(1, DisplayWidth.of("e\u0301\u0308\u20dd"));
        assertEquals(2, DisplayWidth.of("\u1112\u1161\u11ab")); // One syllable of three parts.
        assertEquals(2, DisplayWidth.of("❤\ufe0f")); // Made an emoji by a selector.
        assertEquals(1, DisplayWidth.of("❤"));
        assertEquals(2, DisplayWidth.of("👩\u200d🚀")); // One picture of two characters.
    }

    @Test
    void nothingIsCutWithoutAnEllipsis() {
        assertEquals("quotes", DisplayWidth.cut("quotes", 6));
        assertEquals("quot…", DisplayWidth.cut("quotes", 5));
        assertEquals("qu…es", DisplayWidth.cut("quotes", 5, true));
        assertEquals("q…s", DisplayWidth.cut("quotes", 3, true));
        assertEquals("…", DisplayWidth.cut("quotes", 1, true));
        assertEquals("", DisplayWidth.cut("quotes", 0, true));
        assertEquals("流…", DisplayWidth.cut("流れ-a", 4));
        assertEquals("e\u0301…", DisplayWidth.cut("e\u0301e\u0301e\u0301", 2));
        assertEquals("…", DisplayWidth.cut("🇫🇷🇫🇷", 2));
    }

    @Test
    void whatMovesTheCursorOrTurnsTheLineIsEscapedAndSoAreQuotesAndBackslashes() {
        assertEquals("\"Grüße 价格 😀 \\\"\\\\\"", EscapedText.quote("Grüße 价格 😀 \"\\"));
        assertEquals("\"\\n\\r\\t\\x1b\\x00\"", EscapedText.quote("\n\r\t\u001b\0"));
        assertEquals("\"\\u{7f}\\u{9b}\\u{2028}\\u{202e}\"", EscapedText.quote("\u007f\u009b\u2028\u202e"));
    }

    @Test
    void theFirstBytesOfACharacterThatWasCutAreLeftOut() {
        byte[] bytes = {'a', (byte) 0xe2, (byte) 0x82};
        assertEquals("a", EscapedText.decode(bytes, 3, true));
        assertNull(EscapedText.decode(bytes, 3, false));
    }
}
