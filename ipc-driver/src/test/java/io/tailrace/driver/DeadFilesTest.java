/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Publication;
import io.tailrace.SubscriptionConfig;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventRing;
import io.tailrace.file.FileAccess;
import io.tailrace.testing.MemoryDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The files that a driver deletes if it finds no space to start. {@code FullFileSystemIT} tests the rest. */
final class DeadFilesTest {
    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogOfTheDeadStaysWhereItKeepsThePlaceOfAName(boolean named) throws Exception {
        List<Throwable> errors = new ArrayList<>();
        MediaDriver driver = MediaDriver.launch(Rig.driverConfig(parent, errors));
        DriverDirectory directory = new DriverDirectory(driver.directory());
        SimulatedClient client =
                new SimulatedClient(Rig.clientConfig(directory.path(), driver::invoke, errors), () -> 0);
        SubscriptionConfig config = SubscriptionConfig.DEFAULT;
        client.tailrace().addSubscription("quotes", named ? config.withName("risk", Duration.ofMinutes(1)) : config);
        Publication publication = client.tailrace().addPublication("quotes");
        Messages.offer(publication, "a");
        Path log = directory.log(publication.logId());
        driver.close(); // Its client lives, so all files stay.
        client.die();

        PreviousDriver.deleteDead(directory, EventRing.open(directory, FileAccess.PRIVATE, () -> 1));

        assertEquals(named, Files.exists(log));
        String[] clients = directory.clients().toFile().list();
        assertEquals(named ? 1 : 0, clients == null ? -1 : clients.length, "the proof of its holder's death");
    }
}
