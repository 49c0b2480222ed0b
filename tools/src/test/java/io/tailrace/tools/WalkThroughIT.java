/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.inspect.HistoryView;
import io.tailrace.inspect.LocalHost;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The commands that the documents show, with the script itself. */
final class WalkThroughIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String SCRIPT = "'" + ROOT.resolve("tailrace") + "'";

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    /** {@return the commands of README's first steps by hand, one for each terminal} */
    private static List<String> terminals() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
        int first = lines.indexOf("./tailrace driver");
        return lines.subList(first, first + lines.subList(first, lines.size()).indexOf("```"));
    }

    /** Runs a line in a shell of its own, unchanged except for the path of the script. */
    private Tool terminal(String line) throws IOException {
        String here = (line.contains("|") ? line : "exec " + line) // So that the command gets the signal, not a shell.
                .replace("./tailrace", SCRIPT);
        return Tool.start(directory, List.of("bash", "-c", "cd '" + directory.path() + "' && " + here));
    }

    @Tag("smoke")
    @Test
    void theFirstStepsShowWhatWasPublished() throws IOException {
        List<String> lines = terminals();
        assertEquals(3, lines.size(), lines::toString);
        assertTrue(lines.get(2).endsWith("; ./tailrace dump greetings"), lines::toString);
        try (Tool driver = terminal(lines.get(0))) {
            driver.awaitOut("READY");
            try (Tool sub = terminal(lines.get(1));
                    Tool pub = terminal(lines.get(2))) {
                pub.assertExit(ExitCode.OK);
                sub.awaitOut("hello");
                assertTrue(pub.out().contains("\"hello\""), pub::toString);
            }
        }
    }

    /** {@return the lines of a document's walk-through} */
    private static Stream<String> lines(String document) throws IOException {
        return Files.readAllLines(ROOT.resolve("docs").resolve(document)).stream()
                .filter(line -> line.startsWith("$ "))
                .map(line -> line.substring(2).replace("./tailrace", SCRIPT));
    }

    private Tool walk(Stream<String> lines) throws IOException {
        return Tool.run(directory, List.of("bash", "-c", lines.collect(Collectors.joining("\n"))));
    }

    /** Its first line is the historian, which the test starts and ends itself. */
    @Test
    void thoseOnHistory() throws IOException {
        String week = directory.path().resolve("week").toString();
        try (Tool driver = Tool.driver(directory);
                Tool historian = Tool.start(
                        directory, "history", "--stream", "quotes", "--to", week, "--segment-length", "4m")) {
            historian.awaitOut("READY dir=" + week);
            // A job that has ended already has no number any more.
            Stream<String> lines = lines("HISTORY.md").skip(1).map(line -> line.replace("wait %2", "wait"));
            try (Tool walk = walk(Stream.concat(Stream.of("set -e; cd '" + directory.path() + "'"), lines))) {
                walk.assertExit(ExitCode.OK);
                Run.assertHas(
                        walk.out(),
                        "\n720000\n",
                        "  needed by \"risk\"\nto be removed: 0 bytes",
                        "\nremoved: 12916200 bytes\n",
                        "bytes can be read; nothing is damaged\n",
                        "  HISTORY\n");
                Run.assertHas(walk.err(), "released \"risk\"");
            }
            historian.terminate();
            historian.assertExit(ExitCode.OK);
            String state =
                    HistoryView.read(Path.of(week), List.of(), new LocalHost()).state();
            assertEquals("ended", state);
            assertTrue(driver.isAlive());
        }
    }

    /** Between two network namespaces; the names of these hosts are unique to this test. */
    @Test
    void thoseOnBridges() throws IOException {
        assumeTrue(
                SmallFileSystem.run("sh", "-c", "ip netns add tailrace-probe && ip netns del tailrace-probe"),
                "skipped: this user may not make network namespaces here");
        String alpha = "a" + ProcessHandle.current().pid();
        String beta = "b" + ProcessHandle.current().pid();
        String driversAreThere =
                "until [ -e /dev/shm/alpha/control ] && [ -e /dev/shm/beta/control ]; do sleep 0.1; done";
        Stream<String> lines = lines("BRIDGE.md")
                .flatMap(line -> line.startsWith("$alpha driver") // A user looks at what they print.
                        ? Stream.of(line, driversAreThere)
                        : Stream.of(line))
                .map(line -> line.replace("/dev/shm/", directory.path() + "/")
                        .replaceAll("\\balpha\\b", alpha)
                        .replaceAll("\\bbeta\\b", beta));
        try (Tool walk = walk(lines)) {
            walk.assertExit(ExitCode.OK);
            Run.assertHas(
                    walk.err(), "\n1000 received, ", "\n2000 received, ", "link down: to=10.77.0.2:9000, host=" + beta);
            String last = "           23904     0       23904  DATA            19  \"EURUSD 1000\"";
            assertEquals(2, walk.out().lines().filter(last::equals).count(), walk::toString);
            assertFalse(Files.exists(Path.of("/run/netns", alpha)), "the namespaces are gone");
        } finally {
            for (String host : List.of(alpha, beta)) {
                SmallFileSystem.run("ip", "netns", "del", host); // If the script has failed early.
            }
        }
    }
}
