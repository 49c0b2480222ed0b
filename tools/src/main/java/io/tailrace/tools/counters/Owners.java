/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.counters;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.CounterReader;
import io.tailrace.control.CountersFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.memory.ErrorText;
import io.tailrace.memory.FileFormatException;
import io.tailrace.memory.MappedFileException;
import io.tailrace.memory.PendingFault;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what a driver and its clients count, at one moment. Maps files for reading only; one that can not be read is
 * told, and the others are read all the same.
 */
final class Owners {
    /** Reads an owner's file. */
    private interface Reading {
        Owner read() throws IOException;
    }

    private final List<Owner> owners = new ArrayList<>();
    private final List<CommandException> unreadable = new ArrayList<>();

    private Owners() {}

    /**
     * Looks at the driver first, then at its clients in the order in which they came.
     *
     * @throws IOException if the folder of the clients can not be read
     */
    static Owners of(DriverDirectory directory) throws IOException {
        Owners found = new Owners();
        found.add(directory.controlFile(), () -> driver(directory));
        for (long id : clientIds(directory)) {
            Path client = directory.client(id);
            found.add(CountersFile.path(client), () -> client(client, id));
        }
        return found;
    }

    List<Owner> all() {
        return owners;
    }

    /** {@return one for each file that can not be read} */
    List<CommandException> unreadable() {
        return unreadable;
    }

    private static Owner driver(DriverDirectory directory) throws IOException {
        try (ControlFile control = ControlFile.openReadOnly(directory.controlFile())) {
            CounterReader reader = new CounterReader(directory.controlFile(), control.counters());
            return new Owner("driver", directory.probeDriver(), control.pid(), reader.read());
        }
    }

    private static Owner client(Path directory, long id) throws IOException {
        try (CountersFile file = CountersFile.openReadOnly(directory, id)) {
            CounterReader reader = new CounterReader(CountersFile.path(directory), file.slots());
            return new Owner("client " + id, ClientFiles.probe(directory), file.pid(), reader.read());
        }
    }

    private void add(Path path, Reading reading) {
        try {
            Owner owner = reading.read();
            PendingFault.raise(); // Before anything that was read is believed.
            owners.add(owner);
        } catch (NoSuchFileException e) {
            // It counts nothing, or has gone meanwhile.
        } catch (AccessDeniedException e) {
            unreadable.add(new CommandException(ExitCode.PERMISSION, "permission denied: path=" + e.getFile()));
        } catch (IOException e) {
            boolean corrupt = e instanceof FileFormatException || e instanceof MappedFileException;
            unreadable.add(new CommandException(
                    corrupt ? ExitCode.CORRUPT : ExitCode.IO_FAILED, "counters not read: " + ErrorText.of(e)));
        } catch (InternalError e) {
            unreadable.add(new CommandException(
                    ExitCode.CORRUPT, "counters not read: " + path + " became shorter while it was read"));
        }
    }

    private static List<Long> clientIds(DriverDirectory directory) throws IOException {
        List<Long> ids = new ArrayList<>();
        if (!Files.isDirectory(directory.clients(), LinkOption.NOFOLLOW_LINKS)) {
            return ids;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory.clients())) {
            for (Path entry : entries) {
                long id = DriverDirectory.parseId(entry.getFileName().toString());
                if (id >= 0 && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    ids.add(id);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return ids; // The driver ends at this moment.
        }
        ids.sort(null);
        return ids;
    }

    /**
     * A driver or a client that counts, as it was seen.
     *
     * @param name that no other owner has
     * @param life what the kernel says of it
     * @param pid its process, for display only
     */
    record Owner(String name, KernelLock.Holder life, long pid, List<CounterReader.Counter> counters) {
        String describe() {
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
