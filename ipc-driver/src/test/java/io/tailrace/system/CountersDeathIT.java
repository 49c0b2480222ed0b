/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.control.CounterSlots.CounterReader;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.ReportFile;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A process with counters is killed: its counters are deleted with the rest of its files. */
@Timeout(60)
final class CountersDeathIT {
    @RegisterExtension
    final Scene scene = new Scene();

    private List<Path> clients() {
        try (Stream<Path> paths = Files.list(new DriverDirectory(scene.directory()).clients())) {
            return paths.filter(Files::isDirectory).toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isShown(Path client) {
        long id = DriverDirectory.parseId(client.getFileName().toString());
        try (ReportFile file = ReportFile.COUNTERS.openReadOnly(client, id)) {
            return new CounterReader(client, file.region())
                    .read().stream()
                            .anyMatch(counter ->
                                    counter.label().matches("dispatch \\d+ quotes: threads") && counter.value() >= 1);
        } catch (IOException e) {
            return false; // Not yet.
        }
    }

    @Test
    void theirFileGoesWithItsClient() throws Exception {
        scene.startDriver();
        Path notes = scene.root().resolve("notes");
        MappedFile.create(notes, DispatchMain.COUNTS + Long.BYTES, FileAccess.PRIVATE)
                .close();
        JavaProcess process = scene.start(DispatchMain.class, scene.directory(), "quotes", notes, 64, 1);
        process.awaitLine("SUBSCRIPTION");
        Await.until("it counts", () -> clients().stream().anyMatch(CountersDeathIT::isShown));
        assertEquals(1, clients().size());

        process.kill();

        Await.until("its files are gone", () -> clients().isEmpty());
    }
}
