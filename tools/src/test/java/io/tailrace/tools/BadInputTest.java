/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each mistake gets one clear line and the right exit code, and causes no other harm. In this process. */
class BadInputTest {
    private static final int LONGEST_WITH_64K_TERMS = 8_184;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private void assertFails(int code, String line, String... parts) {
        Run.of(directory, line).assertFails(code, parts);
    }

    private MediaDriver launch() {
        return MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(directory.driver()).withTermLength(64 * 1024));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pub                               | STREAM          | tailrace pub --help",
                "pub s message --count 3           | --count         | leave it out",
                "pub s --size 3                    | --size          | --count",
                "pub s --timed --size 15           | size=15         | min=16",
                "pub s --for 3s message            | --for           | --timed",
                "pub s --retain 40000000m message  | retention       |",
                "pub s --term-length 2g message    | --term-length   |",
                "sub s --evict-after 1s            | --evict-after   | --policy evict",
                "sub s --lease 1s                  | --lease         | --name",
                "sub s --name risk --lease 25h     | lease out of range: lease=PT25H | min=0, max=PT24H",
                "pubb                              | Did you mean    | pub",
                "evnts                             | no such command: 'evnts'. Did you mean: events | Try: tailrace",
                "help lss                          | 'lss'           | Try: tailrace --help",
                "bridge sned                       | 'sned'          | Try: tailrace bridge --help",
                "sub s --policy never              | but was 'never'. Try: tailrace sub --help |",
                "ls --jsn                          | --jsn           | Did you mean: --json. Try: tailrace ls --help",
                "sub s --from soon                 | not a time: 'soon' |",
                "history --stream s                | give --stream and --to |",
                "history purge x --keep-age never  | not a duration  |",
                "bridge                            | Missing required subcommand | Try: tailrace bridge --help",
                "bridge send --to beta:9000        | STREAM          | Try: tailrace bridge send --help",
                "bridge send --to beta quotes      | not an address: 'beta' |",
                "bridge send --to b:1 --to c:1 --receiver b q | --receiver | give one --to",
                "bridge send --to b:1 --mtu 1400 q | mtu=1400        | multiple of 32",
                "bridge send --to b:1 --lease 25h q | lease out of range | max=PT24H",
                "bridge receive --listen 0.0.0.0:9000 | listen=0.0.0.0:9000 | --expose",
                "web --listen 0.0.0.0:0            | address=0.0.0.0:0 | --expose",
                "driver --web=0.0.0.0:0            | address=0.0.0.0:0 | --expose",
                "driver --term-length 65537        | term length     |",
                "driver --max-logs 0               | logs=0          | at least 1",
                "driver --max-log-bytes -1         | max-log-bytes   |",
                "driver --max-per-client many      | max-per-client  |",
                "driver --group no-such-group-here | no such group   | no-such-group-here",
                "ping -n 0                         | -n              |",
                "ping --size 7                     | --size          |",
                "ping --interval 2h                | --interval      |",
                "ping stream                       | stream          |",
            })
    void aWrongCommandLineIsToldInOneLine(String line, String part, String other) {
        assertFails(ExitCode.USAGE, line, part, other == null ? "" : other);
        assertFalse(Files.exists(directory.driver()), "nothing was made");
    }

    @Test
    void aMonitorKnowsNoOtherExitCode() {
        assertFails(3, "check --nothing", "tailrace check --help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"pub s message", "bridge send --to 127.0.0.1:9000 s"})
    void aMissingDriverIsNamedSoon(String line) {
        long startNs = System.nanoTime();
        assertFails(ExitCode.NO_DRIVER, line, directory.driver().toString(), "tailrace driver");
        assertTrue(System.nanoTime() - startNs >= 1_000_000_000, "a driver may come within a second");
        assertFalse(Files.exists(directory.driver()), "nothing was made");
    }

    @Test
    void aDirectoryOfSomethingElseIsLeftAlone() throws IOException {
        Files.createDirectory(directory.driver());
        Path letter = Files.writeString(directory.driver().resolve("letter"), "dear");
        assertFails(ExitCode.IN_USE, "driver", directory.driver().toString(), "letter", "--dir");
        assertEquals("dear", Files.readString(letter));
        assertEquals(List.of("letter"), List.of(directory.driver().toFile().list()));
    }

    @Test
    void messageThatIsTooLongIsNamedWithTheLongest() {
        try (MediaDriver driver = launch();
                Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("s");
                Subscription subscription = tailrace.addSubscription("s")) {
            String longest = "x".repeat(LONGEST_WITH_64K_TERMS);
            String[] parts = {"length=" + (longest.length() + 1), "longest=" + longest.length()};
            assertFails(ExitCode.USAGE, "pub s x" + longest, parts);
            assertFails(ExitCode.USAGE, "pub s --term-length 128k message", "termLength=65536", "asked for=131072");
            assertFails(ExitCode.USAGE, "pub s --count 1 --size " + (longest.length() + 1), parts);
            Run.out(directory, "pub s " + longest);
            int[] received = new int[1];
            Await.until(
                    "the message",
                    () -> subscription.poll((buffer, offset, length, header) -> received[0] = length, 10) > 0);
            assertEquals(longest.length(), received[0]);
            assertTrue(driver.isRunning() && publication.position() > 0);
        }
    }

    @Test
    void nobodyWithinTheTimeIsTold() {
        try (MediaDriver driver = launch()) {
            String waiting = "pub s message --wait-subscriber 100ms";
            assertFails(ExitCode.TIMED_OUT, waiting, "100 ms", "stream=s", "tailrace sub s", "0 sent");
            assertFails(ExitCode.TIMED_OUT, "sub s --count 1 --for 100ms", "100 ms", "stream=s", "0 of 1");
            Run.out(directory, "sub s --for 1ms"); // Without a count that is a good end.
            assertTrue(driver.isRunning());
        }
    }
}
