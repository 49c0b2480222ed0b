/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of the driver: ready, signals, and the conditions that its start and end may meet. */
class DriverIT {
    private static final long LOOK_NS = 100_000;
    private static final int FIRST_WITH_FUTEXES = 22;
    private static final int FIRST_WITHOUT_UNSAFE = 24;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    /** {@return the driver's message about its threads, in a JVM with or without permission to use futexes} */
    private static String sleepers(boolean allowed) {
        int version = Runtime.version().feature();
        if (version < FIRST_WITH_FUTEXES) {
            return "sleepers: sockets (futexes need JDK 22 or newer: version=" + version + ")";
        }
        return allowed
                ? "sleepers: futex"
                : "sleepers: sockets (futexes need native access: add --enable-native-access=ALL-UNNAMED)";
    }

    /** {@return the driver's message about its memory} */
    private static String memory(boolean allowed) {
        if (Runtime.version().feature() < FIRST_WITHOUT_UNSAFE) {
            return "memory: by address (sun.misc.Unsafe)";
        }
        return allowed
                ? "memory: by address (native access)"
                : "memory: by ByteBuffer (faster by address: add --enable-native-access=ALL-UNNAMED)";
    }

    @Test
    void whereNativeAccessIsNotAllowedTheDriverSaysHowToAllowIt() throws IOException {
        List<String> command = Tool.commandLine(QuickTool.FLAGS, "driver");
        Collections.replaceAll(command, "-jar", "-cp"); // Without the manifest, which gives the permission.
        command.add(command.indexOf(Tool.JAR.toString()) + 1, TailraceMain.class.getName());
        try (Tool driver = Tool.driver(directory, command)) {
            assertEquals(
                    List.of(sleepers(false), memory(false)),
                    driver.out().lines().skip(1).toList());
            driver.terminate();
            driver.assertExit(ExitCode.OK);
            assertEquals("", driver.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dedicated", "shared"})
    void driverSaysWhenItIsReadyAndEndsOnASignal(String threading) throws IOException {
        try (Tool driver = Tool.driver(directory, "--threading", threading)) {
            String ready = "READY dir=" + directory.driver() + " pid=" + driver.pid();
            assertEquals(
                    List.of(ready, sleepers(true), memory(true)),
                    driver.out().lines().toList());
            driver.terminate();
            driver.assertExit(ExitCode.OK);
            assertEquals("", driver.err());
        }
    }

    @Test
    void aRecordingFromTheStartIsWholeAfterASignal() throws IOException {
        Path recording = directory.path().resolve("all.jfr");
        List<String> flags = List.of("-XX:StartFlightRecording:filename=" + recording, "-Xlog:disable");
        try (Tool driver = Tool.driver(directory, Tool.commandLine(flags, "driver"))) {
            driver.terminate();
            driver.assertExit(ExitCode.OK);
        }
        assertFalse(RecordingFile.readAllEvents(recording).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "HUP"})
    void otherSignalsEndItToo(String signal) throws Exception {
        try (Tool driver = Tool.driver(directory)) {
            assumeFalse(driver.ignores(signal), "ignored in the background, and so by the driver");
            driver.signal(signal);
            driver.assertExit(ExitCode.OK);
        }
    }

    @Test
    void signalDuringTheStartEndsItInGoodOrder() throws IOException {
        for (int i = 0; i < 5; i++) {
            try (ToolDirectory fresh = ToolDirectory.create();
                    Tool driver = Tool.start(fresh, "driver")) {
                // A driver makes its directory first: everything else is still to come.
                while (!Files.exists(fresh.driver())) {
                    assertTrue(driver.isAlive() && !Thread.interrupted(), driver::toString);
                    LockSupport.parkNanos(LOOK_NS);
                }
                driver.terminate();
                driver.assertExit(ExitCode.OK);
                assertEquals("", driver.err());
            }
        }
    }

    @Test
    void signalUnderLoadEndsItInGoodOrder() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "s", "--format", "none");
                Tool pub = Tool.start(directory, "pub", "s", "--count", "1000m", "--rate", "500k")) {
            awaitTraffic("s");
            driver.terminate();
            driver.assertExit(ExitCode.OK);
            assertEquals("", driver.err());
            sub.awaitErr("driver lost");
            pub.awaitErr("driver lost");
            pub.terminate();
            pub.assertExit(ExitCode.INTERRUPTED_BY_TERM);
            sub.terminate();
            sub.assertExit(ExitCode.OK);
        }
    }

    /** Waits until the subscriber has consumed more than a term of the stream. */
    private void awaitTraffic(String stream) {
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication(stream)) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(30)));
            while (publication.position() < DriverConfig.DEFAULT_TERM_LENGTH) {
                Tool.pause();
            }
        }
    }

    @Test
    void nextDriverTakesOverTheDirectory() throws IOException {
        for (int i = 0; i < 2; i++) {
            try (Tool driver = Tool.driver(directory);
                    Tool sub = Tool.start(directory, "sub", "s", "--count", "1");
                    Tool pub = Tool.run(directory, "pub", "s", "message")) {
                pub.assertExit(ExitCode.OK);
                sub.assertExit(ExitCode.OK);
                driver.terminate();
                driver.assertExit(ExitCode.OK);
            }
        }
    }

    @Test
    void nextDriverTakesOverAfterAKill() throws IOException {
        try (Tool killed = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "s");
                Tool pub = Tool.run(directory, "pub", "s", "message")) {
            pub.assertExit(ExitCode.OK);
            sub.awaitOut("message\n");
        }
        try (Tool driver = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "s", "--count", "1");
                Tool pub = Tool.run(directory, "pub", "s", "message")) {
            pub.assertExit(ExitCode.OK);
            sub.assertExit(ExitCode.OK);
            assertTrue(driver.isAlive());
        }
    }

    @Test
    void driverWhoseFilesAreRemovedSaysSoAndEnds() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "s");
                Tool pub = Tool.run(directory, "pub", "s", "message")) {
            pub.assertExit(ExitCode.OK);
            sub.awaitOut("message\n");
            Files.move(directory.driver(), directory.path().resolve("elsewhere"));

            driver.assertExit(ExitCode.IO_FAILED);
            assertTrue(driver.err().contains("removed under it: missing=" + directory.driver()), driver::err);
            sub.awaitErr("driver lost");
        }
    }

    private Path lockFile() {
        return directory.driver().resolve("driver.lock");
    }

    @Test
    void aLockFileThatIsRemovedIsPutBackAndNobodyNotices() throws IOException {
        try (Tool driver = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "s", "--count", "1000", "--format", "none");
                Tool pub = Tool.start(directory, "pub", "s", "--count", "1000", "--rate", "1000")) {
            awaitMessages("s");
            Files.delete(lockFile());
            try (Tool other = Tool.run(directory, "driver")) {
                other.assertFails(ExitCode.IN_USE, "pid=" + driver.pid());
            }
            while (!Files.exists(lockFile())) {
                assertTrue(driver.isAlive(), driver::toString);
                Tool.pause();
            }
            pub.assertExit(ExitCode.OK);
            sub.assertExit(ExitCode.OK);
            assertFalse(sub.err().contains("driver lost"), sub::err);
            assertEquals("", driver.err());
        }
    }

    @Test
    void aDriverThatDiedWithoutItsLockFileIsStartedAgainAndNothingIsLost() throws Exception {
        try (Tool sub = Tool.start(directory, "sub", "s", "--count", "3000", "--format", "none");
                Tool driver = Tool.driver(directory);
                Tool pub = Tool.start(directory, "pub", "s", "--count", "3000", "--rate", "1000")) {
            awaitMessages("s");
            driver.stop(); // So that the driver cannot restore the file.
            Files.delete(lockFile());
            try (Tool other = Tool.run(directory, "driver");
                    Tool clean = Tool.run(directory, "clean", "--force")) {
                other.assertFails(ExitCode.IN_USE, "pid=" + driver.pid());
                clean.assertExit(ExitCode.OK);
                assertTrue(clean.out().contains("driver: lives"), clean::out);
            }
            Files.delete(lockFile());
            driver.close();
            try (Tool next = Tool.driver(directory)) {
                pub.assertExit(ExitCode.OK);
                sub.assertExit(ExitCode.OK);
                assertEquals("", next.err());
            }
        }
    }

    @Test
    void whatADriverLeftThatDiedWithoutItsLockFileCanBeCleaned() throws Exception {
        try (Tool driver = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "s");
                Tool pub = Tool.run(directory, "pub", "s", "message")) {
            pub.assertExit(ExitCode.OK);
            sub.awaitOut("message\n");
            driver.stop();
        }
        Files.delete(lockFile());
        try (Tool clean = Tool.run(directory, "clean", "--force")) {
            clean.assertExit(ExitCode.OK);
            assertTrue(clean.out().contains("driver: dead"), clean::out);
            assertEquals(
                    List.of("driver.lock"), List.of(directory.driver().toFile().list()));
        }
    }

    /** Waits until the stream has a subscriber and messages. */
    private void awaitMessages(String stream) {
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication(stream)) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(30)));
            while (publication.position() == 0) {
                Tool.pause();
            }
        }
    }

    /** Code compiled by C2 detects a truncated file late, so these JVMs use C2. */
    @Test
    void whereSomebodyTruncatesATermTheOtherLogsGoOn() throws IOException {
        List<String> pubCommand = Tool.plain("pub", "quotes", "--count", "1000000", "--size", "64", "--rate", "1000");
        try (Tool driver = Tool.driver(directory, Tool.plain("driver"));
                Tool sub = Tool.start(directory, Tool.plain("sub", "quotes"));
                Tool pub = Tool.start(directory, pubCommand)) {
            sub.awaitOut("\n");
            Path file = log().resolve("term-0");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(0);
            }
            // Either the publisher got an error and reports it; or its conductor did and closed the publication; or the
            // exit of the subscriber was noticed first, and the publisher waited in vain for another one.
            int exitCode = pub.await();
            assertTrue(
                    List.of(ExitCode.CORRUPT, ExitCode.NO_DRIVER, ExitCode.TIMED_OUT)
                            .contains(exitCode),
                    pub::toString);
            Tool witness = exitCode == ExitCode.TIMED_OUT ? sub : pub;
            assertTrue(witness.err().contains("truncated"), witness::toString);
            try (Tool other = Tool.start(directory, "sub", "orders", "--count", "1");
                    Tool sender = Tool.run(directory, "pub", "orders", "still here")) {
                sender.assertExit(ExitCode.OK);
                other.assertExit(ExitCode.OK);
                assertEquals("still here\n", other.out());
            }
            assertTrue(driver.isAlive());
        }
    }

    /** {@return the directory of the only log} */
    private Path log() throws IOException {
        try (Stream<Path> logs = Files.list(directory.driver().resolve("logs"))) {
            return logs.findFirst().orElseThrow();
        }
    }
}
