/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.inspect.Host.ProcessView;
import io.tailrace.liveness.ProgramName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** This host, read from its clocks and {@code /proc}. */
public class LocalHost implements Host {
    private static final Path PROC = Path.of("/proc");

    /** The place of a process's CPU time among the fields of its {@code stat}, from its state on. */
    private static final int UTIME = 11;

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public @Nullable ProcessView process(long pid) {
        Path process = PROC.resolve(Long.toString(pid));
        try {
            String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
            // The program name before the state may contain anything.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            long cpuTicks = Long.parseLong(fields[UTIME]) + Long.parseLong(fields[UTIME + 1]);
            return new ProcessView(ProgramName.of(process), fields[0].charAt(0), cpuTicks, process);
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            return null; // The process has exited meanwhile, or is hidden.
        }
    }

    /** The kernel shows the processes of all namespaces below this one here, with their pids in each namespace. */
    @Override
    public @Nullable ProcessView process(long pidNamespace, long pid) {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path process : processes) {
                if (isOf(process, pidNamespace, pid)) {
                    return process(Long.parseLong(process.getFileName().toString()));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            // The process cannot be seen.
        }
        return null;
    }

    private static boolean isOf(Path process, long pidNamespace, long pid) {
        try {
            String link = Files.readSymbolicLink(process.resolve("ns/pid")).toString();
            return link.equals("pid:[" + pidNamespace + ']')
                    && Files.readAllLines(process.resolve("status"), StandardCharsets.ISO_8859_1).stream()
                            .anyMatch(line -> line.matches("NSpid:.*\\s" + pid));
        } catch (IOException e) {
            return false; // The process has exited, or is another user's.
        }
    }

    @Override
    public String owner(Path path) throws IOException {
        return Files.getOwner(path, LinkOption.NOFOLLOW_LINKS).getName();
    }
}
