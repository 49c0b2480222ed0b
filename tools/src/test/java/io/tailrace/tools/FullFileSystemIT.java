/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A directory without space, or inodes, for another log: that log is refused with a clear message, and everything else
 * continues.
 */
class FullFileSystemIT {
    private static final int INODES = 60;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    /** Logs of three terms of a MiB fit beside the control file. */
    private static final int MOST_LOGS = 7;

    private final MappedBuffer message = MappedBuffer.of(new byte[] {42});

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private SmallFileSystem small;
    private String dir = "";
    private Tool driver;

    private void startDriver(String options) throws IOException {
        small = SmallFileSystem.mount(directory.path().resolve("small"), options);
        dir = small.path().resolve("driver").toString();
        startDriver();
    }

    private void startDriver() throws IOException {
        driver = Tool.driver(directory, "--dir", dir, "--term-length", "1m");
    }

    @AfterEach
    void endDriver() throws IOException {
        try (SmallFileSystem mounted = small;
                Tool last = driver) {
            // Ends the driver, then unmounts, as far as they exist.
        }
    }

    private Run run(String line) {
        return Run.of(directory, line + " --dir " + dir);
    }

    /** Adds logs until one is refused. */
    private static Deque<ExclusivePublication> fill(Tailrace tailrace, String stream) {
        Deque<ExclusivePublication> publications = new ArrayDeque<>();
        RegistrationException refused = assertThrows(RegistrationException.class, () -> {
            while (publications.size() <= MOST_LOGS) {
                publications.add(tailrace.addExclusivePublication(stream));
            }
        });
        assertEquals(RegistrationException.Reason.STORAGE, refused.reason());
        Run.assertHas(
                refused.getMessage(),
                "cannot make a log",
                "stream=" + stream,
                "path=",
                "termLength=1048576",
                "free space");
        assertFalse(refused.getMessage().contains("no inode"), refused::getMessage);
        assertTrue(publications.size() >= 2, publications::toString);
        return publications;
    }

    private List<String> list(String folder) throws IOException {
        try (Stream<Path> paths = Files.list(Path.of(dir, folder))) {
            return paths.filter(Files::isDirectory)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private void assertGoesOn(Publication publication, Subscription subscription) {
        assertTrue(publication.offer(message, 0, 1) > 0);
        int[] received = new int[1];
        subscription.poll((buffer, offset, length, header) -> received[0] = buffer.getByte(offset), 1);
        assertEquals(42, received[0]);
    }

    private void takeAllSpace() throws IOException {
        try (OutputStream filler = Files.newOutputStream(small.path().resolve("filler"))) {
            assertThrows(IOException.class, () -> {
                while (true) {
                    filler.write(new byte[4096]);
                }
            });
        }
    }

    @Test
    void whatFindsNoSpaceIsRefusedAndEverythingElseGoesOn() throws IOException {
        startDriver("size=24m");
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir));
                Publication publication = tailrace.addPublication("quotes");
                Subscription subscription = tailrace.addSubscription("quotes")) {
            int logs = fill(tailrace, "orders").size() + 1;
            List<String> before = list("logs");
            assertEquals(logs, before.size());
            run("pub s message").assertFails(ExitCode.IO_FAILED, "cannot make a log", "stream=s", "termLength=1048576");
            assertEquals(before, list("logs"), "nothing half made");
            assertGoesOn(publication, subscription);

            takeAllSpace();
            assertNobodyCanCome();
            RegistrationException refused =
                    assertThrows(RegistrationException.class, () -> tailrace.addSubscription("trades"));
            assertEquals(RegistrationException.Reason.STORAGE, refused.reason(), refused::getMessage);
            assertGoesOn(publication, subscription);
            Files.delete(small.path().resolve("filler"));
        }
        driver.terminate();
        driver.awaitQuietEnd();
    }

    /** Without any space, neither a client nor another driver can start. */
    private void assertNobodyCanCome() throws IOException {
        while (list("clients").size() > 1) {
            Tool.pause(); // The driver has not yet removed the files of the command that has ended.
        }
        run("sub s").assertFails(ExitCode.IO_FAILED, "cannot connect", "path=", "length=");
        assertEquals(1, list("clients").size(), "nothing half made");
        Path other = small.path().resolve("other");
        Run.of(directory, "driver --dir " + other).assertFails(ExitCode.IO_FAILED, "cannot start", "path=", "length=");
        assertFalse(Files.exists(other.resolve("control")));
        assertFalse(Files.exists(other.resolve("control.making")));
    }

    /** A new driver needs a control file before it can clean up after dead clients. */
    @Test
    void aDriverThatWasKilledStartsAgainWhereADeadClientsFilesLie() throws IOException {
        startDriver("size=24m");
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir));
                Publication publication = tailrace.addPublication("quotes");
                Subscription subscription = tailrace.addSubscription("quotes");
                Subscription orders = tailrace.addSubscription("orders");
                Tool dead = Tool.start(directory, "pub", "trades", "--dir", dir);
                Tool alsoDead = Tool.start(directory, "pub", "orders", "--dir", dir)) {
            while (!orders.isConnected() || list("logs").size() < 3) {
                Tool.pause();
            }
            takeAllSpace();
            driver.kill();
            dead.kill();
            alsoDead.kill();
            startDriver();
            while (!tailrace.isDriverAlive()
                    || list("logs").size() > 1
                    || list("clients").size() > 1) {
                Tool.pause(); // Logs that a living client was still reading go after their end.
            }
            assertGoesOn(publication, subscription);
            assertEquals("", driver.err());
        }
    }

    /** An ended log stays only as long as its space is not needed. */
    @Test
    void whatHasEndedMakesRoomForOthers() throws IOException {
        startDriver("size=24m");
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir));
                Subscription subscription = tailrace.addSubscription("orders")) {
            int most = fillWithEnded(tailrace, subscription);
            while (subscription.isConnected()) {
                Tool.pause();
            }
            assertFalse(list("logs").isEmpty(), "some stay");
            assertEquals(most, fill(tailrace, "trades").size());
            assertEquals(most, list("logs").size());
        }
    }

    /**
     * Returns the number of logs. This is a separate method because a reference to a closed publication keeps its
     * space.
     */
    private int fillWithEnded(Tailrace tailrace, Subscription subscription) {
        Deque<ExclusivePublication> publications = fill(tailrace, "orders");
        for (ExclusivePublication publication : publications) {
            assertTrue(publication.awaitSubscribers(1, PATIENCE));
            assertGoesOn(publication, subscription);
            publication.close();
        }
        return publications.size();
    }

    /** There is much space for bytes, but not for files. */
    @Test
    void aRefusalNamesTheInodesAndNotTheBytes() throws IOException {
        startDriver("size=256m,nr_inodes=" + INODES);
        String finding = "(?s).* space .*free inodes=\\d\\d, .*room for \\d more.*";
        assertTrue(run("doctor").out().matches(finding), () -> run("doctor").out());
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir))) {
            List<Publication> publications = new ArrayList<>();
            RegistrationException refused = assertThrows(RegistrationException.class, () -> {
                while (publications.size() < INODES) {
                    publications.add(tailrace.addPublication("stream-" + publications.size()));
                }
            });
            assertTrue(publications.size() > 2, publications::toString);
            assertEquals(RegistrationException.Reason.STORAGE, refused.reason());
            assertNamesInodes(refused);
            assertFalse(refused.getMessage().contains("shorter terms"), refused::getMessage);
            takeAllInodes();
            assertNamesInodes(assertThrows(TailraceException.class, () -> Tailrace.connect(Path.of(dir))));
            String critical = "(?s).*\\[CRIT] space .*free inodes=0, .*room for 0 more\n +fix: [^\n]*nr_inodes=.*";
            while (!run("doctor").out().matches(critical)) {
                takeAllInodes(); // The driver may have given some back meanwhile.
            }
            Run.assertHas(run("check").out(), "free inodes=0");
        }
    }

    private void takeAllInodes() {
        assertThrows(IOException.class, () -> {
            while (true) {
                Files.createTempFile(small.path(), "filler", "");
            }
        });
    }

    private static void assertNamesInodes(TailraceException thrown) {
        Run.assertHas(thrown.getMessage(), "no inode is free", "path=", "nr_inodes");
    }

    @Test
    void hugePagesAreSeen() throws IOException {
        try (SmallFileSystem huge = SmallFileSystem.mount(directory.path().resolve("huge"), "size=100m,huge=always")) {
            String out = Run.of(directory, "doctor --dir " + huge.path()).out();
            assertTrue(out.matches("(?s).* space .*one more=14M .*room for 7 more.*"), out);
            Run.assertHas(out, "each file in the directory takes a multiple of 2M");
        }
    }
}
