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
    private static final Pattern FILES = Pattern.compile("--dir (\\S*tailrace-demo-\\d+)");

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    @Tag("smoke")
    @Test
    void demoIsCleanAtFullSpeedAndSaysSo() throws IOException {
        try (Tool demo = Tool.run(directory, Tool.plain("demo", "--seconds", "2", "--rate", "0"))) {
            demo.awaitQuietEnd();
            List<String> lines = demo.out().lines().toList();
            assertTrue(
                    lines.stream().anyMatch(line -> line.startsWith("     1 s ") && line.endsWith(" warm-up")),
                    demo::out);
            String last = lines.get(lines.size() - 1);
            assertTrue(last.matches("sent [1-9]\\d*: every subscriber got every message once and in order"), demo::out);
            String sent = last.replaceAll("\\D", "");
            for (String subscriber : List.of("first", "second")) {
                String line = subscriber + " subscriber, total: " + sent
                        + " received, 0 lost, 0 repeated; latency after warm-up p50 ";
                assertTrue(lines.stream().anyMatch(each -> each.startsWith(line)), demo::out);
            }
            assertFalse(Files.exists(files(demo)), "files are left");
        }
    }

    /** {@code PingIT} has the deaths of processes that one command starts. */
    @Test
    void signalLeavesNoFilesAndNoProcesses() throws IOException {
        try (Tool demo = Tool.start(directory, Tool.plain("demo", "--seconds", "60"))) {
            demo.awaitOut("     1 s ");
            List<ProcessHandle> children =
                    ProcessHandle.of(demo.pid()).orElseThrow().children().toList();
            assertEquals(4, children.size(), demo::toString);
            assertTrue(Files.exists(files(demo)));
            demo.terminate();
            demo.assertFails(ExitCode.INTERRUPTED_BY_TERM, "interrupted");
            assertFalse(Files.exists(files(demo)), "files are left");
            assertTrue(children.stream().noneMatch(ProcessHandle::isAlive), children::toString);
        }
    }

    private static Path files(Tool demo) {
        Matcher matcher = FILES.matcher(demo.out());
        assertTrue(matcher.find(), demo::out);
        return Path.of(matcher.group(1));
    }
}
