/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kernel refuses to open a file of a log for a reason that passes, as for want of descriptors: here a running
 * program takes the file's place.
 */
final class BusyFileTest {
    private static final Path PROGRAM = Path.of("/bin/sleep");

    @TempDir
    Path parent;

    private final List<Throwable> errors = new ArrayList<>();
    private MediaDriver driver;

    /** Puts a running program into the place of a file. */
    private Process occupy(Path file, Path moved) throws IOException {
        Files.move(file, moved);
        Files.copy(PROGRAM, file);
        assumeTrue(file.toFile().setExecutable(true));
        return new ProcessBuilder(file.toString(), "60").start();
    }

    @Test
    void aLogThatCannotBeOpenedNowIsNotDeletedByTheNextDriver() throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM));
        driver = MediaDriver.launch(Rig.driverConfig(parent, errors));
        try (Tailrace client = Tailrace.connect(Rig.clientConfig(driver.directory(), () -> driver.invoke(), errors))) {
            Subscription subscription = client.addSubscription("quotes");
            Publication publication = client.addPublication("quotes");
            Messages.offer(publication, "a");
            driver.close(); // Its client lives, so all files stay.

            Path term = driver.directory().resolve("logs/" + publication.logId() + "/term-1");
            Path moved = parent.resolve("moved");
            Process program = occupy(term, moved);
            DirectoryException refusal =
                    assertThrows(DirectoryException.class, () -> MediaDriver.launch(Rig.driverConfig(parent, errors)));
            program.destroyForcibly().waitFor();

            assertTrue(refusal.getMessage().contains(term.toString()), refusal.getMessage());
            Files.delete(term);
            Files.move(moved, term);
            driver = MediaDriver.launch(Rig.driverConfig(parent, errors));
            Recorder received = new Recorder();
            while (received.count() < 2) {
                driver.invoke();
                client.invoke();
                if (received.count() == 1) {
                    publication.offer("b".getBytes(StandardCharsets.UTF_8));
                }
                subscription.poll(received, 10);
            }
            assertEquals("a", received.texts().get(0));
        }
        driver.close();
        assertEquals(List.of(), errors);
    }
}
