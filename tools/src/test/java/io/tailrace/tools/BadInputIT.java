/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each mistake gets one clear line and the right exit code, and causes no other harm. */
class BadInputIT {
    private static final int LONGEST_WITH_64K_TERMS = 8_184;
    private static final int PAGE = 4_096;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private String dir() {
        return directory.driver().toString();
    }

    @Test
    void missingDriverIsNamedSoon() throws IOException {
        for (String[] arguments : new String[][] {{"pub", "s", "message"}, {"sub", "s"}}) {
            long startNs = System.nanoTime();
            try (Tool tool = Tool.run(directory, arguments)) {
                tool.assertFails(ExitCode.NO_DRIVER, dir(), "tailrace driver");
                long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
                assertTrue(tookMs >= 1_000, "a driver may come within a second: tookMs=" + tookMs);
            }
        }
        assertFalse(Files.exists(directory.driver()), "nothing was made");
    }

    @Test
    void secondDriverNamesTheFirst() throws IOException {
        try (Tool first = Tool.driver(directory);
                Tool second = Tool.run(directory, "driver")) {
            second.assertFails(ExitCode.IN_USE, dir(), "pid=" + first.pid());
            assertPasses("after a second driver");
        }
    }

    @Test
    void directoryOfSomethingElseIsLeftAlone() throws IOException {
        Files.createDirectory(directory.driver());
        Path letter = Files.writeString(directory.driver().resolve("letter"), "dear");
        try (Tool tool = Tool.run(directory, "driver")) {
            tool.assertFails(ExitCode.IN_USE, dir(), "letter", "--dir");
        }
        assertEquals("dear", Files.readString(letter));
        try (Stream<Path> files = Files.list(directory.driver())) {
            assertEquals(List.of(letter), files.toList());
        }
    }

    @Test
    void directoryThatNobodyMayWriteToIsRefused() throws IOException {
        Path parent = Files.createDirectory(directory.path().resolve("closed"));
        parent.toFile().setWritable(false, false);
        // Root may write to the parent, but not where the kernel shows its own state.
        Path closed = (Files.isWritable(parent) ? Path.of("/sys") : parent).resolve("tailrace-test");
        try (Tool tool = Tool.run(directory, "driver", "--dir", closed.toString())) {
            tool.assertFails(ExitCode.PERMISSION, closed.toString());
        }
    }

    @Test
    void aTermLengthThatTheStreamDoesNotHaveIsRefused() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "s", "--count", "2")) {
            try (Tool pub = Tool.start(directory, "pub", "s", "--term-length", "64k")) {
                pub.input("first\n");
                sub.awaitOut("first\n");
                try (Tool second = Tool.run(directory, "pub", "s", "--term-length", "128k", "message")) {
                    second.assertFails(ExitCode.USAGE, "termLength=65536", "asked for=131072");
                }
                try (Tool second = Tool.run(directory, "pub", "s", "second")) {
                    second.assertExit(ExitCode.OK);
                }
            }
            sub.assertExit(ExitCode.OK);
        }
    }

    @Test
    void messageThatIsTooLongIsNamedWithTheLongest() throws IOException {
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool sub = Tool.start(directory, "sub", "s", "--count", "2")) {
            String tooLong = "x".repeat(LONGEST_WITH_64K_TERMS + 1);
            String[] parts = {"length=" + tooLong.length(), "longest=" + LONGEST_WITH_64K_TERMS};
            try (Tool tool = Tool.run(directory, "pub", "s", tooLong)) {
                tool.assertFails(ExitCode.USAGE, parts);
            }
            try (Tool tool = Tool.run(directory, "pub", "s", "--count", "1", "--size", "" + tooLong.length())) {
                tool.assertFails(ExitCode.USAGE, parts);
            }
            try (Tool tool = Tool.start(directory, "pub", "s")) {
                tool.input("first\n" + tooLong + "\n");
                tool.endInput();
                tool.assertFails(ExitCode.USAGE, parts);
            }
            try (Tool tool = Tool.run(directory, "pub", "s", tooLong.substring(1))) {
                tool.assertExit(ExitCode.OK);
            }
            sub.assertExit(ExitCode.OK);
            assertEquals("first\n" + tooLong.substring(1) + "\n", sub.out());
            assertTrue(driver.isAlive());
        }
    }

    @Test
    void noSubscriberWithinTheTimeIsTold() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool tool = Tool.run(directory, "pub", "s", "message", "--wait-subscriber", "300ms")) {
            tool.assertFails(ExitCode.TIMED_OUT, "300 ms", "stream=s", "tailrace sub s", "0 sent");
            assertTrue(driver.isAlive());
        }
    }

    @Test
    void noMessageWithinTheTimeIsTold() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool tool = Tool.run(directory, "sub", "s", "--count", "1", "--for", "300ms")) {
            tool.assertFails(ExitCode.TIMED_OUT, "300 ms", "stream=s", "0 of 1");
            assertTrue(driver.isAlive());
        }
    }

    @Test
    void brokenControlFileIsNamed() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory)) {
            Path control = directory.driver().resolve("control");
            byte[] good = Files.readAllBytes(control);
            byte[] otherVersion = good.clone();
            // The major and minor version, which follow the magic in the header of every file.
            for (int i = 8; i < 12; i++) {
                otherVersion[i] ^= 0x55;
            }
            byte[] random = new byte[good.length];
            new Random(1).nextBytes(random);
            driver.stop(); // Otherwise it would notice that its control file is gone, and exit.
            assertBroken(control, otherVersion);
            assertBroken(control, Arrays.copyOf(good, PAGE));
            assertBroken(control, new byte[0]);
            assertBroken(control, random);
            assertTrue(driver.isAlive());
        }
    }

    /** Replaces the control file, while the driver holds its lock. */
    private void assertBroken(Path control, byte[] content) throws IOException {
        Path other = Files.write(directory.path().resolve("other"), content);
        Files.move(other, control, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (Tool tool = Tool.run(directory, "sub", "s")) {
            tool.assertFails(ExitCode.CORRUPT, control.toString());
        }
    }

    @Test
    void logThatFindsNoSpaceLeavesNothingBehind() throws IOException {
        // A limit on the size of files fails at the same point as a full file system.
        List<String> limited =
                Tool.shell("ulimit -f 8192 && exec \"$@\"", Tool.quick("driver", "--term-length", "16m"));
        try (Tool driver = Tool.start(directory, limited)) {
            driver.awaitOut("READY ");
            for (String[] arguments : new String[][] {
                {"pub", "s", "message"},
                {"pub", "s", "message", "--exclusive"}
            }) {
                try (Tool tool = Tool.run(directory, arguments)) {
                    tool.assertFails(ExitCode.IO_FAILED);
                }
                try (Stream<Path> logs = Files.list(directory.driver().resolve("logs"))) {
                    assertEquals(List.of(), logs.toList());
                }
            }
            driver.terminate();
            driver.assertExit(ExitCode.OK);
        }
    }

    private void assertPasses(String message) throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "s", "--count", "1");
                Tool pub = Tool.run(directory, "pub", "s", message)) {
            pub.assertExit(ExitCode.OK);
            sub.assertExit(ExitCode.OK);
            assertEquals(message + "\n", sub.out());
        }
    }
}
