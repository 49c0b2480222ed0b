/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.CounterSlots.CounterReader;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.control.ReportFile;
import io.tailrace.internal.PendingFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Reads what a driver and its clients count, at one moment. Maps files for reading only; one that can not be read is
 * told, and the others are read all the same.
 */
public final class CountersReader {
    /** Reads an owner's file. */
    private interface Reading {
        Owner read() throws IOException;
    }

    private final List<Owner> owners = new ArrayList<>();
    private final List<Unreadable> unreadable = new ArrayList<>();

    private CountersReader() {}

    /**
     * Looks at the driver first, then at its clients in the order in which they came.
     *
     * @throws IOException if the folder of the clients can not be read
     */
    public static CountersReader of(DriverDirectory directory) throws IOException {
        CountersReader found = new CountersReader();
        found.add(directory.controlFile(), () -> driver(directory));
        for (Map.Entry<Long, Path> entry : Folders.byId(directory.clients()).entrySet()) {
            long id = entry.getKey();
            Path client = entry.getValue();
            found.add(ReportFile.COUNTERS.path(client), () -> client(client, id));
        }
        return found;
    }

    /** {@return those that count} */
    public List<Owner> all() {
        return owners;
    }

    /** {@return one for each file that can not be read} */
    public List<Unreadable> unreadable() {
        return unreadable;
    }

    private void add(Path path, Reading reading) {
        Unreadable.guard("counters", path, unreadable, () -> {
            Owner owner = reading.read();
            PendingFault.raise(); // Before anything that was read is believed.
            owners.add(owner);
        });
    }

    private static Owner driver(DriverDirectory directory) throws IOException {
        try (ControlFile control = ControlFile.openReadOnly(directory.controlFile())) {
            CounterReader reader = new CounterReader(directory.controlFile(), control.counters());
            return new Owner("driver", directory.probeDriver(), control.pid(), reader.read());
        }
    }

    private static Owner client(Path directory, long id) throws IOException {
        try (ReportFile file = ReportFile.COUNTERS.openReadOnly(directory, id)) {
            CounterReader reader = new CounterReader(ReportFile.COUNTERS.path(directory), file.region());
            return new Owner("client " + id, ClientFiles.probe(directory), file.pid(), reader.read());
        }
    }

    /**
     * A driver or a client that counts, as it was seen.
     *
     * @param name that no other owner has
     * @param life what the kernel says of it
     * @param pid its process, for display only
     */
    public record Owner(String name, KernelLock.Holder life, long pid, List<CounterReader.Counter> counters) {
        /** {@return the same with some of its counters} */
        public Owner select(Predicate<String> labels) {
            return new Owner(
                    name,
                    life,
                    pid,
                    counters.stream()
                            .filter(counter -> labels.test(counter.label()))
                            .toList());
        }

        /** {@return it in a line} */
        public String describe() {
            String state =
                    switch (life) {
                        case ALIVE -> "lives";
                        case DEAD -> "is dead";
                        case UNKNOWN -> "has no lock file";
                    };
            return name + ' ' + state + ", pid=" + pid;
        }
    }
}
