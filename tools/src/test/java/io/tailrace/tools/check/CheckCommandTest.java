/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.LocalHost;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class CheckCommandTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CheckCommand command = new CheckCommand();

    @BeforeEach
    void prepare() {
        command.in(new Context(new Termination(), Terminal.PLAIN, new LocalHost(), () -> new Output(bytes)));
    }

    private int run(String... arguments) {
        List<String> line = new ArrayList<>(List.of(arguments));
        line.addAll(List.of("--dir", directory.toString()));
        parse(line.toArray(String[]::new));
        return command.call();
    }

    private void parse(String... arguments) {
        new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
    }

    private String out() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whereNothingIsThereIsNoDriver() {
        assertEquals(2, run());
        assertTrue(out().startsWith("TAILRACE CRITICAL - no directory of a media driver: path=" + directory), out());
        assertEquals(1, out().lines().count());
    }

    @Test
    void whereNothingIsThereIsNoStreamEither() {
        assertEquals(2, run("quotes"));
    }

    @Test
    void toldAsJson() {
        assertEquals(2, run("--format", "json"));
        assertTrue(out().contains("\"kind\":\"verdict\",\"verdict\":\"CRITICAL\",\"exitCode\":2"), out());
    }

    @Test
    void aMetricSaysThatToo() {
        assertEquals(0, run("--format=prometheus"));
        assertTrue(out().endsWith("# TYPE tailrace_driver_up gauge\ntailrace_driver_up 0\n"), out());
    }

    @Test
    void whatKeepsItFromAVerdictIsUnknown() throws IOException {
        Files.createFile(directory.resolve("driver.lock"));
        Files.createFile(directory.resolve("names")); // A file in place of a directory.
        Files.createDirectory(directory.resolve("clients"));
        Files.writeString(directory.resolve("control"), "nonsense");
        int exitCode = run();
        assertEquals(2, exitCode, "the driver is dead, and that is worse");
        assertTrue(out().contains("some files could not be read"), out());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--lag-warn=",
                "--lag-warn=x",
                "--lag-crit=5.5.5%",
                "--lag-crit=%",
                "--heartbeat-warn=2parsecs",
                "--errors-crit=-1",
                "--room-warn=1.5",
                "--format=xml",
                "--nothing"
            })
    void aWrongValueIsNamed(String argument) {
        ParameterException e = assertThrows(ParameterException.class, () -> parse(argument));
        String value = argument.substring(argument.indexOf('=') + 1);
        assertTrue(String.valueOf(e.getMessage()).contains(value), e.getMessage());
    }

    @Test
    void allThresholdsAreTaken() {
        String[] all = {
            "--lag-warn",
            "1%",
            "--lag-crit",
            "2.5",
            "--heartbeat-warn",
            "1ms",
            "--heartbeat-crit",
            "1h",
            "--errors-warn",
            "1",
            "--errors-crit",
            "2",
            "--suspects-warn",
            "3",
            "--suspects-crit",
            "4",
            "--room-warn",
            "5",
            "--room-crit",
            "6",
            "--since",
            "1m",
            "--format",
            "Nagios",
            "a*",
            "b"
        };
        assertDoesNotThrow(() -> parse(all));
    }
}
