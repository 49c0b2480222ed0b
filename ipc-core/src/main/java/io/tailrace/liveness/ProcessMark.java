/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import io.tailrace.internal.Uninterrupted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Identifies one process of this host uniquely, and determines whether it is gone, from {@code /proc} of Linux.
 *
 * @param startTicks when it started, in clock ticks since the host's start: another process that gets its pid has
 *     started later
 * @param namespaces inode of its PID namespace, and in the upper half that of its time namespace: in other namespaces,
 *     pid and start time do not identify it. 0 if nothing is known of the process
 * @param bootId identifies this start of the host
 */
record ProcessMark(long pid, long startTicks, long namespaces, long bootId) {
    /** The state of a process according to {@code /proc}. */
    enum Fate {
        LIVES,
        GONE,
        /** It is in another namespace, or hidden, or of a host or a version without this information. */
        UNKNOWN
    }

    private static final long PID_NAMESPACE = 0xFFFF_FFFFL;
    private static final Path PROC = Path.of("/proc");
    private static final ProcessMark OWN = own(ProcessHandle.current().pid());
    /** Whether {@code /proc} hides processes of other users. */
    private static final boolean HIDES = hides();

    /** {@return the mark of this process} */
    static ProcessMark own() {
        return OWN;
    }

    private static ProcessMark own(long pid) {
        try {
            // /proc may show another PID namespace, as under "unshare --pid" without "--mount-proc". Then it has other
            // pids than this process knows.
            boolean ownNamespace = Files.readAllLines(PROC.resolve("self/status"), StandardCharsets.ISO_8859_1).stream()
                    .anyMatch(line -> line.matches("NSpid:\\s+" + pid));
            if (ownNamespace) {
                UUID bootId = UUID.fromString(Files.readString(PROC.resolve("sys/kernel/random/boot_id"))
                        .strip());
                return new ProcessMark(
                        pid,
                        Stat.read(pid).startTicks(),
                        namespace("time") << 32 | namespace("pid"),
                        bootId.getMostSignificantBits());
            }
        } catch (IOException | RuntimeException e) {
            // Not Linux, or a Linux without this information.
        }
        return new ProcessMark(pid, 0, 0, 0);
    }

    /** {@return the inode in a link such as {@code pid:[4026531836]}, 0 if the kernel has none of that kind} */
    private static long namespace(String kind) throws IOException {
        Path link = PROC.resolve("self/ns").resolve(kind);
        return Files.exists(link)
                ? Long.parseLong(Files.readSymbolicLink(link).toString().replaceAll("\\D", ""))
                : 0;
    }

    /** {@return the inode of its PID namespace; 0 if that is this process's own, or is not known} */
    long otherPidNamespace() {
        long own = OWN.namespaces & PID_NAMESPACE;
        long its = namespaces & PID_NAMESPACE;
        return own == 0 || its == own || bootId != OWN.bootId ? 0 : its;
    }

    /** A mount option such as {@code hidepid=invisible}. */
    private static boolean hides() {
        try {
            // Not Files.lines: an interrupt would end it.
            return Files.readAllLines(PROC.resolve("self/mounts"), StandardCharsets.ISO_8859_1).stream()
                    .anyMatch(line -> line.matches("\\S+ /proc proc .*hidepid=(?!0|off).*"));
        } catch (IOException | RuntimeException e) {
            return true;
        }
    }

    /**
     * Searches for the process.
     *
     * @throws IOException if nothing is proven, for example because this process is short of descriptors
     */
    Fate fate() throws IOException {
        if (OWN.namespaces == 0 || namespaces == 0) {
            return Fate.UNKNOWN;
        }
        if (bootId != OWN.bootId) {
            return Fate.GONE;
        }
        if (namespaces != OWN.namespaces) {
            return Fate.UNKNOWN;
        }
        try {
            Stat stat = Uninterrupted.run(() -> Stat.read(pid));
            return stat.startTicks() == startTicks && !stat.hasEnded() ? Fate.LIVES : Fate.GONE;
        } catch (IOException e) {
            if (HIDES || e instanceof AccessDeniedException) {
                return Fate.UNKNOWN;
            }
            // A process may also end while its file is opened or read, and then the error is another one.
            if (Files.notExists(PROC.resolve(Long.toString(pid)))) {
                return Fate.GONE;
            }
            throw e;
        }
    }

    /** The fields of {@code /proc/PID/stat} that are needed. */
    private record Stat(String state, long threads, long startTicks) {
        private static final int STATE = 0;
        private static final int THREADS = 17;
        private static final int START = 19;

        static Stat read(long pid) throws IOException {
            byte[] bytes = Files.readAllBytes(PROC.resolve(Long.toString(pid)).resolve("stat"));
            String line = new String(bytes, StandardCharsets.ISO_8859_1);
            String[] fields =
                    line.substring(line.lastIndexOf(')') + 2).split(" ", -1); // The name before may be anything.
            return new Stat(fields[STATE], Long.parseLong(fields[THREADS]), Long.parseLong(fields[START]));
        }

        /** A process whose first thread has ended is shown as a zombie, too, while others of it run. */
        boolean hasEnded() {
            return (state.equals("Z") || state.equals("X")) && threads <= 1;
        }
    }
}
