/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.memory.MappedBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramNameTest {
    @ParameterizedTest
    @CsvSource({
        "/usr/bin/java -Xmx1g -cp a:b com.example.Risk --password secret, com.example.Risk",
        "java -jar /opt/risk.jar secret, risk.jar",
        "java -XX:+UseSerialGC -jar tools/target/tailrace.jar sub quotes, tailrace sub",
        "java -jar tailrace.jar, tailrace.jar",
        "java --module-path mods -m com.example/com.example.Risk secret, com.example/com.example.Risk",
        "java @args com.example.Risk, com.example.Risk",
        "java -version, java",
        "java -cp, java",
        "/opt/risk/bin/risk secret, risk",
        "'', ''",
    })
    void theProgramIsNamedWithoutItsArguments(String line, String program) {
        assertEquals(program, ProgramName.of(List.of(line.split(" ", -1))));
    }

    @Test
    void aLongNameIsCutBetweenCharacters() {
        assertEquals("ab", ProgramName.cut("ab", 2));
        assertEquals("a", ProgramName.cut("a\u6d41\u308c", 3));
        assertEquals("a\u6d41", ProgramName.cut("a\u6d41\u308c", 4));
        assertEquals("", ProgramName.cut("\ud83d\ude00", 3));
        assertEquals("a?[2J", ProgramName.cut("a\u001b[2J", 10));
    }

    @Test
    void aNameIsReadAsItWasWrittenAndOfDamageSomethingHarmless() {
        MappedBuffer file = MappedBuffer.allocate(512);
        assertEquals("", ProgramName.read(file::getLong));
        ProgramName.write(file, "x".repeat(ProgramName.MAX_BYTES));
        assertEquals("x".repeat(ProgramName.MAX_BYTES), ProgramName.read(file::getLong));
        file.putInt(ProgramName.NAME_LENGTH_OFFSET, Integer.MAX_VALUE);
        assertEquals(ProgramName.MAX_BYTES, ProgramName.read(file::getLong).length());
        file.putInt(ProgramName.NAME_LENGTH_OFFSET, -1);
        assertEquals("", ProgramName.read(file::getLong));
    }
}
