/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The demo in the JVM that a user gets: it starts the other processes in the same way. */
class DemoIT {
    private static final Pattern RESULT = Pattern.compile(
            "\\{\"sent\":(\\d+),\"received\":\\[(\\d+),(\\d+)],\"lost\":0,\"duplicated\":0,\"reordered\":0,"
                    + "\"rate\":\\d+,\"p50_ns\":\\d+,\"p99_ns\":\\d+}");
    private static final Pattern FILES = Pattern.compile("in (\\S*tailrace-demo-\\d+)");

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    @Tag("smoke")
    @Test
    void demoIsCleanAndSaysSo() throws IOException {
        assertClean("20k", 2);
    }

    @Test
    void demoIsCleanAtFullSpeed() throws IOException {
        assertClean("0", 1);
    }

    private void assertClean(String rate, int seconds) throws IOException {
        String limit = Integer.toString(seconds);
        try (Tool demo = Tool.run(directory, Tool.plain("demo", "--seconds", limit, "--rate", rate, "--json"))) {
            demo.assertExit(ExitCode.OK);
            assertEquals("", demo.err());
            List<String> lines = demo.out().lines().toList();
            for (int i = 1; i <= seconds; i++) {
                String start = "   " + i + " s ";
                assertEquals(
                        1, lines.stream().filter(line -> line.startsWith(start)).count(), demo::out);
            }
            Matcher result = RESULT.matcher(lines.get(lines.size() - 1));
            assertTrue(result.matches(), demo::out);
            assertTrue(Long.parseLong(result.group(1)) > 0, demo::out);
            assertEquals(result.group(1), result.group(2));
            assertEquals(result.group(1), result.group(3));
            assertFalse(Files.exists(files(demo)), "files are left");
        }
    }

    @Test
    void signalLeavesNoFilesAndNoProcesses() throws IOException {
        try (Tool demo = Tool.start(directory, Tool.plain("demo", "--seconds", "60"))) {
            demo.awaitOut("   1 s ");
            Path files = files(demo);
            assertTrue(Files.exists(files));
            List<ProcessHandle> children =
                    ProcessHandle.of(demo.pid()).orElseThrow().children().toList();
            assertEquals(4, children.size());
            demo.terminate();
            demo.assertFails(ExitCode.INTERRUPTED_BY_TERM, "interrupted");
            assertFalse(Files.exists(files), "files are left");
            for (ProcessHandle child : children) {
                assertFalse(child.isAlive(), "child is left: pid=" + child.pid());
            }
        }
    }

    @Test
    void deadProcessIsReported() throws IOException {
        try (Tool demo = Tool.start(directory, Tool.plain("demo", "--seconds", "60"))) {
            demo.awaitOut("   1 s ");
            ProcessHandle subscriber = ProcessHandle.of(demo.pid())
                    .orElseThrow()
                    .children()
                    .filter(child -> child.info().commandLine().orElse("").contains(" bench-sub "))
                    .findFirst()
                    .orElseThrow();
            subscriber.destroyForcibly();
            demo.assertFails(ExitCode.INTERNAL, "subscriber", "pid=" + subscriber.pid());
            assertFalse(Files.exists(files(demo)), "files are left");
        }
    }

    @Test
    void demoThatIsKilledLeavesNoProcesses() throws IOException {
        try (Tool demo = Tool.start(directory, Tool.plain("demo", "--seconds", "60"))) {
            demo.awaitOut("   1 s ");
            List<ProcessHandle> children =
                    ProcessHandle.of(demo.pid()).orElseThrow().children().toList();
            demo.close();
            for (ProcessHandle child : children) {
                while (child.isAlive()) {
                    Tool.pause();
                }
            }
            try (ToolDirectory left = new ToolDirectory(files(demo))) {
                assertTrue(Files.exists(left.path()), "a killed process cannot delete its files");
            }
        }
    }

    private static Path files(Tool demo) {
        Matcher matcher = FILES.matcher(demo.out());
        assertTrue(matcher.find(), demo::out);
        return Path.of(matcher.group(1));
    }
}
