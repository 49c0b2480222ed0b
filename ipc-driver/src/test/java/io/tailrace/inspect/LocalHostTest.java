/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalHostTest {
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
        assertEquals(program, LocalHost.program(List.of(line.split(" ", -1))));
    }
}
