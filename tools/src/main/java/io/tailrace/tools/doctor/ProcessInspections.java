/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.log.LogFiles;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.doctor.Findings.Finding;
import io.tailrace.tools.doctor.Findings.Unknown;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether processes get the processors, memory, files and mappings that they need. */
final class ProcessInspections {
    private static final String PROCESSORS_FIX =
            "let threads wait (poll with a timeout, WaitSet, dispatch) instead of spinning, "
                    + "or give more: docker run --cpus, limits.cpu, CPUQuota=, taskset";

    private static final Pattern JDK_VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(\\d+)([^\"]*)\"");
    private static final Pattern JDK_VENDOR = Pattern.compile("(?m)^IMPLEMENTOR=\"([^\"]*)\"");
    private static final int OLDEST_JDK = 17;
    private static final int FIRST_JDK_WITH_FUTEXES = 22;

    private static final Pattern OPEN_FILES_LIMIT = Pattern.compile("Max open files\\s+(\\d+|unlimited)\\s.*");
    /** A client with many streams opens that many at once. */
    private static final long FEW_FILES = 256;

    private ProcessInspections() {}

    /** Looks at one process. The findings name the values only. */
    @FunctionalInterface
    interface ProcessLook {
        void inspect(Subject subject, LiveProcess process, Findings findings);
    }

    /**
     * {@return an inspection of each process alone} Of those that live, or of this command where none does, for it runs
     * where they would. Of processes of which there is the same to be said one is named.
     */
    static BiConsumer<Subject, Findings> each(ProcessLook look) {
        return (subject, findings) -> {
            boolean any = !subject.processes().isEmpty();
            List<LiveProcess> processes = any ? subject.processes() : List.of(subject.self());
            // All is well, with whatever values, is the same to a reader.
            each(look, subject, processes, findings, f -> f.fix().isEmpty() ? f.verdict() : f);
        };
    }

    private static void each(
            ProcessLook look,
            Subject subject,
            List<LiveProcess> processes,
            Findings findings,
            Function<Finding, Object> likeness) {
        Map<Object, Finding> first = new LinkedHashMap<>();
        Map<Object, Integer> counts = new LinkedHashMap<>();
        for (LiveProcess process : processes) {
            Findings own = new Findings().look(findings.topic(), about -> look.inspect(subject, process, about));
            for (Finding finding : own.all()) {
                Object key = likeness.apply(finding);
                first.putIfAbsent(key, finding.of(process));
                counts.merge(key, 1, Integer::sum);
            }
        }
        first.forEach((key, finding) -> findings.add(finding.andMore(counts.getOrDefault(key, 1) - 1)));
    }

    /** Which JDKs run, each named: that of this command, too. */
    static void jdks(Subject subject, Findings findings) {
        List<LiveProcess> all = new ArrayList<>(List.of(subject.self()));
        all.addAll(subject.processes());
        each(ProcessInspections::jdk, subject, all, findings, finding -> finding);
    }

    /** Whether the memory limit of a control group leaves what the file system promises. */
    static void memory(Subject subject, LiveProcess process, Findings findings) {
        Cgroup cgroup = Cgroup.of(subject.host(), process);
        if (cgroup.isUnknown()) {
            throw new Unknown("its control group can not be told");
        }
        long free = cgroup.freeMemory();
        if (free == Long.MAX_VALUE) {
            findings.ok("no limit");
        } else {
            limited(subject, free, findings);
        }
    }

    /** Files in memory count for whoever touches them first. */
    private static void limited(Subject subject, long free, Findings findings) {
        String text = "free below its limit=" + Quantity.shortBytes(free)
                + ", free in the file system="
                + Quantity.shortBytes(subject.storage().usableBytes())
                + ", one more stream=" + Quantity.shortBytes(subject.bytesOfLog());
        String fix = "raise the limit of the container (docker run --memory, limits.memory) above what the streams and "
                + "the heap take, or use a smaller --term-length";
        if (subject.isInMemory() && free < subject.bytesOfLog()) {
            findings.crit(text + ": the kernel would end a process for the next one", fix);
        } else if (subject.isInMemory() && free < subject.storage().usableBytes()) {
            findings.warn(text + ": the limit comes before the file system is full, and ends a process", fix);
        } else {
            findings.ok(text);
        }
    }

    /** Whether threads that spin get the processors that they want. */
    static void processors(Subject subject, LiveProcess process, Findings findings) {
        HostFiles host = subject.host();
        int allowed = allowed(host, process).cardinality();
        Cgroup cgroup = Cgroup.of(host, process);
        if (allowed < 1 || cgroup.isUnknown()) {
            throw new Unknown("its processors can not be told");
        }
        double quota = cgroup.cpus();
        double available = Math.min(quota, allowed);
        long throttled = cgroup.throttled();
        String text = "allowed=" + allowed + ", quota="
                + (Double.isInfinite(quota) ? "none" : String.format(Locale.ROOT, "%.1f", quota)) + ", busy threads="
                + (process.busyThreads() < 0 ? "unknown" : process.busyThreads());
        if (process.busyThreads() > available) {
            findings.crit(text + ": more threads want a processor than there are", PROCESSORS_FIX);
        } else if (throttled > 0) {
            findings.warn(
                    text + ", throttled=" + throttled + ": it had to stand still, because its quota was used up",
                    PROCESSORS_FIX);
        } else if (available < 2) {
            findings.warn(text + ": whoever spins there keeps the others from working", PROCESSORS_FIX);
        } else {
            findings.ok(text);
        }
    }

    /** {@return the processors that a process may use; none if they can not be told} */
    private static BitSet allowed(HostFiles host, LiveProcess process) {
        return parse(host.value(process.file("status"), "Cpus_allowed_list", ':'));
    }

    /** {@return the numbers in a list such as {@code 0-3,8}; none if it is none} */
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

    /** Whether processes leave one another the processors, and the time of their control group, that they want. */
    static void sharedProcessors(Subject subject, Findings findings) {
        if (subject.processes().size() < 2) {
            return;
        }
        BitSet allowed = new BitSet();
        Map<Cgroup, List<LiveProcess>> groups = new LinkedHashMap<>();
        for (LiveProcess process : subject.processes()) {
            allowed.or(allowed(subject.host(), process));
            Cgroup cgroup = Cgroup.of(subject.host(), process);
            if (!cgroup.isUnknown()) {
                groups.computeIfAbsent(cgroup, key -> new ArrayList<>()).add(process);
            }
        }
        if (!allowed.isEmpty()) {
            judge("all", subject.processes(), allowed.cardinality(), findings);
        }
        groups.forEach((cgroup, processes) -> {
            if (processes.size() > 1 && !Double.isInfinite(cgroup.cpus())) {
                judge("of a control group", processes, cgroup.cpus(), findings);
            }
        });
    }

    private static void judge(String which, List<LiveProcess> processes, double available, Findings findings) {
        int busy = processes.stream()
                .mapToInt(process -> Math.max(0, process.busyThreads()))
                .sum();
        String text = which + " " + processes.size() + " processes together: busy threads=" + busy + ", processors="
                + Math.round(available * 10) / 10.0;
        if (busy > available) {
            findings.crit(text + ": they keep one another from working", PROCESSORS_FIX);
        } else {
            findings.ok(text);
        }
    }

    /** Which JDKs run, as their {@code release} files say. */
    private static void jdk(Subject subject, LiveProcess process, Findings findings) {
        String release = release(subject.host(), process);
        Matcher version = JDK_VERSION.matcher(release);
        if (!version.find()) {
            throw new Unknown("its JDK can not be told");
        }
        Matcher vendor = JDK_VENDOR.matcher(release);
        String text = "version=" + version.group(1) + version.group(2) + ", vendor="
                + (vendor.find() ? vendor.group(1) : "unknown");
        long feature = HostFiles.parse(version.group(1));
        boolean slow = feature >= OLDEST_JDK && feature < FIRST_JDK_WITH_FUTEXES;
        findings.judge(
                feature < OLDEST_JDK,
                false,
                slow ? text + "; threads are woken by sockets, faster by futexes from JDK 22 on" : text,
                "use a JDK of " + OLDEST_JDK + " or newer");
    }

    /** {@return what the JDK of a process says of itself} In a container it is in another tree of files. */
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

    /** Whether processes may open more files. */
    static void openFiles(Subject subject, LiveProcess process, Findings findings) {
        long limit = limit(subject.host().lines(process.file("limits")));
        List<String> open = subject.host().names(process.file("fd"));
        if (limit < 0 || open.isEmpty()) {
            throw new Unknown("its open files can not be told");
        }
        String text = "open=" + open.size() + ", limit=" + (limit == Long.MAX_VALUE ? "none" : limit);
        String fix = "ulimit -n 65536 before it is started; LimitNOFILE=65536; docker run --ulimit nofile=65536";
        boolean warning = open.size() >= limit - limit / 5 || limit < FEW_FILES;
        findings.judge(open.size() >= limit - limit / 20, warning, text, fix);
    }

    private static long limit(List<String> lines) {
        for (String line : lines) {
            Matcher limit = OPEN_FILES_LIMIT.matcher(line);
            if (limit.matches()) {
                return limit.group(1).equals("unlimited") ? Long.MAX_VALUE : HostFiles.parse(limit.group(1));
            }
        }
        return -1;
    }

    /** Whether processes may map more files. */
    static void mappings(Subject subject, LiveProcess process, Findings findings) {
        long max = subject.host().number("/proc/sys/vm/max_map_count");
        long used = subject.host().countLines(process.file("maps"));
        if (max < 0 || used < 0) {
            throw new Unknown("its mappings can not be told");
        }
        String text = "used=" + used + ", vm.max_map_count=" + max + ", each log takes " + LogFiles.MAPPINGS;
        String fix = "sysctl -w vm.max_map_count=" + 4 * max;
        boolean critical = used >= max - max / 8; // Where MappingLimit refuses.
        findings.judge(critical, used >= max / 2, text, fix);
    }

    /** Which modes new files get. */
    static void umask(Subject subject, LiveProcess process, Findings findings) {
        String umask = subject.host().value(process.file("status"), "Umask", ':');
        if (umask.isEmpty()) {
            throw new Unknown("its umask can not be told");
        }
        findings.ok(umask + "; files get their modes whatever it is");
    }
}
