/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/TOOLS.md} is what the help of the commands makes it. {@code mvn test -pl tools -am
 * -Dtest=ToolsDocumentTest -Dtailrace.test.golden=write -Dsurefire.failIfNoSpecifiedTests=false} writes it anew.
 */
class ToolsDocumentTest {
    private static final Path DOCUMENT = Path.of("../docs/TOOLS.md");

    @Test
    void theDocumentIsTheHelpOfTheCommands() throws IOException {
        String expected = ToolsDocument.generate();
        if ("write".equals(System.getProperty("tailrace.test.golden"))) {
            Files.writeString(DOCUMENT, expected);
        }

        assertEquals(expected, Files.readString(DOCUMENT), "write it anew with -Dtailrace.test.golden=write");
    }
}
