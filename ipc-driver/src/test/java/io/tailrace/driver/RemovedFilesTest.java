/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.testing.Await;
import io.tailrace.testing.MemoryDirectory;
import io.tailrace.testing.ProcessScene;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The files of a living driver are removed: it reports that and ends, before another driver may keep the same logs. It
 * restores a lock file.
 */
final class RemovedFilesTest {
    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();

    private DriverConfig config(ThreadingMode threading) {
        return DriverConfig.DEFAULT
                .withDirectory(parent.resolve("driver"))
                .withTermLength(Rig.TERM_LENGTH)
                .withThreading(threading)
                .withErrorHandler(errors::add);
    }

    /** Again and again, because drivers and clients may make and delete files in it meanwhile. */
    private static void delete(Path path) {
        Await.until("deleted: " + path, () -> {
            try {
                ProcessScene.delete(path);
                return true;
            } catch (IOException | UncheckedIOException e) {
                return false;
            }
        });
    }

    private static void await(String what, MediaDriver driver, BooleanSupplier condition) {
        Await.until(what, () -> {
            try {
                driver.invoke();
            } catch (IllegalStateException e) {
                // It has a thread of its own.
            }
            return condition.getAsBoolean();
        });
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tailrace-driver"))
                .count();
    }

    @ParameterizedTest
    @CsvSource({"control, DEDICATED", "clients, DEDICATED", "logs, INVOKER", "., DEDICATED"})
    void theDriverSaysSoAndEnds(String name, ThreadingMode threading) throws Exception {
        try (MediaDriver driver = MediaDriver.launch(config(threading))) {
            assertTrue(driver.isRunning());
            delete(driver.directory().resolve(name).normalize());

            await("the end of the driver", driver, () -> !driver.isRunning());
            await("the end of its thread", driver, () -> threads() == 0);

            assertEquals(1, errors.size(), errors::toString);
            Throwable error = errors.remove();
            assertInstanceOf(DirectoryException.class, error);
            assertTrue(error.getMessage().contains("missing=" + parent.resolve("driver")), error::getMessage);
        }
    }

    @ParameterizedTest
    @EnumSource(ThreadingMode.class)
    void aLockFileIsPutBack(ThreadingMode threading) throws Exception {
        try (MediaDriver driver = MediaDriver.launch(config(threading))) {
            Path lock = driver.directory().resolve("driver.lock");
            for (int i = 0; i < 2; i++) {
                Files.delete(lock);
                assertThrows(DirectoryInUseException.class, () -> MediaDriver.launch(config(threading))
                        .close());
                await("it is restored", driver, () -> Files.exists(lock));
                assertThrows(DirectoryInUseException.class, () -> MediaDriver.launch(config(threading))
                        .close());
                assertTrue(driver.isRunning());
            }
        }
        MediaDriver.launch(config(threading)).close();
        assertEquals(List.of(), List.copyOf(errors));
    }

    /** The first deletes nothing that is not its own. A client whose files went with it reports that once. */
    @Test
    void anotherDriverMayTakeItsPlace() throws Exception {
        Queue<DriverState> states = new ConcurrentLinkedQueue<>();
        Queue<Throwable> told = new ConcurrentLinkedQueue<>();
        MediaDriver driver = MediaDriver.launch(config(ThreadingMode.DEDICATED));
        TailraceConfig config = TailraceConfig.DEFAULT
                .withDirectory(driver.directory())
                .withDriverStateHandler(states::add)
                .withErrorHandler(told::add);
        try (Tailrace tailrace = Tailrace.connect(config);
                Publication publication = tailrace.addPublication("quotes")) {
            delete(driver.directory());
            try (MediaDriver next = MediaDriver.launch(config(ThreadingMode.DEDICATED))) {
                await("the end of the first", driver, () -> !driver.isRunning());
                driver.close();
                await("the client reports it", next, () -> !told.isEmpty());
                Thread.sleep(100); // Time for some more checks.

                assertEquals(1, told.stream().filter(RemovedFilesTest::saysSo).count(), told::toString);
                assertEquals(List.of(DriverState.LOST), List.copyOf(states));
                assertFalse(tailrace.isDriverAlive());
                assertEquals("quotes", publication.stream());
                assertTrue(next.isRunning());
                assertTrue(Files.exists(next.directory().resolve("control")));
                try (Tailrace other = Tailrace.connect(next.directory())) {
                    assertEquals(0, other.addPublication("quotes").subscriberCount());
                }
            }
        }
        assertEquals(1, errors.size(), errors::toString);
    }

    /** Later it also reports that its publication is lost. */
    private static boolean saysSo(Throwable error) {
        return error.getMessage().contains("connect again");
    }
}
