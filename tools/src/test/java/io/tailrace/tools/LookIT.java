/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands that look again and again, in a pipe and in a terminal. */
class LookIT {
    private static final String ESCAPE = "\u001b";
    private static final int COLUMNS = 60;

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    @Test
    void aWatchedListComesAgainWithItsTotalsUntilASignal() throws IOException {
        try (MediaDriver driver = launch();
                Tailrace client = connect("quotes");
                Tool ls = Tool.start(directory, "ls", "--watch", "50ms")) {
            Await.until("three lists", () -> ls.out().split("\nSTREAM ", -1).length > 3);
            ls.terminate();
            ls.assertExit(ExitCode.OK);
            long pid = ProcessHandle.current().pid();
            Run.assertHas(ls.out(), "Z  driver " + pid + " lives, up ", "streams 1 (0 held back)", "no publisher");
            Run.of(directory, "ls --watch 0s").assertFails(ExitCode.USAGE, "--watch must be longer than 0");
            assertTrue(driver.isRunning() && client.isDriverAlive());
        }
    }

    private MediaDriver launch() {
        return MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory.driver()));
    }

    /** {@return a client with subscriptions of these streams} */
    private Tailrace connect(String... streams) {
        Tailrace client = Tailrace.connect(directory.driver());
        List.of(streams).forEach(client::addSubscription);
        return client;
    }

    @Test
    void aTopInATerminalDrawsOverItselfAndLeavesItAsItWas() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script of util-linux is missing: no terminal");
        List<String> top = Tool.shell(
                "stty rows 6 cols " + COLUMNS + "; stty -g; TERM=xterm \"$@\"; echo; stty -g",
                Tool.quick("top", "--watch", "100ms"));
        String command = top.stream().map(word -> '\'' + word + '\'').collect(Collectors.joining(" "));
        try (MediaDriver driver = launch();
                Tailrace client = connect("流れ-" + "x".repeat(COLUMNS), "s2", "s3");
                Tool terminal = Tool.start(directory, List.of("script", "-q", "-f", "-c", command, "/dev/null"))) {
            terminal.awaitOut("1 more");
            ProcessHandle.of(terminal.pid()).stream()
                    .flatMap(ProcessHandle::descendants)
                    .filter(process -> process.info().command().orElse("").endsWith("/java"))
                    .findFirst()
                    .orElseThrow()
                    .destroy();
            terminal.assertExit(ExitCode.OK);
            String out = terminal.out();
            List<String> settings = Pattern.compile("(?m)^[0-9a-f]+(?::[0-9a-f]+){10,}\\s*$")
                    .matcher(out)
                    .results()
                    .map(MatchResult::group)
                    .map(String::strip)
                    .toList();
            assertEquals(2, settings.size(), out);
            assertEquals(settings.get(0), settings.get(1));
            assertTrue(out.contains(ESCAPE + "[H"), out);
            assertTrue(!out.contains("?1049") && !out.contains("?25l"), out);
            assertTrue(driver.isRunning() && client.isDriverAlive());
        }
    }
}
