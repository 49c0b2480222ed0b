/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The launcher with a jar that is built: how it starts the JVM. */
class LauncherIT {
    private static final Path LAUNCHER =
            Path.of("..", "tailrace").toAbsolutePath().normalize();
    private static final Path ARCHIVE = Path.of("target", "tailrace-" + Runtime.version() + ".jsa");

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private Tool start(String variable, String... arguments) throws IOException {
        String home = "JAVA_HOME=" + System.getProperty("java.home");
        List<String> words = new ArrayList<>(List.of("env", "-u", "TAILRACE_OPTS", home));
        if (!variable.isEmpty()) {
            words.add(variable);
        }
        words.add(LAUNCHER.toString());
        words.addAll(List.of(arguments));
        return Tool.start(directory, words);
    }

    private String run(String variable, String... arguments) throws IOException {
        try (Tool tool = start(variable, arguments)) {
            tool.endInput();
            tool.assertExit(ExitCode.OK);
            assertEquals("", tool.err());
            return tool.out();
        }
    }

    @Test
    void theArchiveOfTheBuildIsUsed() throws IOException {
        assumeTrue(Files.exists(ARCHIVE), "another JDK made it");
        assertTrue(Files.size(ARCHIVE) > 1 << 20);
        try (Tool driver = start("", "driver")) {
            driver.awaitOut("READY ");
            String maps = Files.readString(Path.of("/proc", Long.toString(driver.pid()), "maps"));
            assertTrue(maps.contains(ARCHIVE.getFileName().toString()), maps);
            assertEquals("", driver.err());
            assertTrue(run("", "ls").startsWith("STREAM"));
        }
    }

    @Test
    void optionsForTheJvmAreWordsOfAVariable() throws IOException {
        String flags = run("TAILRACE_OPTS=-Xmx48m -XX:+PrintFlagsFinal -Dpattern=/*", "--version");
        List<String> heap = Pattern.compile("\\bMaxHeapSize\\s+= (\\d+)")
                .matcher(flags)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(List.of(Integer.toString(48 << 20)), heap, flags);
        // An option with a space must be in a file.
        Path options = Files.writeString(
                directory.path().resolve("options"), "-XX:+PrintFlagsFinal -XX:OnOutOfMemoryError=\"two words\"\n");
        flags = run("TAILRACE_OPTS=@" + options, "--version");
        assertTrue(flags.matches("(?s).*\\bOnOutOfMemoryError\\s+= two words .*"), flags);
    }
}
