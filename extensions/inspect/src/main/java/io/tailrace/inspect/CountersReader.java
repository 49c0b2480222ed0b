/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.internal.PendingFault;
import io.tailrace.liveness.KernelLock;
import io.tailrace.report.CounterSlots.CounterReader;
import io.tailrace.report.ReportFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Reads the counters of a driver and its clients at one moment. Maps files for reading only. A file that cannot be read
 * is reported, and the others are still read.
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
     * Reads the driver's counters first, then those of its clients in the order in which they connected.
     *
     * @throws IOException if the folder of the clients cannot be read
     */
    public static CountersReader of(DriverDirectory directory) throws IOException {
        CountersReader found = new CountersReader();
        found.add(directory.controlFile(), () -> driver(directory));
        for (Map.Entry<Long, Path> entry :
                SnapshotReader.foldersById(directory.clients()).entrySet()) {
            long id = entry.getKey();
            Path client = entry.getValue();
            found.add(ReportFile.COUNTERS.path(client), () -> client(client, id));
        }
        return found;
    }

    /** {@return the driver and the clients that have counters} */
    public List<Owner> all() {
        return owners;
    }

    /** {@return one for each file that cannot be read} */
    public List<Unreadable> unreadable() {
        return unreadable;
    }

    private void add(Path path, Reading reading) {
        Unreadable.guard("counters", path, unreadable, () -> {
            Owner owner = reading.read();
            PendingFault.raise(); // Checked before the values are used.
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
     * A driver or a client, and the counters read from it.
     *
     * @param name unique among the owners
     * @param life its state according to the kernel
     * @param pid its process, for display only
     */
    public record Owner(String name, KernelLock.Holder life, long pid, List<CounterReader.Counter> counters) {
        /** {@return the same owner with some of its counters} */
        public Owner select(Predicate<String> labels) {
            return new Owner(
                    name,
                    life,
                    pid,
                    counters.stream()
                            .filter(counter -> labels.test(counter.label()))
                            .toList());
        }

        /** {@return the owner in one line} */
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
