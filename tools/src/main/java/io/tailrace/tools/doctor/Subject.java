/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.DriverConfig;
import io.tailrace.inspect.Host;
import io.tailrace.inspect.Interval;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.SnapshotReader;
import io.tailrace.inspect.Storage;
import io.tailrace.inspect.StreamView;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Patterns;
import io.tailrace.tools.command.Termination;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state that the inspections examine.
 *
 * @param directory the driver's directory, which may not exist
 * @param seen the state of driver and streams, null if there is no driver's directory or it cannot be read
 * @param trouble the reason why there is no state; empty if there is one, or there is nothing to read
 * @param leftovers the files that no process holds
 * @param processes the driver and its clients, as far as they are visible
 * @param self this command
 * @param scope which streams and errors count
 */
record Subject(
        Path directory,
        Storage storage,
        @Nullable Observation seen,
        String trouble,
        List<Survey.Leftover> leftovers,
        List<LiveProcess> processes,
        LiveProcess self,
        HostFiles host,
        Scope scope) {
    /** Long enough for the kernel's counters, which advance in ticks of some milliseconds. */
    private static final long APART_NS = 200_000_000;

    /** A thread with a smaller share sleeps now and then. */
    private static final double BUSY_SHARE = 0.8;

    /**
     * Which streams, lags and errors count.
     *
     * @param lagWarn the lag in percent of how far publishers may be ahead that is a warning
     * @param lagCrit the lag that is critical
     * @param errorsSinceNs how long ago an error may have happened
     */
    record Scope(Patterns streams, double lagWarn, double lagCrit, long errorsSinceNs) {
        static final Scope ALL = new Scope(new Patterns(List.of()), 50, 90, 3_600_000_000_000L);

        /** {@return the streams of a snapshot that count} */
        List<StreamView> of(Snapshot now) {
            return now.select(streams::select);
        }
    }

    /**
     * A living process that has files in the directory.
     *
     * @param name for people: the driver, a client, or this command
     * @param busyThreads how many of its threads want a processor all the time; -1 if unknown
     */
    record LiveProcess(String name, long pid, int busyThreads) {
        /** {@return a file of the kernel about this process} */
        String file(String name) {
            return "/proc/" + pid + '/' + name;
        }

        String describe() {
            return name + " (pid " + pid + ')';
        }
    }

    /** Reads the state. Changes nothing. */
    static Subject read(DriverDirectory directory, Context context, Scope scope) {
        Host host = context.host();
        HostFiles files = new HostFiles(Path.of("/"));
        Observation seen = null;
        List<LiveProcess> processes = List.of();
        List<Survey.Leftover> leftovers = List.of();
        String trouble = "";
        try {
            DirectoryOption.require(directory);
            try (SnapshotReader reader = new SnapshotReader(directory, host)) {
                Snapshot first = reader.next().after();
                leftovers = Survey.of(directory, first.driver().owner().lives(), first.takenNs())
                        .leftovers();
                processes = processes(first, files, context.termination());
                seen = reader.observe();
            }
        } catch (CommandException e) {
            trouble = e.exitCode() == ExitCode.NO_DRIVER ? "" : String.valueOf(e.getMessage());
        } catch (IOException | RuntimeException | InternalError e) {
            trouble = ErrorText.of(e);
        }
        return new Subject(
                directory.path(),
                host.storage(directory.path()),
                seen,
                trouble,
                leftovers,
                processes,
                new LiveProcess("this command", ProcessHandle.current().pid(), -1),
                files,
                scope);
    }

    /** {@return the driver and the clients that live and are visible, each process once} */
    private static List<LiveProcess> processes(Snapshot seen, HostFiles files, Termination termination) {
        Map<Long, String> names = new LinkedHashMap<>();
        seen.processes()
                .filter(client -> client.owner().lives() && client.owner().visible())
                .forEach(client -> names.putIfAbsent(client.owner().pid(), client.name()));
        long startNs = System.nanoTime();
        Map<Long, Map<String, Long>> before = new HashMap<>();
        names.keySet().forEach(pid -> before.put(pid, threadTimes(files, pid)));
        if (!names.isEmpty()) {
            termination.sleep(APART_NS);
        }
        List<LiveProcess> processes = new ArrayList<>();
        names.forEach((pid, name) -> {
            Map<String, Long> after = threadTimes(files, pid);
            long elapsedNs = System.nanoTime() - startNs;
            processes.add(new LiveProcess(name, pid, busy(before.getOrDefault(pid, Map.of()), after, elapsedNs)));
        });
        return processes;
    }

    /** {@return for each thread of a process the time it has run or waited for a processor} */
    static Map<String, Long> threadTimes(HostFiles files, long pid) {
        Map<String, Long> times = new HashMap<>();
        String tasks = "/proc/" + pid + "/task";
        for (String thread : files.names(tasks)) {
            String[] fields = files.text(tasks + '/' + thread + "/schedstat").split(" ", -1);
            if (fields.length >= 2) {
                times.put(thread, HostFiles.parse(fields[0]) + HostFiles.parse(fields[1]));
            }
        }
        return times;
    }

    /**
     * {@return the number of threads that wanted a processor all the time between two moments, because they spin or
     * have much to do; -1 if unknown}
     */
    static int busy(Map<String, Long> before, Map<String, Long> after, long elapsedNs) {
        return before.isEmpty() || after.isEmpty()
                ? -1
                : (int) after.entrySet().stream()
                        .filter(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), thread.getValue())
                                >= BUSY_SHARE * elapsedNs)
                        .count();
    }

    /** {@return the time between two snapshots, null if there are none} */
    @Nullable
    Interval interval() {
        return seen == null ? null : seen.interval();
    }

    /** {@return the current state, null if there is none or it cannot be read} */
    @Nullable
    Snapshot snapshot() {
        return seen == null ? null : seen.now();
    }

    /** {@return the driver's length of a term, or the default} */
    int termLength() {
        Snapshot snapshot = snapshot();
        return snapshot == null || snapshot.termLength() == 0
                ? DriverConfig.DEFAULT_TERM_LENGTH
                : snapshot.termLength();
    }

    /** {@return the bytes that one more stream takes} */
    long bytesOfLog() {
        return storage.bytesOfLog(termLength());
    }

    /** {@return the bytes that the present logs take} */
    long bytesOfLogs() {
        Snapshot snapshot = snapshot();
        return snapshot == null
                ? 0
                : snapshot.streams().stream()
                        .flatMap(stream -> stream.logs().stream())
                        .mapToLong(
                                log -> storage.bytesOfLog(log.at().constants().termLength()))
                        .sum();
    }

    boolean isInMemory() {
        return storage.type().equals("tmpfs") || storage.type().equals("ramfs");
    }
}
