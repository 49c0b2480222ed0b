/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class FolderNameTest {
    @Test
    void namesOfFoldersAreNamesOfStreamsWhereTheyCan() {
        assertEquals("quotes.EUR-1_x", FolderName.of("quotes.EUR-1_x"));
        assertEquals("%2E.%2Fa%C3%A4", FolderName.of("../aä"));
        assertEquals("%6Cock", FolderName.of("lock"));
        assertEquals(100 + 17, FolderName.of("x".repeat(151)).length());
        assertNotEquals(FolderName.of("x".repeat(151)), FolderName.of("x".repeat(152)));
    }
}
