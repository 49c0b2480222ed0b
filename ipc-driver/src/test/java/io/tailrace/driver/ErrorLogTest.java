/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Tailrace;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.report.ErrorLog;
import io.tailrace.report.ErrorLog.DistinctError;
import io.tailrace.report.ReportFile;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors of a driver and its clients are noted in their files, for later readers. */
final class ErrorLogTest {
    private static final Path NAME = Path.of("somewhere");

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private final List<Throwable> told = new ArrayList<>();

    private MediaDriver launch() {
        return MediaDriver.launch(Rig.driverConfig(parent, told));
    }

    private Tailrace connect(MediaDriver driver) {
        return Tailrace.connect(Rig.clientConfig(driver.directory(), driver::invoke, told));
    }

    private static List<DistinctError> read(MappedBuffer region) throws IOException {
        List<DistinctError> errors = new ArrayList<>();
        ErrorLog.read(NAME, region, errors);
        return errors;
    }

    private List<DistinctError> driverErrors() throws IOException {
        DriverDirectory directory = new DriverDirectory(parent.resolve("driver"));
        try (ControlFile control = ControlFile.openReadOnly(directory.lastControlFile())) {
            return read(control.errorLog());
        }
    }

    /** A directory that is no client's. */
    private void provoke(MediaDriver driver, String name) throws IOException {
        Path clients = driver.directory().resolve("clients");
        for (String each : List.of(name, "12.making", "not a number")) { // Only the first one looks like a client's.
            Files.createDirectories(clients.resolve(each));
        }
        Files.writeString(clients.resolve(name).resolve("commands"), "nonsense");
        for (int i = 0; i < 100; i++) {
            connect(driver).close(); // Each makes the driver look for clients.
        }
    }

    @Test
    void aDriverGoesOnBehindTheErrorsOfThoseBeforeIt() throws IOException {
        launch().close();
        DriverDirectory directory = new DriverDirectory(parent.resolve("driver"));
        assertFalse(Files.exists(directory.controlFile()) || Files.exists(directory.previousControlFile()));
        try (MediaDriver driver = launch()) {
            assertEquals(List.of(), driverErrors());
            provoke(driver, "999991");
            assertEquals(1, driverErrors().size());
            assertEquals(1, driverErrors().get(0).count(), "however often it is found");
            assertEquals(1, told.size());
        }
        assertEquals(1, driverErrors().size(), "of a driver that has ended in good order");
        try (MediaDriver driver = launch()) {
            assertEquals(1, driverErrors().size(), "of the one before");
            provoke(driver, "999992");
            assertEquals(2, driverErrors().size());
        }
        launch().close();
        assertEquals(2, driverErrors().size());
        assertTrue(driverErrors().get(0).text().contains("FileFormatException"));
    }

    @Test
    void aClientNotesWhatItsHandlerIsTold() throws IOException {
        try (MediaDriver driver = launch();
                Tailrace tailrace = connect(driver)) {
            Path directory = new DriverDirectory(driver.directory()).client(tailrace.clientId());
            assertFalse(Files.exists(ReportFile.ERRORS.path(directory)), "made with the first error");
            for (int i = 0; i < 3_000; i++) {
                tailrace.errorHandler().accept(error("the same"));
            }
            tailrace.errorHandler().accept(error("another"));
            try (ReportFile file = ReportFile.ERRORS.openReadOnly(directory, tailrace.clientId())) {
                List<DistinctError> errors = read(file.region());
                assertEquals(
                        List.of(3_000, 1),
                        errors.stream().map(DistinctError::count).toList());
                assertTrue(errors.get(1).text().startsWith("java.lang.IllegalStateException: another"));

                for (int i = 0; i < 2_000; i++) {
                    tailrace.errorHandler().accept(error("number " + i));
                }
                int noted = read(file.region()).size();
                assertTrue(noted > 2 && noted < 1000, () -> "as many as there is room for: " + noted);
            }
            assertEquals(5_001, told.size());
        }
    }

    private static Throwable error(String message) {
        return new IllegalStateException(message);
    }

    @Test
    void aClientWhoseFileIsTruncatedOrWhoseDirectoryHasGoneStillTellsItsHandler() throws IOException {
        try (MediaDriver driver = launch();
                Tailrace tailrace = connect(driver)) {
            Path path = ReportFile.ERRORS.path(new DriverDirectory(driver.directory()).client(tailrace.clientId()));
            tailrace.errorHandler().accept(error("first"));
            Files.write(path, new byte[0]);
            tailrace.errorHandler().accept(error("first"));
            tailrace.errorHandler().accept(error("second"));
            assertEquals(3, told.size());
        }
    }

    @Test
    void whatIsNoErrorLogHarmsNobody() {
        MappedBuffer from = MappedBuffer.allocate(ControlFile.ERROR_LOG_LENGTH);
        byte[] bytes = new byte[ControlFile.ERROR_LOG_LENGTH];
        for (int seed = 0; seed < 200; seed++) {
            new Random(seed).nextBytes(bytes);
            from.putBytes(0, bytes);
            from.putInt(0, seed % 3 == 0 ? 40 : seed % 3 == 1 ? 5 : from.getInt(0)); // The rest follows.
            MappedBuffer to = MappedBuffer.allocate(ControlFile.ERROR_LOG_LENGTH);
            ErrorLog.carryOver(from, to);
            new ErrorLog(from, () -> null).record(error("goes on"));
            try {
                read(from);
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("corrupt: error log"), e.toString());
            }
        }
    }

    @Test
    void ofManyErrorsTheLatestAreCarriedOver() throws IOException {
        MappedBuffer from = MappedBuffer.allocate(ControlFile.ERROR_LOG_LENGTH);
        ErrorLog log = new ErrorLog(from, () -> null);
        Throwable first = error("first");
        assertTrue(log.record(first));
        int noted = 1;
        while (log.record(error("number " + noted))) {
            noted++;
        }
        int all = noted;
        assertTrue(log.record(first), "there is always room to count");
        assertEquals(2, read(from).get(0).count());
        MappedBuffer to = MappedBuffer.allocate(ControlFile.ERROR_LOG_LENGTH);
        ErrorLog.carryOver(from, to);

        int carried = read(to).size();
        assertTrue(carried > all / 3 && carried <= all / 2 + 1, () -> "carried=" + carried + ", of=" + all);
        assertTrue(new ErrorLog(to, () -> null).record(error("the next")));
        assertEquals(carried + 1, read(to).size());
    }
}
