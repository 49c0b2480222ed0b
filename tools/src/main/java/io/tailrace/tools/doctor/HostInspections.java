/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.log.LogFiles;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.doctor.Findings.Unknown;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks whether processes get the resources they need, and whether the kernel is set up for threads that must not
 * wait.
 */
final class HostInspections {
    private static final String PROCESSORS_FIX =
            "let threads wait (poll with a timeout, WaitSet, dispatch) instead of spinning, "
                    + "or give more: docker run --cpus, limits.cpu, CPUQuota=, taskset";

    private static final Pattern JDK_VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)([^\"]*)\"");
    private static final Pattern JDK_VENDOR = Pattern.compile("(?m)^IMPLEMENTOR=\"([^\"]*)\"");
    private static final int OLDEST_JDK = 17;
    private static final int FIRST_JDK_WITH_FUTEXES = 22;
    /** From this version on, fast access to memory by address needs that flag. */
    private static final int FIRST_JDK_WITH_SLOW_MEMORY = 24;

    private static final String NATIVE_ACCESS = "--enable-native-access";

    /** A client with many streams opens that many files at once. */
    private static final long FEW_FILES = 256;

    private HostInspections() {}

    /** Checks whether the memory limit of a control group leaves as much as the file system promises. */
    static void memory(Subject subject, LiveProcess process, Findings findings) {
        Cgroup cgroup = Cgroup.of(subject.host(), process);
        if (cgroup.isUnknown()) {
            throw new Unknown("unknown control group");
        }
        long free = cgroup.freeMemory();
        if (free == Long.MAX_VALUE) {
            findings.ok("no limit");
        } else {
            limited(subject, free, findings);
        }
    }

    /** Pages of files in memory are charged to the process that first touches them. */
    private static void limited(Subject subject, long free, Findings findings) {
        String text = "free below its limit=" + Quantity.shortBytes(free)
                + ", free in the file system="
                + Quantity.shortBytes(subject.storage().usableBytes())
                + ", one more stream=" + Quantity.shortBytes(subject.bytesOfLog());
        String fix = "raise the limit of the container (docker run --memory, limits.memory) above what the streams and "
                + "the heap take, or use a smaller --term-length";
        if (subject.isInMemory() && free < subject.bytesOfLog()) {
            findings.crit(text + ": the kernel would kill a process for the next stream", fix);
        } else if (subject.isInMemory() && free < subject.storage().usableBytes()) {
            findings.warn(text + ": the kernel kills a process at the limit, before the file system is full", fix);
        } else {
            findings.ok(text);
        }
    }

    /** Checks whether threads that spin get the processors they want. */
    static void processors(Subject subject, LiveProcess process, Findings findings) {
        HostFiles host = subject.host();
        int allowed = allowed(host, process).cardinality();
        Cgroup cgroup = Cgroup.of(host, process);
        if (allowed < 1 || cgroup.isUnknown()) {
            throw new Unknown("unknown processors");
        }
        double quota = cgroup.cpus();
        double available = Math.min(quota, allowed);
        long throttled = cgroup.throttled();
        String text = "allowed=" + allowed + ", quota="
                + (Double.isInfinite(quota) ? "none" : String.format(Locale.ROOT, "%.1f", quota)) + ", busy threads="
                + (process.busyThreads() < 0 ? "unknown" : process.busyThreads());
        if (process.busyThreads() > available) {
            findings.crit(text + ": more threads need a processor than there are", PROCESSORS_FIX);
        } else if (throttled > 0) {
            findings.warn(
                    text + ", throttled=" + throttled + ": it had to pause, because its quota was exhausted",
                    PROCESSORS_FIX);
        } else if (available < 2) {
            findings.warn(text + ": a spinning thread keeps the others from working", PROCESSORS_FIX);
        } else {
            findings.ok(text);
        }
    }

    /** {@return the processors that a process may use; none if unknown} */
    private static BitSet allowed(HostFiles host, LiveProcess process) {
        return parse(host.value(process.file("status"), "Cpus_allowed_list", ':'));
    }

    /** {@return the numbers in a list such as {@code 0-3,8}; none if the text is not a list} */
    static BitSet parse(String list) {
        BitSet numbers = new BitSet();
        if (!list.matches("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*")) {
            return numbers;
        }
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", -1);
            int first = Integer.parseInt(ends[0]);
            numbers.set(first, Math.max(first, Integer.parseInt(ends[ends.length - 1]) + 1));
        }
        return numbers;
    }

    /** Checks whether processes together fit into the processors, and into the quota if they share a control group. */
    static void sharedProcessors(Subject subject, Findings findings) {
        if (subject.processes().size() < 2) {
            return;
        }
        BitSet allowed = new BitSet();
        Set<Cgroup> groups = new HashSet<>();
        int busy = 0;
        for (LiveProcess process : subject.processes()) {
            allowed.or(allowed(subject.host(), process));
            groups.add(Cgroup.of(subject.host(), process));
            busy += Math.max(0, process.busyThreads());
        }
        if (allowed.isEmpty()) {
            throw new Unknown("unknown processors");
        }
        double quota = groups.size() > 1
                ? Double.POSITIVE_INFINITY
                : groups.iterator().next().cpus();
        double available = Math.min(allowed.cardinality(), quota);
        String text = "all " + subject.processes().size() + " processes together: busy threads=" + busy
                + ", processors=" + Math.round(available * 10) / 10.0;
        if (busy > available) {
            findings.crit(text + ": they keep one another from working", PROCESSORS_FIX);
        } else {
            findings.ok(text);
        }
    }

    /** Names the JDKs of the processes, from their {@code release} files. */
    static void jdk(Subject subject, LiveProcess process, Findings findings) {
        String release = release(subject.host(), process);
        Matcher version = JDK_VERSION.matcher(release);
        if (!version.find()) {
            throw new Unknown("unknown JDK");
        }
        Matcher vendor = JDK_VENDOR.matcher(release);
        String text = "version=" + version.group(1) + version.group(2) + ", vendor="
                + (vendor.find() ? vendor.group(1) : "unknown");
        long feature = HostFiles.parse(version.group(1));
        findings.judge(
                feature < OLDEST_JDK,
                false,
                text + whatIsSlow(subject.host(), process, feature),
                "use a JDK of " + OLDEST_JDK + " or newer");
    }

    /** The manifest of an executable jar may allow native access, too. */
    private static String whatIsSlow(HostFiles host, LiveProcess process, long feature) {
        if (feature < FIRST_JDK_WITH_FUTEXES) {
            return feature < OLDEST_JDK ? "" : "; sockets wake threads; futexes, from JDK 22 on, are faster";
        }
        String flags = host.text(process.file("cmdline")) + host.text(process.file("environ"));
        return flags.isEmpty() || flags.contains(NATIVE_ACCESS) || flags.contains("\0-jar\0")
                ? ""
                : "; with " + NATIVE_ACCESS + "=ALL-UNNAMED threads wake up faster"
                        + (feature < FIRST_JDK_WITH_SLOW_MEMORY ? "" : ", and memory access is faster");
    }

    /**
     * {@return the description that the JDK of a process gives of itself} The path is resolved in the file tree of the
     * process, which differs in a container.
     */
    private static String release(HostFiles host, LiveProcess process) {
        String executable = host.link(process.file("exe"));
        int bin = executable.lastIndexOf("/bin/");
        if (bin < 0) {
            return "";
        }
        String file = executable.substring(0, bin) + "/release";
        String there = host.text(process.file("root" + file));
        return there.isEmpty() ? host.text(file) : there;
    }

    /** Checks whether processes may open more files. */
    static void openFiles(Subject subject, LiveProcess process, Findings findings) {
        String soft = subject.host()
                .value(process.file("limits"), "Max open files", ' ')
                .replaceFirst(" .*", "");
        long limit = soft.equals("unlimited") ? Long.MAX_VALUE : HostFiles.parse(soft);
        List<String> open = subject.host().names(process.file("fd"));
        if (limit < 0 || open.isEmpty()) {
            throw new Unknown("unknown number of open files");
        }
        String text = "open=" + open.size() + ", limit=" + (limit == Long.MAX_VALUE ? "none" : limit);
        String fix = "ulimit -n 65536 before it is started; LimitNOFILE=65536; docker run --ulimit nofile=65536";
        boolean warning = open.size() >= limit - limit / 5 || limit < FEW_FILES;
        findings.judge(open.size() >= limit - limit / 20, warning, text, fix);
    }

    /** Checks whether processes may map more files. */
    static void mappings(Subject subject, LiveProcess process, Findings findings) {
        long max = subject.host().number("/proc/sys/vm/max_map_count");
        long used = subject.host().countLines(process.file("maps"));
        if (max < 0 || used < 0) {
            throw new Unknown("unknown number of mappings");
        }
        String text = "used=" + used + ", vm.max_map_count=" + max + ", each log takes " + LogFiles.MAPPINGS;
        String fix = "sysctl -w vm.max_map_count=" + 4 * max;
        boolean critical = used >= max - max / 8; // The bound at which MappingLimit refuses.
        findings.judge(critical, used >= max / 2, text, fix);
    }

    /** Checks whether pages of files in memory may be swapped to a disk. */
    static void swap(Subject subject, Findings findings) {
        List<String> lines = subject.host().lines("/proc/swaps");
        long swappiness = subject.host().number("/proc/sys/vm/swappiness");
        if (lines.isEmpty()) {
            throw new Unknown("/proc/swaps cannot be read");
        }
        if (lines.size() == 1) { // Only the header line.
            findings.ok("none");
        } else {
            findings.warn(
                    "areas=" + (lines.size() - 1) + ", swappiness=" + (swappiness < 0 ? "unknown" : swappiness)
                            + ": if memory is short, messages are written to a disk",
                    "swapoff -a, or mount the tmpfs with noswap (Linux 6.4)");
        }
    }
}
