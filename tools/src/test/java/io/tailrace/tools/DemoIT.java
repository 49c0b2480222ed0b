/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Await;
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
    void demoIsCleanAtFullSpeedAndSaysSo() throws IOException {
        try (Tool demo = Tool.run(directory, Tool.plain("demo", "--seconds", "1", "--rate", "0", "--json"))) {
            demo.awaitQuietEnd();
            List<String> lines = demo.out().lines().toList();
            assertEquals(
                    1, lines.stream().filter(line -> line.startsWith("   1 s ")).count(), demo::out);
            JsonSchemas.assertValid("demo", lines.get(lines.size() - 1));
            Matcher result = RESULT.matcher(lines.get(lines.size() - 1));
            assertTrue(result.matches(), demo::out);
            assertTrue(Long.parseLong(result.group(1)) > 0, demo::out);
            assertEquals(result.group(1), result.group(2));
            assertEquals(result.group(1), result.group(3));
            assertFalse(Files.exists(files(demo)), "files are left");
        }
    }

    private Tool start() throws IOException {
        Tool demo = Tool.start(directory, Tool.plain("demo", "--seconds", "60"));
        demo.awaitOut("   1 s ");
        assertTrue(Files.exists(files(demo)));
        assertEquals(4, children(demo).size(), demo::toString);
        return demo;
    }

    private static List<ProcessHandle> children(Tool demo) {
        return ProcessHandle.of(demo.pid()).orElseThrow().children().toList();
    }

    @Test
    void signalLeavesNoFilesAndNoProcesses() throws IOException {
        try (Tool demo = start()) {
            List<ProcessHandle> children = children(demo);
            demo.terminate();
            demo.assertFails(ExitCode.INTERRUPTED_BY_TERM, "interrupted");
            assertFalse(Files.exists(files(demo)), "files are left");
            assertTrue(children.stream().noneMatch(ProcessHandle::isAlive), children::toString);
        }
    }

    @Test
    void deadProcessIsReported() throws IOException {
        try (Tool demo = start()) {
            ProcessHandle subscriber = children(demo).stream()
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
        try (Tool demo = start()) {
            List<ProcessHandle> children = children(demo);
            demo.kill();
            Await.until("the end of its children", () -> children.stream().noneMatch(ProcessHandle::isAlive));
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
