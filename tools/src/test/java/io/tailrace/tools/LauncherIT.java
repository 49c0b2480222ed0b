/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The launcher with a jar that is built: how it starts the JVM. */
class LauncherIT {
    private static final Path ROOT = Path.of("..");
    private static final int AT_ONCE = 4;

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private Path target = Path.of("");

    @BeforeEach
    void install() throws IOException {
        for (String file :
                List.of("tailrace", "pom.xml", "tools/src/main/sh/launcher.sh", "tools/target/tailrace.jar")) {
            Path copy = directory.path().resolve(file);
            Files.createDirectories(copy.getParent());
            Files.copy(ROOT.resolve(file), copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
        target = directory.path().resolve("tools/target");
        Files.setLastModifiedTime(target.resolve("tailrace.jar"), FileTime.from(Instant.now()));
    }

    private Tool start(String variable, String... arguments) throws IOException {
        String home = "JAVA_HOME=" + System.getProperty("java.home");
        List<String> words = new ArrayList<>(List.of("env", "-u", "TAILRACE_OPTS", home));
        if (!variable.isEmpty()) {
            words.add(variable);
        }
        words.add(directory.path().resolve("tailrace").toString());
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

    private List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> !file.endsWith("tailrace.jar")).toList();
        }
    }

    @Test
    void launchersThatStartAtOnceMakeOneArchiveAndUseIt() throws IOException {
        List<Tool> launchers = new ArrayList<>();
        try {
            for (int i = 0; i < AT_ONCE; i++) {
                launchers.add(start("", "--version"));
            }
            for (Tool launcher : launchers) {
                launcher.assertExit(ExitCode.OK);
                assertEquals("", launcher.err());
                assertEquals(1, launcher.out().lines().count(), launcher::toString);
            }
        } finally {
            launchers.forEach(Tool::close);
        }
        List<Path> archives = archives();
        assertEquals(1, archives.size(), archives::toString);
        assertTrue(Files.size(archives.get(0)) > 1 << 20, "empty: no archive could be made");
        try (Tool driver = start("", "driver")) {
            driver.awaitOut("READY ");
            String maps = Files.readString(Path.of("/proc", Long.toString(driver.pid()), "maps"));
            assertTrue(maps.contains(archives.get(0).getFileName().toString()), maps);
            assertEquals("", driver.err());
            assertTrue(run("", "ls").startsWith("STREAM"));
        }
        FileTime made = Files.getLastModifiedTime(archives.get(0));
        run("", "--version");
        assertEquals(made, Files.getLastModifiedTime(archives.get(0)), "made again");
    }

    @Test
    void anArchiveThatIsNoneOfThisJarIsPassedOverInSilenceAndAnOldOneIsMadeAgain() throws IOException {
        run("", "--version");
        Path archive = archives().get(0);
        for (String bad : List.of("nonsense".repeat(1000), "")) {
            Files.delete(archive);
            Files.writeString(archive, bad);
            assertEquals(1, run("", "--version").lines().count());
        }
        FileTime old = FileTime.from(Instant.now().minusSeconds(3600));
        Files.setLastModifiedTime(archive, old);
        run("", "--version");
        assertTrue(Files.getLastModifiedTime(archive).compareTo(old) > 0, "not made again");
        assertEquals(List.of(archive), archives());
        // Another jar with the same time: the archive is not older than this jar.
        Files.setLastModifiedTime(
                target.resolve("tailrace.jar"), FileTime.from(Instant.now().minusSeconds(1)));
        assertEquals(1, run("", "--version").lines().count());
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
