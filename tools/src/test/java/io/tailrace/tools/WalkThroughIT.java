/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.dump.DumpRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The first steps of README, with the script itself; and what remains of a stream that has no publisher any more. */
@Tag("smoke")
final class WalkThroughIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

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
                .replace("./tailrace", "'" + ROOT.resolve("tailrace") + "'");
        return Tool.start(directory, List.of("bash", "-c", "cd '" + directory.path() + "' && " + here));
    }

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

    @Test
    void whatHasEndedIsShownAndReadWithItsDriverDeadAndWithTheNext() throws IOException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k")) {
            try (Tool sub = Tool.start(directory, "sub", "greetings", "--count", "2");
                    Tool pub = Tool.run(directory, "pub", "greetings", "hello", "world")) {
                pub.assertExit(ExitCode.OK);
                sub.assertExit(ExitCode.OK);
            }
            awaitDump("  ended ", " s ago, stays for ");
            assertReadFromOldest();
            driver.close(); // By a signal that it cannot handle.
        }
        awaitDump("\"hello\"", "\"world\"", "stays for ");
        try (Tool driver = Tool.driver(directory)) {
            assertReadFromOldest();
            driver.terminate();
            driver.assertExit(ExitCode.OK);
        }
        awaitDump("\"hello\"", "\"world\"", "stays for ");
        try (Tool json = Tool.run(directory, "dump", "greetings", "--json")) {
            assertTrue(json.out().contains("\"retainedForNs\":"), json::toString);
        }
        try (Tool clean = Tool.run(directory, "clean", "--force")) {
            assertTrue(clean.out().contains("it has ended, and the next driver keeps it for"), clean::toString);
        }
        assertEquals(List.of("driver.lock"), List.of(directory.driver().toFile().list()));
    }

    private void assertReadFromOldest() throws IOException {
        try (Tool sub = Tool.run(directory, "sub", "greetings", "--from", "oldest", "--count", "2")) {
            sub.assertExit(ExitCode.OK);
            assertEquals("hello\nworld\n", sub.out());
        }
    }

    /** In this process, because each look would start another one. */
    private void awaitDump(String... parts) {
        while (!Arrays.stream(parts)
                .allMatch(DumpRun.of(directory.driver(), "greetings").out()::contains)) {
            Tool.pause();
        }
    }

    @Test
    void nothingButTheEventsStaysWhereTheDriverIsToldSo() throws IOException {
        try (Tool driver = Tool.driver(directory, "--retain", "0s");
                Tool sub = Tool.start(directory, "sub", "greetings");
                Tool pub = Tool.run(directory, "pub", "greetings", "hello")) {
            pub.assertExit(ExitCode.OK);
            sub.awaitOut("hello");
            while (directory.driver().resolve("logs").toFile().list().length > 0) {
                Tool.pause();
            }
            sub.close();
            driver.terminate();
            driver.assertExit(ExitCode.OK);
        }
        assertEquals(
                Set.of("driver.lock", "events"),
                Set.of(directory.driver().toFile().list()));
    }
}
