/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.SubscriptionFiles;
import io.tailrace.control.VacancyFiles;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reads the notes of clients and names, once normally and then with so few descriptors that a folder can be opened but
 * no file in it: {@code DIRECTORY CLIENT}. Prints the results.
 */
final class NotesMain {
    private static final String ANY_FILE = "/dev/null";
    private static final int MOST_SPARE = 8;

    private NotesMain() {}

    private interface Reading {
        Object read() throws IOException;
    }

    public static void main(String[] args) throws Exception {
        DriverDirectory directory = new DriverDirectory(Path.of(args[0]));
        Path client = directory.client(Long.parseLong(args[1]));
        Reading[] readings = {
            () -> new SubscriptionFiles().readAll(client, e -> System.out.println("DELETED " + e)),
            () -> new VacancyFiles(directory).readAll(e -> System.out.println("DELETED " + e))
        };
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
                held.push(new FileInputStream(ANY_FILE));
            }
        } catch (IOException e) {
            // There are no descriptors left.
        }
    }
}
