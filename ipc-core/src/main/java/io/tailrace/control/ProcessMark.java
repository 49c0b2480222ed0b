/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.internal.Uninterrupted;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Tells one process of this host from every other one, and says whether it is gone: by what Linux shows in
 * {@code /proc}.
 *
 * @param startTicks when it started, in clock ticks since the host did: another process that gets its pid has started
 *     later
 * @param namespaces inode of its PID namespace, and in the upper half that of its time namespace: elsewhere pid and
 *     start time say nothing about it. 0 if nothing is known of the process
 * @param bootId tells this start of the host from every other one
 */
record ProcessMark(long pid, long startTicks, long namespaces, long bootId) {
    /** The state of a process, as {@code /proc} has it. */
    enum Fate {
        LIVES,
        GONE,
        /** It is in another namespace, or hidden, or of a host or a version that does not tell. */
        UNKNOWN
    }

    private static final long PID_NAMESPACE = 0xFFFF_FFFFL;
    private static final Path PROC = Path.of("/proc");
    private static final ProcessMark OWN = own(ProcessHandle.current().pid());
    /** Whether processes of other users do not show in {@code /proc}. */
    private static final boolean HIDES = hides();

    /** {@return that of this process} */
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
            // Not Linux, or one that does not tell.
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
     * Looks for the process.
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
