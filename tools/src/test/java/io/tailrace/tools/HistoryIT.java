/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.LocalHost;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** History with processes: the walk-through of HISTORY.md, and the messages when the historian dies. */
@Timeout(300)
class HistoryIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Host HOST = new LocalHost();

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Path week() {
        return directory.path().resolve("week");
    }

    /**
     * {@return the lines of the walk-through as a script; its first line is the historian, which a test ends itself}
     */
    private static String script() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/HISTORY.md")).stream()
                .filter(line -> line.startsWith("$ "))
                .skip(1)
                .map(line -> line.substring(2)
                        .replace("%2", "%1")
                        .replace("./tailrace", "'" + ROOT.resolve("tailrace") + "'"))
                .collect(Collectors.joining("\n", "set -e; cd '$DIR'\n", ""));
    }

    private Tool historian() throws IOException {
        Tool historian = Tool.start(
                directory, "history", "--stream", "quotes", "--to", week().toString(), "--segment-length", "4m");
        historian.awaitOut("READY dir=" + week());
        return historian;
    }

    @Test
    void theWalkThroughShowsWhatTheDocumentSays() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool historian = historian()) {
            String script = script().replace("$DIR", directory.path().toString());
            try (Tool walk = Tool.run(directory, List.of("bash", "-c", script))) {
                walk.assertExit(ExitCode.OK);
                assertTrue(walk.out().contains("\n720000\n"), walk::toString);
                assertTrue(walk.out().contains("  needed by \"risk\"\nto be removed: 0 bytes"), walk::toString);
                assertTrue(walk.out().contains("\nremoved: 12916200 bytes\n"), walk::toString);
                assertTrue(walk.out().contains("bytes can be read; nothing is damaged\n"), walk::toString);
                assertTrue(walk.out().contains("  HISTORY\n"), walk::toString);
                assertTrue(walk.err().contains("released \"risk\""), walk::toString);
            }
            historian.terminate();
            historian.assertExit(ExitCode.OK);
            assertEquals("ended", HistoryView.read(week(), List.of(), HOST).state());
            driver.terminate();
        }
    }

    @Test
    void aDeadHistorianIsCriticalWithTheCommandThatHelpsAndTheNextOneGoesOn() throws Exception {
        try (Tool driver = Tool.driver(directory)) {
            try (Tool historian = historian();
                    Tool pub = Tool.run(directory, "pub", "quotes", "one")) {
                pub.assertExit(ExitCode.OK);
                try (Tool second = Tool.run(directory, "history", "--stream", "s", "--to", week().toString())) {
                    second.assertFails(ExitCode.IN_USE, "a historian is at work there");
                }
                historian.signal("KILL");
                historian.await();
            }
            String remedy = "tailrace history --to " + week() + " --stream quotes";
            for (String command : List.of("doctor", "check", "ls", "top --once", "check --format json")) {
                try (Tool tool = Tool.run(directory, command.split(" ", -1))) {
                    assertTrue(tool.out().contains("its historian is dead"), tool::toString);
                    assertTrue(tool.out().contains(remedy), tool::toString);
                }
            }
            try (Tool historian = historian();
                    Tool pub = Tool.run(directory, "pub", "quotes", "two");
                    Tool sub = Tool.run(directory, "sub", "quotes", "--from", "beginning", "--count", "2")) {
                pub.assertExit(ExitCode.OK);
                assertEquals("one\ntwo\n", sub.out());
                assertTrue(historian.isAlive() && driver.isAlive());
            }
        }
        try (Tool export = Tool.run(directory, "history", "export", week().toString(), "quotes")) {
            assertEquals("one\ntwo\n", export.out(), "without a driver, too");
        }
        Files.move(week(), directory.path().resolve("moved"));
        try (Tool ls = Tool.run(directory, "ls")) {
            assertTrue(ls.out().contains("nothing of it can be read: "), ls::toString);
        }
    }
}
