/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Verdicts on real problems. The test cannot know what else is wrong with its host. */
class DoctorIT {
    private static final int SIZE_MIB = 16;

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    /** {@return the output; the exit code is that of the worst verdict} */
    private static String examined(Tool doctor) {
        String out = doctor.out();
        doctor.assertExit(out.contains("[CRIT]") ? 2 : out.contains("[WARN]") ? 1 : 0);
        assertEquals("", doctor.err());
        return out;
    }

    private String doctor(String... options) throws IOException {
        String[] arguments =
                Stream.concat(Stream.of("doctor"), Arrays.stream(options)).toArray(String[]::new);
        try (Tool doctor = Tool.run(directory, arguments)) {
            return examined(doctor);
        }
    }

    private static void assertHas(String out, String regex) {
        assertTrue(out.matches("(?s).*" + regex + ".*"), () -> "no '" + regex + "' in " + out);
    }

    @Test
    void withoutADriverTheHostIsExaminedAllTheSame() throws IOException {
        String out = doctor();
        assertHas(out, "\\[OK  ] driver +there is none yet");
        assertHas(out, "\\[OK  ] leftovers +none");
        assertHas(out, "\\[OK  ] directory +path=" + directory.driver() + " does not exist yet");
        assertHas(out, "] java +this command \\(pid \\d+\\): version=");
        assertHas(out, "] open files +this command .*open=\\d+");
        assertHas(out, "] clock ");
        assertFalse(Files.exists(directory.driver()), "it has made it");
    }

    @Test
    void aDriverThatLivesAndItsClients() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes", "--count", "1000m", "--rate", "1k")) {
            sub.awaitOut("0001");
            String out = doctor();
            assertHas(out, "\\[OK  ] driver +lives, pid=" + driver.pid() + ", clients=2");
            assertHas(out, "\\[OK  ] files +all can be read");
            assertHas(out, "] processors +driver \\(pid " + driver.pid() + "\\): allowed=\\d+");
            assertHas(out, "] mappings +driver \\(pid \\d+\\): used=\\d+.*; and 2 more\n");
            assertHas(out, "streams here=22\\dK, one more=22\\dK");
            sub.stop();
            while (!doctor().contains("[WARN] clients")) {
                // The test has a time limit.
            }
            assertHas(
                    doctor(),
                    "pid " + sub.pid() + ", tailrace sub quotes\\): silent for .*, stopped\n +fix: .*kill -CONT "
                            + sub.pid());
            sub.signal("CONT");

            try (Tool json = Tool.run(directory, "doctor", "--json")) {
                json.await();
                JsonSchemas.assertValid("doctor", json.out());
            }
        }
    }

    @Test
    void aSmallFileSystem() throws IOException {
        try (SmallFileSystem small = SmallFileSystem.mount(directory.path().resolve("small"), SIZE_MIB)) {
            String dir = small.path().resolve("driver").toString();
            assertHas(doctor("--dir", dir), "\\[WARN] space +size=16M, free=16M, .*room for 1 more\n +fix: ");
            try (Tool driver = Tool.driver(directory, "--dir", dir);
                    Tool pub = Tool.start(directory, "pub", "quotes", "--dir", dir)) {
                pub.input("message\n");
                while (!doctor("--dir", dir).contains("[CRIT] space")) {
                    assertTrue(driver.isAlive() && pub.isAlive());
                }
                assertHas(doctor("--dir", dir), "free=2[.0-9]*M, streams here=12M, one more=12M .*, room for 0 more");
                assertHas(doctor("--dir", dir), "\\[OK  ] file system +type=tmpfs");
            }
        }
    }

    @Test
    void aUserWhoMayNotConnect() throws IOException {
        Users users = Users.of(directory);
        try (Tool driver = Tool.driver(directory, users.owner("driver"));
                Tool stranger = Tool.run(directory, users.stranger("doctor"))) {
            stranger.assertExit(2);
            String out = examined(stranger);
            assertHas(out, "\\[CRIT] directory +path=" + directory.driver() + ", owner=root, .*: this user may not");
            assertHas(out, "\\[\\?   ] driver +not allowed to read");
            assertHas(doctor(), "\\[OK  ] directory +.*mode=700: this user may connect");
            assertTrue(driver.isAlive());
        }
        Path elsewhere = directory.path().resolve("missing").resolve("driver");
        try (Tool stranger = Tool.run(directory, users.stranger("doctor", "--dir", elsewhere.toString()))) {
            assertHas(examined(stranger), "\\[CRIT] directory +path=.*cannot create it");
        }
    }

    @Test
    void whatACrashLeft() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes", "--count", "1000m", "--rate", "1k")) {
            sub.awaitOut("0001");
            driver.signal("KILL");
            driver.await();
            String orphans = doctor();
            assertHas(orphans, "\\[CRIT] driver +dead, .*clients=2: .*\n +fix: start one: tailrace driver --dir ");
            for (Tool tool : List.of(sub, pub)) {
                tool.signal("KILL");
                tool.await();
            }
        }
        Map<Path, String> before = fingerprint();
        String out = doctor();
        assertHas(out, "\\[WARN] driver +dead, pid=\\d+, clients=0: its process is gone");
        assertHas(out, "\\[WARN] leftovers +count=\\d+, bytes=\\d{6,}, first=.*\n +fix: .*tailrace clean --dir ");
        assertEquals(before, fingerprint(), "it changed something");

        try (Tool clean = Tool.run(directory, "clean", "--force")) {
            clean.assertExit(ExitCode.OK);
        }
        assertHas(doctor(), "\\[OK  ] leftovers +none");
    }

    private Map<Path, String> fingerprint() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(directory.driver())) {
            for (Path file : tree.toList()) {
                String content =
                        Files.isRegularFile(file) ? Integer.toHexString(Arrays.hashCode(Files.readAllBytes(file))) : "";
                files.put(file, Files.getLastModifiedTime(file) + " " + content);
            }
        }
        return files;
    }
}
