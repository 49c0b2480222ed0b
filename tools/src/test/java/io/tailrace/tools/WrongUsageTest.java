/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.ThreadingMode;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A wrong command line gets one line, whether a driver lives or not. In this process: no command starts. */
class WrongUsageTest {
    @TempDir
    private Path path;

    private Path dir() {
        return path.resolve("driver");
    }

    private void assertRefused(List<String> arguments, String... parts) {
        PrintStream standard = System.err;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        int code;
        try {
            String[] all = arguments.toArray(String[]::new);
            code = TailraceMain.run(all, new Termination(), Terminal.PLAIN, false);
        } finally {
            System.setErr(standard);
        }
        String message = told.toString(StandardCharsets.UTF_8);
        assertEquals(ExitCode.USAGE, code, message);
        assertTrue(message.startsWith("tailrace: "), message);
        assertEquals(message.length() - 1, message.indexOf('\n'), message);
        for (String part : parts) {
            assertTrue(message.contains(part), () -> "no '" + part + "' in " + message);
        }
    }

    /** For words without spaces; a command that takes a directory is given one. */
    private void assertRefused(String line, String... parts) {
        boolean any =
                line.equals("bridge") || line.startsWith("help") || line.startsWith("pubb") || line.startsWith("sbu");
        Stream<String> directory = any ? Stream.of() : Stream.of("--dir", dir().toString());
        assertRefused(Stream.concat(Stream.of(line.split(" ", -1)), directory).toList(), parts);
    }

    private MediaDriver launch() {
        return MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(dir()).withThreading(ThreadingMode.SHARED));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pub                               | STREAM          | tailrace pub --help",
                "sub s --format yaml               | --format        | tailrace sub --help",
                "sub s --format yaml               | yaml            | tailrace sub --help",
                "pub s message --count 3           | --count         | leave it out",
                "pub s --size 3                    | --size          | --count",
                "pub s --retain 40000000m message  | retention       |",
                "sub s --evict-after 1s            | --evict-after   | --policy evict",
                "sub s --lease 1s                  | --lease         | --name",
                "sub s --name risk --lease 25h     | lease out of range: lease=PT25H | min=0, max=PT24H",
                "pubb                              | Did you mean    | pub",
                "sbu greetings                     | no such command: 'sbu'. Did you mean: sub | Try: tailrace --help",
                "sub s --policy dorp               | drop, evict, catch_up, but was 'dorp' | Did you mean: drop",
                "top --sort lga                    | option '--sort' | Did you mean: lag. Try: tailrace top --help",
                "sub s --policy never              | but was 'never'. Try: tailrace sub --help |",
                "help lss                          | 'lss'           | Did you mean: ls. Try: tailrace --help",
                "ls --flter=risk                   | --flter         | Did you mean: --filter. Try: tailrace ls --help",
                "sub s --polcy drop                | --polcy         | Did you mean: --policy",
                "ls --sort nmae                    | option '--sort' | Did you mean: name. Try: tailrace ls --help",
                "replay x                          | STREAM          |",
                "record s x --from soon            | not a time: 'soon' |",
                "history --stream s                | give --stream and --to |",
                "history --sync often              | --sync          |",
                "history purge x --before never    | not a time      |",
                "replay x s --speed fast           | not a speed     |",
                "bridge                            | Missing required subcommand | Try: tailrace bridge --help",
                "bridge sned                       | 'sned'          | Did you mean: send",
                "bridge send quotes                | --to            | Try: tailrace bridge send --help",
                "bridge send --to beta:9000        | STREAM          | Try: tailrace bridge send --help",
                "bridge send --to beta quotes      | not an address: 'beta' |",
                "bridge send --to b:1 --to c:1 --receiver b q | --receiver | give one --to",
                "bridge send --to b:1 --policy dorp q | --policy    | Did you mean: drop",
                "bridge send --to b:1 --mtu 1400 q | mtu=1400        | multiple of 32",
                "bridge send --to b:1 --lease 25h q | lease out of range | max=PT24H",
                "bridge receive                    | --listen        | Try: tailrace bridge receive --help",
                "bridge receive --listen 9000      | not an address: '9000' |",
                "bridge receive --listen 0.0.0.0:9000 | listen=0.0.0.0:9000 | --expose",
                "web --listen 0.0.0.0:0            | address=0.0.0.0:0 | --expose",
                "driver --web=0.0.0.0:0            | address=0.0.0.0:0 | --expose",
                "jitter --json                     | tailrace-bench jitter |"
            })
    void isToldInOneLine(String line, String part, String other) {
        assertRefused(line, part, other == null ? "" : other);
        assertFalse(Files.exists(dir()), "nothing was made");
    }

    @ParameterizedTest
    @ValueSource(strings = {"65537", "1000", "32k", "2g", "8g", "5m"})
    void termLengthThatIsNone(String length) {
        assertRefused("driver --term-length " + length, "term length");
        assertFalse(Files.exists(dir()), "nothing was made");
        assertRefused("pub s message --term-length " + length, "term length");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--max-logs", "--max-log-bytes", "--max-per-client"})
    void limitThatIsNone(String option) {
        for (String value : List.of("0", "-1", "many")) {
            assertRefused("driver " + option + " " + value);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-n 0",
                "-n -1",
                "-n x",
                "--size 7",
                "--size 512k",
                "--size 1.5",
                "--interval soon",
                "--interval 2h",
                "--wait never",
                "stream"
            })
    void ping(String options) {
        try (MediaDriver driver = launch()) {
            assertRefused("ping " + options);
            assertTrue(driver.isRunning());
        }
    }

    @Test
    void streamNamesThatAreNone() {
        try (MediaDriver driver = launch()) {
            for (String name : List.of("", "x".repeat(256), "ü".repeat(128), "a\tb", "a\nb", "\u007f")) {
                for (String command : List.of("pub", "sub")) {
                    assertRefused(List.of(command, name, "--dir", dir().toString()), "stream name");
                }
            }
            assertTrue(driver.isRunning());
        }
    }
}
