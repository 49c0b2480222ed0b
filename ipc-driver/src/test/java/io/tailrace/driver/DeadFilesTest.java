/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Publication;
import io.tailrace.SubscriptionConfig;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.report.EventLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that a driver deletes if it finds no space to start. {@code FullFileSystemIT} tests the rest. */
final class DeadFilesTest extends WithInvokedDriver {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogOfTheDeadStaysWhereItKeepsThePlaceOfAName(boolean named) throws Exception {
        DriverDirectory directory = new DriverDirectory(driver.directory());
        SimulatedClient client = new SimulatedClient(clientConfig(), () -> 0);
        SubscriptionConfig plain = SubscriptionConfig.DEFAULT;
        client.tailrace().addSubscription("quotes", named ? plain.withName("risk", Duration.ofMinutes(1)) : plain);
        Publication publication = client.tailrace().addPublication("quotes");
        Messages.offer(publication, "a");
        Path log = directory.log(publication.logId());
        driver.close(); // Its client lives, so all files stay.
        client.die();

        PreviousDriver.deleteDead(directory, EventLog.open(directory, FileAccess.PRIVATE, () -> 1));

        assertEquals(named, Files.exists(log));
        String[] clients = directory.clients().toFile().list();
        assertEquals(named ? 1 : 0, clients == null ? -1 : clients.length, "the proof of its holder's death");
    }
}
