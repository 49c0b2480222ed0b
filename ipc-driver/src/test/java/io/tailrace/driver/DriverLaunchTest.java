/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.NoDriverException;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class DriverLaunchTest {

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private Path directory;
    private DriverConfig config;

    @BeforeEach
    void configure() {
        directory = parent.resolve("driver");
        config = DriverConfig.DEFAULT
                .withDirectory(directory)
                .withTermLength(Rig.TERM_LENGTH)
                .withRetention(Retention.NONE);
    }

    private TailraceConfig client(Duration connectTimeout) {
        return TailraceConfig.DEFAULT
                .withDirectory(directory)
                .withConnectTimeout(connectTimeout)
                .withErrorHandler(error -> {});
    }

    private String messageWithoutDriver() {
        long startNs = System.nanoTime();
        NoDriverException refusal =
                assertThrows(NoDriverException.class, () -> Tailrace.connect(client(Duration.ofMillis(100))));
        assertTrue(System.nanoTime() - startNs >= 100_000_000, "it waits");
        assertTrue(refusal.getMessage().contains(directory.toString()), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("tailrace driver --dir " + directory), refusal.getMessage());
        return refusal.getMessage();
    }

    @ParameterizedTest
    @EnumSource(value = ThreadingMode.class, names = "INVOKER", mode = EnumSource.Mode.EXCLUDE)
    void aDriverWithAThreadServesClientsAndLeavesOnlyItsLock(ThreadingMode threading) {
        MediaDriver driver = MediaDriver.launch(config.withThreading(threading));
        try (driver;
                Tailrace tailrace = Tailrace.connect(directory);
                Publication publication = tailrace.addPublication("quotes")) {
            tailrace.addSubscription("quotes");
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(60)));
            assertTrue(Messages.offer(publication, "a") > 0);
            assertThrows(IllegalStateException.class, driver::invoke);
            assertThrows(IllegalStateException.class, tailrace::invoke);
        }
        driver.close(); // Once more changes nothing.

        assertEquals(Set.of("driver.lock"), LeftFiles.namesIn(directory));
    }

    @Test
    void aSecondDriverNamesThePidOfTheFirst() {
        try (MediaDriver first = MediaDriver.launch(config)) {
            DirectoryInUseException refusal =
                    assertThrows(DirectoryInUseException.class, () -> MediaDriver.launch(config));

            assertTrue(
                    refusal.getMessage()
                            .contains("pid=" + ProcessHandle.current().pid()),
                    refusal.getMessage());
            assertTrue(refusal.getMessage().contains(directory.toString()), refusal.getMessage());
            try (Tailrace tailrace = Tailrace.connect(directory)) {
                assertEquals(first.directory(), tailrace.directory());
                assertTrue(tailrace.isDriverAlive(), "the refused driver has not taken the lock away");
            }
        }
    }

    @Test
    void withoutADriverAClientSaysWhatItFound() throws IOException {
        assertTrue(messageWithoutDriver().contains("the directory does not exist"));
        Files.createDirectory(directory);
        assertTrue(messageWithoutDriver().contains("no driver.lock"));
        Files.delete(directory);
        MediaDriver.launch(config).close();
        assertTrue(messageWithoutDriver().contains("its last driver is dead"));
        Files.delete(directory.resolve("driver.lock"));
        Files.delete(directory.resolve("events"));
        Files.delete(directory);
        Files.createFile(directory);
        assertTrue(messageWithoutDriver().contains("not a directory"));
    }

    @Test
    void itsFilesAreForItsUserAlone() throws IOException {
        try (MediaDriver driver = MediaDriver.launch(config);
                Tailrace tailrace = Tailrace.connect(directory);
                Publication publication = tailrace.addPublication("quotes");
                Stream<Path> files = Files.walk(driver.directory())) {
            assertEquals(0, publication.position());
            for (Path file : files.toList()) {
                String expected = Files.isDirectory(file) ? "rwx------" : "rw-------";
                assertEquals(
                        expected, PosixFilePermissions.toString(Files.getPosixFilePermissions(file)), file::toString);
            }
        }
    }

    private static void assertRefused(DriverConfig config, String text) {
        DirectoryException refusal = assertThrows(DirectoryException.class, () -> MediaDriver.launch(config));
        assertTrue(refusal.getMessage().contains(text), refusal.getMessage());
        assertFalse(refusal.isPermission());
    }

    @Test
    void whatIsNoDirectoryOfADriverIsRefusedAndLeftAlone() throws IOException {
        assertRefused(config.withGroup("no-such-group-here"), "no-such-group-here");
        Path nowhere = parent.resolve("missing/driver");
        assertRefused(config.withDirectory(nowhere), nowhere.toString());
        Path file = Files.createFile(parent.resolve("file"));
        assertRefused(config.withDirectory(file), "not a directory");

        Path others = Files.createDirectory(parent.resolve("others"));
        Files.writeString(others.resolve("diary.txt"), "dear diary");
        assertRefused(config.withDirectory(others), "diary.txt");
        assertThrows(TailraceException.class, () -> Tailrace.open(others));
        assertEquals(List.of("diary.txt"), List.of(others.toFile().list()));
    }

    @Test
    void aLaunchThatFailsAfterItHasMadeTheControlFileLeavesNothingHeld() throws IOException {
        Files.createDirectory(directory);
        Files.createFile(directory.resolve("driver.lock"));
        Path inTheWay = directory.resolve("control.previous/full");
        Files.createDirectories(inTheWay);
        assertRefused(config, "cannot start");

        Files.delete(inTheWay);
        Files.delete(inTheWay.getParent());

        MediaDriver.launch(config).close();
    }

    @Test
    void aClientMayStartBeforeItsDriver() throws Exception {
        CompletableFuture<Tailrace> connected =
                CompletableFuture.supplyAsync(() -> Tailrace.connect(client(Duration.ofMinutes(1))));
        Thread.sleep(50);
        try (MediaDriver driver = MediaDriver.launch(config)) {
            connected.get().close();
            assertTrue(driver.isRunning());
        }
    }

    @Test
    void anInterruptedThreadLaunchesConnectsAndKeepsItsInterrupt() {
        Thread.currentThread().interrupt();
        try (MediaDriver driver = MediaDriver.launch(config);
                Tailrace tailrace = Tailrace.connect(directory)) {
            assertEquals(driver.directory(), tailrace.directory());
            assertThrows(DirectoryInUseException.class, () -> MediaDriver.launch(config));
        } finally {
            assertTrue(Thread.interrupted());
        }
    }
}
