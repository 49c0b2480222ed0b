/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.Command;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.Vacancy;
import io.tailrace.control.VacancyFiles;
import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A process without descriptors reads the notes of an earlier driver: it reports that it cannot, and all files stay.
 */
final class NotesIT {
    private static final int DESCRIPTORS = 64;

    @RegisterExtension
    final Scene scene = new Scene();

    @Test
    void whatCannotBeOpenedForWantOfDescriptorsStays() throws Exception {
        DriverDirectory directory = new DriverDirectory(scene.directory());
        Path client = Files.createDirectories(directory.client(7));
        Files.createDirectories(directory.names());
        Command.AddSubscription command = new Command.AddSubscription(
                9, JoinAt.TAIL, SubscriberPolicy.BLOCK, "quotes", new SubscriberName("risk", 1_000_000_000));
        new SubscriptionFiles().write(client, command);
        Vacancy vacancy = new Vacancy(command, 7, 4711, Long.MAX_VALUE);
        new VacancyFiles(directory).write(vacancy);
        List<String> wrapper = List.of("sh", "-c", "ulimit -n " + DESCRIPTORS + "; exec \"$@\"", "sh");

        JavaProcess process =
                scene.start(wrapper, Jdk.running(), QuickJvm.flags(), NotesMain.class, directory.path(), 7);
        process.awaitLine("DONE");

        List<String> refused = process.lines("REFUSED");
        for (Path note :
                List.of(client.resolve("subscription-9"), directory.names().resolve("9"))) {
            String expected = "cannot open: path=" + note + ", ";
            assertTrue(refused.stream().anyMatch(line -> line.startsWith(expected)), refused::toString);
        }
        assertEquals(List.of(), process.lines("DELETED"));
        assertEquals(List.of(command), new SubscriptionFiles().readAll(client, e -> {}));
        assertEquals(List.of(vacancy), new VacancyFiles(directory).readAll(e -> {}));
    }
}
