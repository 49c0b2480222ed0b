/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Tailrace;
import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.report.CounterSlots.CounterKind;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The driver's counters can be read from the control file. */
final class DriverCountersTest extends WithThreads {
    private List<CounterReader.Counter> shown() {
        DriverDirectory directory = new DriverDirectory(driver.directory());
        try (ControlFile control = ControlFile.openReadOnly(directory.controlFile())) {
            return new CounterReader(directory.controlFile(), control.counters()).read();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private long value(String label) {
        return shown().stream()
                .filter(counter -> counter.label().equals(label))
                .findFirst()
                .orElseThrow()
                .value();
    }

    private void await(String label, long value) {
        Await.until(label + "=" + value, () -> value(label) == value);
    }

    @Test
    void levelsFollowWhatThereIs() {
        try (Tailrace client = connect()) {
            client.addPublication(STREAM);
            client.addExclusivePublication(STREAM);
            client.addSubscription("other");
            await("clients", 1);
            await("publications", 2);
            await("logs", 2);
            await("subscriptions", 1);
        }
        for (String label : new String[] {"clients", "publications", "logs", "subscriptions"}) {
            await(label, 0);
        }
        assertEquals(0, value("clientDeaths"), "it has left in good order");
    }

    @Test
    void whoDiesWithoutLeavingIsCounted() throws IOException {
        DriverDirectory directory = new DriverDirectory(driver.directory());
        try (ControlFile control = ControlFile.open(directory.controlFile())) {
            long id = control.nextId();
            ClientFiles files = ClientFiles.create(directory.client(id), FileAccess.PRIVATE, id, 1, "test");
            control.ringDoorbell();
            await("clients", 1);
            files.close();
            await("clientDeaths", 1);
            Await.until("its files are gone", () -> !Files.exists(directory.client(id)));
        }
    }

    @Test
    void theCyclesGrow() {
        long before = value("driverCycles");
        Await.until("the cycles grow", () -> value("driverCycles") > before);
        assertTrue(shown().contains(new CounterReader.Counter(CounterKind.TOTAL, "errors", 0)));
    }

    @Test
    void errorsAreCountedEachTime() {
        ErrorReporter reporter;
        try (ControlFile control = ControlFile.open(new DriverDirectory(driver.directory()).controlFile())) {
            reporter = new ErrorReporter(control, error -> {});
            reporter.accept(new IllegalStateException("of the test"));
            reporter.accept(new IllegalStateException("of the test"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        assertEquals(2, reporter.count());
    }
}
