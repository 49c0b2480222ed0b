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
import io.tailrace.testing.JavaProcess;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A process without descriptors reads the notes of an earlier driver: it reports that it cannot, and all files stay.
 */
final class NotesIT {
    private static final int DESCRIPTORS = 64;
    private static final int MOST_SPARE = 8;
    private static final long CLIENT = 7;

    @RegisterExtension
    final Scene scene = new Scene();

    /**
     * Reads the notes of clients and names, once normally and then with so few descriptors that a folder can be opened
     * but no file in it. Prints the results.
     */
    static final class Reader {
        private interface Reading {
            Object read() throws IOException;
        }

        private Reader() {}

        public static void main(String[] args) throws Exception {
            DriverDirectory directory = new DriverDirectory(Path.of(args[0]));
            Path client = directory.client(CLIENT);
            List<Reading> readings = List.of(
                    () -> new SubscriptionFiles().readAll(client, e -> System.out.println("DELETED " + e)),
                    () -> new VacancyFiles(directory).readAll(e -> System.out.println("DELETED " + e)));
            for (Reading reading : readings) {
                System.out.println("NOTED " + reading.read());
                tell(new IOException()); // Its classes are loaded from files, too.
            }
            Deque<FileInputStream> held = new ArrayDeque<>();
            for (Reading reading : readings) {
                fill(held);
                for (int spare = 0; spare < MOST_SPARE; spare++) {
                    held.pop().close();
                    try {
                        reading.read();
                    } catch (IOException e) {
                        tell(e);
                    }
                }
            }
            System.out.println("DONE");
        }

        private static void tell(IOException e) {
            System.out.println("REFUSED " + e.getMessage());
        }

        private static void fill(Deque<FileInputStream> held) {
            try {
                while (true) {
                    held.push(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                // There are no descriptors left.
            }
        }
    }

    @Test
    void whatCannotBeOpenedForWantOfDescriptorsStays() throws Exception {
        DriverDirectory directory = new DriverDirectory(scene.directory());
        Path client = Files.createDirectories(directory.client(CLIENT));
        Files.createDirectories(directory.names());
        Command.AddSubscription command = new Command.AddSubscription(
                9, JoinAt.TAIL, SubscriberPolicy.BLOCK, "quotes", new SubscriberName("risk", 1_000_000_000));
        new SubscriptionFiles().write(client, command);
        Vacancy vacancy = new Vacancy(command, CLIENT, 4711, Long.MAX_VALUE);
        new VacancyFiles(directory).write(vacancy);

        List<String> wrapper = List.of("sh", "-c", "ulimit -n " + DESCRIPTORS + "; exec \"$@\"", "sh");
        JavaProcess process = scene.start(Jvm.quick().in(wrapper), Reader.class);
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
