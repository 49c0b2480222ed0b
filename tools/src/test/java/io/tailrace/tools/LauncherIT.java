/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.dump.DumpRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The launcher with a jar that is built: how it starts the JVM, and what works in that without flags. */
class LauncherIT {
    private static final Path LAUNCHER =
            Path.of("..", "tailrace").toAbsolutePath().normalize();
    private static final Path ARCHIVE = Path.of("target", "tailrace-" + Runtime.version() + ".jsa");

    private static final Path GERMAN = Path.of("/usr/share/locale/de/LC_MESSAGES/libc.mo");

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

    /** The system's texts in the language of the user change no exit code of an address. */
    @Test
    void anErrorInGermanHasTheUsualExitCode() throws IOException {
        assumeTrue(Files.exists(GERMAN), "the system has no German texts");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String web = "web --listen " + taken.getLocalPort();
            List<String> german = Tool.wrap(Tool.quick(web.split(" ")), "env", "LC_ALL=C.UTF-8", "LANGUAGE=de");
            try (Tool tool = Tool.run(directory, german)) {
                tool.assertFails(ExitCode.IN_USE, "Die Adresse wird bereits verwendet");
            }
        }
    }

    @Test
    void argumentsKeepTheirBytesWhateverTheLocale() throws IOException {
        try (Tool dump = start("LC_ALL=C", "dump", "grün-€")) {
            dump.assertFails(ExitCode.NO_DRIVER, "grün-€");
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
    }

    /** SBE's own reader of schemas would fail without a flag. */
    @Test
    void dumpDecodesMessages() throws Exception {
        Path schema = DumpRun.compileSchema(directory.path());
        byte[] empties = HexFormat.of().parseHex("0000" + "0400" + "4d00" + "0100" + "0000" + "01000000" + "00000000");
        try (Tailrace tailrace = Tailrace.open(directory.driver());
                Publication publication = tailrace.addPublication("quotes")) {
            tailrace.addSubscription("quotes"); // The publication needs a subscriber.
            assertTrue(publication.offer(empties, Duration.ofSeconds(20)) > 0);
            try (Tool dump = Tool.run(directory, Tool.plain("dump", "quotes", "--sbe", schema.toString()))) {
                dump.awaitQuietEnd();
                Run.assertHas(dump.out(), "  Empties {\"none\":[{\"text\":\"\"}]}\n");
            }
        }
    }

    @Test
    void onlyThePageLoadsTheClientLibraryOfPrometheus() throws IOException {
        try (MediaDriver driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory.driver()));
                Tool ls = Tool.run(directory, Tool.commandLine(List.of("-Xlog:class+load"), "ls"))) {
            ls.assertExit(ExitCode.OK);
            assertTrue(ls.out().contains("io.tailrace.tools.look.LsCommand"), "the rule would notice");
            assertFalse(ls.out().contains("io.prometheus."));
            assertTrue(driver.isRunning());
        }
        try (JarFile jar = new JarFile(Tool.JAR.toFile())) {
            assertTrue(jar.stream().anyMatch(entry -> entry.getName().startsWith("io/prometheus/")));
            assertFalse(jar.stream().anyMatch(entry -> entry.getName().startsWith("io/micrometer/")));
        }
    }
}
