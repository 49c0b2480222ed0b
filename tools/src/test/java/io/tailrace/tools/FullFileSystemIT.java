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
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A directory without space for another log: that log is refused with a clear message, and everything else continues.
 */
class FullFileSystemIT {
    private static final int SIZE_MIB = 24;
    private static final String LOG_LENGTH = "1m";
    /** Logs of three terms of that length fit beside the control file. */
    private static final int MOST_LOGS = 7;

    private final MappedBuffer message = MappedBuffer.of(new byte[] {42});

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private SmallFileSystem small;
    private String dir;
    private Tool driver;

    @BeforeEach
    void startDriver() throws IOException {
        small = SmallFileSystem.mount(directory.path().resolve("small"), SIZE_MIB);
        dir = small.path().resolve("driver").toString();
        driver = Tool.driver(directory, "--dir", dir, "--term-length", LOG_LENGTH);
    }

    @AfterEach
    void endDriver() throws IOException {
        try (SmallFileSystem mounted = small;
                Tool last = driver) {
            // Ends the driver, then unmounts, as far as they exist.
        }
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
        for (String part :
                List.of("cannot make a log", "stream=" + stream, "path=", "termLength=1048576", "free space")) {
            assertTrue(refused.getMessage().contains(part), refused::getMessage);
        }
        assertTrue(publications.size() >= 2, publications::toString);
        return publications;
    }

    private List<String> logs() throws IOException {
        return list("logs");
    }

    private List<String> clients() throws IOException {
        return list("clients");
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
    void whatFindsNoSpaceIsRefusedAndEverythingElseGoesOn() throws IOException, InterruptedException {
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir));
                Publication publication = tailrace.addPublication("quotes");
                Subscription subscription = tailrace.addSubscription("quotes")) {
            int logs = fill(tailrace, "orders").size() + 1;
            List<String> before = logs();
            assertEquals(logs, before.size());

            try (Tool pub = Tool.run(directory, "pub", "s", "message", "--dir", dir)) {
                pub.assertFails(ExitCode.IO_FAILED, "cannot make a log", "stream=s", "termLength=1048576");
            }
            assertEquals(before, logs(), "nothing half made");
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
        driver.assertExit(ExitCode.OK);
        assertEquals("", driver.err());
    }

    /** A new driver needs a control file before it can clean up after dead clients. */
    @Test
    void aDriverThatWasKilledStartsAgainWhereADeadClientsFilesLie() throws IOException {
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir));
                Publication publication = tailrace.addPublication("quotes");
                Subscription subscription = tailrace.addSubscription("quotes");
                Subscription orders = tailrace.addSubscription("orders");
                Tool dead = Tool.start(directory, "pub", "trades", "--dir", dir);
                Tool alsoDead = Tool.start(directory, "pub", "orders", "--dir", dir)) {
            while (!orders.isConnected() || logs().size() < 3) {
                Tool.pause();
            }
            takeAllSpace();
            driver.close();
            dead.close();
            alsoDead.close();

            driver = Tool.driver(directory, "--dir", dir, "--term-length", LOG_LENGTH);

            while (!tailrace.isDriverAlive() || logs().size() > 1 || clients().size() > 1) {
                Tool.pause(); // Logs that a living client was still reading go after their end.
            }
            assertGoesOn(publication, subscription);
            assertEquals("", driver.err());
        }
    }

    /** Without any space, neither a client nor another driver can start. */
    private void assertNobodyCanCome() throws IOException, InterruptedException {
        while (clients().size() > 1) {
            Thread.sleep(5); // The driver has not yet removed the files of the processes that have exited.
        }
        List<String> clients = clients();
        assertThrows(TailraceException.class, () -> Tailrace.connect(Path.of(dir)));
        try (Tool sub = Tool.run(directory, "sub", "s", "--dir", dir)) {
            sub.assertFails(ExitCode.IO_FAILED, "cannot connect", "path=", "length=");
        }
        assertEquals(clients, clients(), "nothing half made");
        Path other = small.path().resolve("other");
        try (Tool second = Tool.run(directory, "driver", "--dir", other.toString())) {
            second.assertFails(ExitCode.IO_FAILED, "cannot start", "path=", "length=");
        }
        assertFalse(Files.exists(other.resolve("control")));
        assertFalse(Files.exists(other.resolve("control.making")));
    }

    /**
     * A deleted file keeps its space while a process has it mapped: driver, publisher and subscriber are asked to unmap
     * it.
     */
    @Test
    void aRemovedLogMakesRoomForAnother() throws IOException {
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir));
                Publication first = tailrace.addPublication("orders");
                Tool sub = Tool.start(directory, "sub", "orders", "--dir", dir)) {
            assertTrue(first.awaitSubscribers(1, Duration.ofSeconds(20)));
            Deque<ExclusivePublication> publications = fill(tailrace, "orders");
            for (int i = 0; i < 3; i++) {
                publications.remove().close();
                publications.add(tailrace.addExclusivePublication("orders"));
            }
            assertTrue(sub.isAlive());
            while (logs().size() > publications.size() + 1) { // The last closed one may be about to go.
                Tool.pause();
            }
        }
    }

    /** An ended log stays only as long as its space is not needed. */
    @Test
    void whatHasEndedMakesRoomForOthers() throws IOException {
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir));
                Subscription subscription = tailrace.addSubscription("orders")) {
            int most = fillWithEnded(tailrace, subscription);
            while (subscription.isConnected()) {
                Tool.pause();
            }
            assertFalse(logs().isEmpty(), "some stay");

            assertEquals(most, fill(tailrace, "trades").size());
            assertEquals(most, logs().size());
        }
    }

    /** Each log takes the space of an ended one, whose last holder may be unmapping it at this moment. */
    @Test
    void ofManyThatEndAndBeginNoneIsRefused() throws IOException {
        try (Tailrace tailrace = Tailrace.connect(Path.of(dir));
                Subscription subscription = tailrace.addSubscription("orders")) {
            for (int i = 0; i < Integer.getInteger("tailrace.test.logs", 60); i++) {
                try (ExclusivePublication publication = tailrace.addExclusivePublication("orders")) {
                    assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(20)));
                    assertGoesOn(publication, subscription);
                }
            }
        }
    }

    /**
     * Returns the number of logs. This is a separate method because a reference to a closed publication keeps its
     * space.
     */
    private int fillWithEnded(Tailrace tailrace, Subscription subscription) {
        Deque<ExclusivePublication> publications = fill(tailrace, "orders");
        for (ExclusivePublication publication : publications) {
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(20)));
            assertGoesOn(publication, subscription);
            publication.close();
        }
        return publications.size();
    }
}
