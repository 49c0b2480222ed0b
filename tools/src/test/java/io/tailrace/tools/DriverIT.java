/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of the driver: ready, signals, and the conditions that its start and end may meet. */
class DriverIT {
    private static final int FIRST_WITH_FUTEXES = 22;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    @ParameterizedTest
    @ValueSource(strings = {"INT", "HUP"})
    void driverSaysWhenItIsReadyAndEndsOnASignal(String signal) throws Exception {
        try (Tool driver = Tool.driver(directory, "--web=0")) {
            boolean futexes = Runtime.version().feature() >= FIRST_WITH_FUTEXES;
            String[] lines = driver.out().split("\n", 0);
            assertEquals(4, lines.length, driver::out);
            assertEquals("READY dir=" + directory.driver() + " pid=" + driver.pid(), lines[0]);
            Run.assertHas(lines[1], futexes ? "sleepers: futex" : "sleepers: sockets (futexes need JDK 22 or newer");
            Run.assertHas(lines[2], "memory: by address (");
            try (InputStream page = new URL(lines[3].replace("page: ", "")).openStream()) {
                Run.assertHas(new String(page.readAllBytes(), StandardCharsets.UTF_8), "<main hidden>");
            }
            assumeFalse(driver.ignores(signal), "ignored in the background, and so by the driver");
            driver.signal(signal);
            driver.awaitQuietEnd();
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

    @Test
    void signalDuringTheStartEndsItInGoodOrder() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (ToolDirectory fresh = ToolDirectory.create();
                    Tool driver = Tool.start(fresh, "driver")) {
                // A driver makes its directory first: everything else is still to come.
                Await.until("the directory of " + driver, () -> Files.exists(fresh.driver()));
                driver.terminate();
                driver.assertExit(ExitCode.OK);
                assertEquals("", driver.err());
            }
        }
    }

    @Test
    void whenTheDriverEndsClientsWaitForTheNextOneAndGoOn() throws IOException {
        try (Tool first = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool brief = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            awaitPosition("quotes", 2, 0);
            pub.input("one\n");
            sub.awaitOut("one\n");
            first.terminate();
            first.awaitQuietEnd();
            sub.awaitErr("tailrace: driver lost; open streams continue, new ones wait for the next driver: "
                    + "tailrace driver --dir " + directory.driver());
            for (Tool client : List.of(brief, pub)) {
                client.awaitErr("tailrace: driver lost; ");
            }
            pub.input("two\n");
            sub.awaitOut("two\n");
            brief.awaitOut("two\n");
            brief.terminate();
            brief.assertExit(ExitCode.OK); // Without a driver, too.
            Run.assertHas(brief.err(), "\n2 received, ");
            try (Tool next = Tool.driver(directory)) {
                sub.awaitErr("tailrace: driver back: dir=" + directory.driver() + "\n");
                pub.awaitErr("tailrace: driver back: ");
                pub.input("three\n");
                pub.endInput();
                pub.assertExit(ExitCode.OK);
                assertEquals("3 sent", pub.err().lines().skip(2).findFirst().orElseThrow());
                sub.awaitOut("three\n");
                assertEquals("one\ntwo\nthree\n", sub.out());
                assertTrue(next.isAlive());
            }
        }
    }

    /** Waits until the stream has subscribers and messages up to a position. */
    private void awaitPosition(String stream, int subscribers, long position) {
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication(stream)) {
            assertTrue(publication.awaitSubscribers(subscribers, Duration.ofSeconds(30)));
            Await.until("position " + position, () -> publication.position() >= position);
        }
    }

    @Test
    void driverWhoseFilesAreRemovedSaysSoAndEnds() throws IOException {
        try (Tool driver = Tool.driver(directory)) {
            Files.move(directory.driver(), directory.path().resolve("elsewhere"));
            driver.assertExit(ExitCode.IO_FAILED);
            Run.assertHas(driver.err(), "removed under it: missing=" + directory.driver());
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
            awaitPosition("s", 1, 1);
            Files.delete(lockFile());
            Run.of(directory, "driver")
                    .assertFails(ExitCode.IN_USE, directory.driver().toString(), "pid=" + driver.pid());
            Await.until("the lock file", () -> Files.exists(lockFile()));
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
            awaitPosition("s", 1, 1);
            driver.stop(); // So that the driver cannot restore the file.
            Files.delete(lockFile());
            Run.of(directory, "driver").assertFails(ExitCode.IN_USE, "pid=" + driver.pid());
            assertTrue(Run.out(directory, "clean --force").contains("driver: lives"));
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
        try (Tool driver = Tool.driver(directory)) {
            driver.stop();
        }
        Files.delete(lockFile());
        assertTrue(Run.out(directory, "clean --force").contains("driver: dead"));
        assertEquals(List.of("driver.lock"), List.of(directory.driver().toFile().list()));
    }

    private Tool startPub(String stream, String... options) throws IOException {
        List<String> words = Tool.wrap(List.of(options), "pub", stream, "--wait-subscriber", "100s");
        return Tool.start(directory, words.toArray(String[]::new));
    }

    /** Also how long a stream stays: that is its own, and not the driver's. */
    @Test
    void aDriverWithLowerLimitsKeepsWhatLives() throws Exception {
        String[] options = {"--retain", "0s", "--term-length", "64k"};
        try (Tool first = Tool.driver(directory, options);
                Tool subA = Tool.start(directory, "sub", "a", "--count", "2");
                Tool subB = Tool.start(directory, "sub", "b", "--count", "2");
                Tool pubA = startPub("a", "--retain", "2h");
                Tool pubB = startPub("b")) {
            pubA.input("1\n");
            pubB.input("1\n");
            subA.awaitOut("1\n");
            subB.awaitOut("1\n");
            first.kill();
            try (Tool next = Tool.driver(directory, Tool.quick("driver", "--max-logs", "1", "--retain", "0s"))) {
                next.awaitErr("logs=2, max=1");
                pubA.awaitErr("driver back");
                Run.of(directory, "pub c message").assertFails(ExitCode.IN_USE, "logs=2, max=1");
                pubA.input("2\n");
                pubB.input("2\n");
                subA.assertExit(ExitCode.OK);
                subB.assertExit(ExitCode.OK);
                assertTrue(pubB.isAlive());
                pubA.endInput();
                pubA.assertExit(ExitCode.OK);
                try (Tool late = Tool.run(directory, "sub", "a", "--from", "oldest", "--count", "2")) {
                    late.assertExit(ExitCode.OK);
                    assertEquals("1\n2\n", late.out());
                }
            }
        }
    }
}
