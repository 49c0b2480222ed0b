/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.clean.Survey;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.DriverFiles;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what the inspections look at. Changes nothing. One thread. */
final class SubjectReader {
    /** The kernel counts in ticks of some milliseconds. */
    private static final long APART_NS = 200_000_000;

    private final DriverDirectory directory;
    private final Host host;
    private final HostFiles files;
    private final Termination termination;
    private @Nullable Snapshot snapshot;
    private List<Survey.Leftover> leftovers = List.of();
    private String trouble = "";

    SubjectReader(DriverDirectory directory, Host host, HostFiles files, Termination termination) {
        this.directory = directory;
        this.host = host;
        this.files = files;
        this.termination = termination;
    }

    Subject read() {
        readDirectory();
        List<LiveProcess> processes = processes(snapshot);
        return new Subject(
                directory.path(),
                host.storage(directory.path()),
                snapshot,
                trouble,
                leftovers,
                processes,
                new LiveProcess("this command", ProcessHandle.current().pid(), -1),
                files);
    }

    private void readDirectory() {
        try {
            DriverFiles.require(directory);
            try (SnapshotReader reader = new SnapshotReader(directory, host)) {
                Snapshot read = reader.read();
                leftovers = Survey.of(directory, read.driver().owner().lives()).leftovers();
                snapshot = read;
            }
        } catch (CommandException e) {
            trouble = e.exitCode() == ExitCode.NO_DRIVER ? "" : String.valueOf(e.getMessage());
        } catch (IOException | RuntimeException | InternalError e) {
            trouble = ErrorText.of(e);
        }
    }

    /** {@return the driver and the clients that live and can be seen, each process once} */
    private List<LiveProcess> processes(@Nullable Snapshot seen) {
        if (seen == null) {
            return List.of();
        }
        List<ClientView> living = Stream.concat(Stream.of(seen.driver()), seen.clients().values().stream())
                .filter(client -> client.owner().lives() && client.owner().visible())
                .toList();
        List<Long> pids =
                living.stream().map(client -> client.owner().pid()).distinct().toList();
        BusyThreads threads = new BusyThreads(files);
        long startNs = System.nanoTime();
        threads.begin(pids);
        if (!pids.isEmpty()) {
            termination.sleep(APART_NS);
        }
        List<LiveProcess> processes = new ArrayList<>();
        for (long pid : pids) {
            String name = living.stream()
                    .filter(client -> client.owner().pid() == pid)
                    .map(ClientView::name)
                    .findFirst()
                    .orElse("");
            processes.add(new LiveProcess(name, pid, threads.count(pid, System.nanoTime() - startNs)));
        }
        return processes;
    }
}
