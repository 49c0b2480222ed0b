/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The life of the driver: ready, signals, and the conditions that its start and end may meet. */
class DriverIT {
    private static final int FIRST_WITH_FUTEXES = 22;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    @ParameterizedTest
    @CsvSource({"dedicated, TERM", "shared, INT", "dedicated, HUP"})
    void driverSaysWhenItIsReadyAndEndsOnASignal(String threading, String signal) throws Exception {
        try (Tool driver = Tool.driver(directory, "--threading", threading)) {
            boolean futexes = Runtime.version().feature() >= FIRST_WITH_FUTEXES;
            String[] lines = driver.out().split("\n", 0);
            assertEquals(3, lines.length, driver::out);
            assertEquals("READY dir=" + directory.driver() + " pid=" + driver.pid(), lines[0]);
            Run.assertHas(lines[1], futexes ? "sleepers: futex" : "sleepers: sockets (futexes need JDK 22 or newer");
            Run.assertHas(lines[2], "memory: by address (");
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

    /** Under load: more than a term has gone through. */
    @Test
    void whenTheDriverEndsClientsWaitForTheNextOneAndGoOn() throws IOException {
        try (Tool first = Tool.driver(directory);
                Tool sub = Tool.start(directory, "sub", "quotes");
                Tool flood = Tool.start(directory, "pub", "flood", "--count", "1000m", "--rate", "500k");
                Tool drain = Tool.start(directory, "sub", "flood", "--format", "none");
                Tool brief = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            awaitPosition("flood", 1, DriverConfig.DEFAULT_TERM_LENGTH);
            awaitPosition("quotes", 2, 0);
            pub.input("one\n");
            sub.awaitOut("one\n");
            first.terminate();
            first.awaitQuietEnd();
            sub.awaitErr("tailrace: driver lost; open streams continue, new ones wait for the next driver: "
                    + "tailrace driver --dir " + directory.driver());
            for (Tool client : List.of(flood, drain, brief, pub)) {
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
        try (Tool driver = Tool.driver(directory);
                Tailrace client = Tailrace.connect(directory.driver())) {
            Files.move(directory.driver(), directory.path().resolve("elsewhere"));
            driver.assertExit(ExitCode.IO_FAILED);
            assertTrue(driver.err().contains("removed under it: missing=" + directory.driver()), driver::err);
            Await.until("the driver's end, seen by a client", () -> !client.isDriverAlive());
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

    @Test
    void aBrokenControlFileIsNamed() throws IOException, InterruptedException {
        try (Tool driver = Tool.driver(directory)) {
            Path control = directory.driver().resolve("control");
            byte[] good = Files.readAllBytes(control);
            byte[] otherVersion = good.clone();
            otherVersion[10] ^= 0x55; // The major version, after the minor one in the header of every file.
            driver.stop(); // Otherwise it would notice that its control file is gone, and exit.
            for (byte[] bad : new byte[][] {otherVersion, Arrays.copyOf(good, 4096), {}, new byte[good.length]}) {
                Path other = Files.write(directory.path().resolve("other"), bad);
                Files.move(other, control, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                Run.of(directory, "sub s").assertFails(ExitCode.CORRUPT, control.toString());
            }
            assertTrue(driver.isAlive());
        }
    }

    /** A limit on the size of files fails at the same point as a full file system. */
    @Test
    void aLogThatFindsNoSpaceLeavesNothingBehind() throws IOException {
        List<String> limited =
                Tool.shell("ulimit -f 8192 && exec \"$@\"", Tool.quick("driver", "--term-length", "16m"));
        try (Tool driver = Tool.driver(directory, limited)) {
            for (String options : List.of("", " --exclusive")) {
                Run.of(directory, "pub s message" + options).assertFails(ExitCode.IO_FAILED);
                assertEquals(0, directory.driver().resolve("logs").toFile().list().length);
            }
            driver.terminate();
            driver.assertExit(ExitCode.OK);
        }
    }
}
