/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.doctor.Findings.Unknown;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whether the kernel is set up for threads that must not wait. */
final class HostInspections {
    private static final String HUGE_PAGES = "/sys/kernel/mm/transparent_hugepage/";

    private static final String CLOCK = "/sys/devices/system/clocksource/clocksource0/";
    private static final Set<String> QUICK_CLOCKS =
            Set.of("tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter", "timebase", "tod");
    private static final Set<String> SLOW_CLOCKS =
            Set.of("hpet", "acpi_pm", "jiffies", "refined-jiffies", "xen", "pit");

    private static final String CPUS = "/sys/devices/system/cpu";

    private HostInspections() {}

    /** Whether files in memory may go to a disk. */
    static void swap(Subject subject, Findings findings) {
        List<String> lines = subject.host().lines("/proc/swaps");
        long swappiness = subject.host().number("/proc/sys/vm/swappiness");
        if (lines.isEmpty()) {
            throw new Unknown("/proc/swaps can not be read");
        }
        if (lines.size() == 1) { // The titles.
            findings.ok("none");
        } else {
            findings.warn(
                    "areas=" + (lines.size() - 1) + ", swappiness=" + (swappiness < 0 ? "unknown" : swappiness)
                            + ": where memory is short, messages go to a disk",
                    "swapoff -a, or mount the tmpfs with noswap (Linux 6.4)");
        }
    }

    /** Whether the kernel makes huge pages of memory by itself. */
    static void hugePages(Subject subject, Findings findings) {
        String enabled = selected(subject.host().text(HUGE_PAGES + "enabled"));
        String ofFiles = selected(subject.host().text(HUGE_PAGES + "shmem_enabled"));
        long reserved = subject.host().number("/proc/sys/vm/nr_hugepages");
        if (enabled.isEmpty()) {
            throw new Unknown(HUGE_PAGES + "enabled can not be read");
        }
        String text = "enabled=" + enabled + ", shmem_enabled=" + (ofFiles.isEmpty() ? "unknown" : ofFiles)
                + ", reserved=" + (reserved < 0 ? "unknown" : reserved);
        if (ofFiles.equals("always") || ofFiles.equals("force")) {
            findings.warn(
                    text + ": a small file in memory takes 2 MiB, and is moved while it is in use",
                    "echo advise > " + HUGE_PAGES + "shmem_enabled");
        } else if (enabled.equals("always")) {
            findings.warn(
                    text + ": the kernel may stop a thread to make room for a huge page",
                    "echo madvise > " + HUGE_PAGES + "enabled");
        } else {
            findings.ok(text);
        }
    }

    /** {@return the word in brackets; empty if there is none} */
    private static String selected(String text) {
        int begin = text.indexOf('[');
        int end = text.indexOf(']', begin);
        return begin < 0 || end < 0 ? "" : text.substring(begin + 1, end);
    }

    /** Whether the time can be read without a call of the kernel. */
    static void clock(Subject subject, Findings findings) {
        String current = subject.host().text(CLOCK + "current_clocksource");
        String available = subject.host().text(CLOCK + "available_clocksource");
        if (current.isEmpty()) {
            throw new Unknown(CLOCK + "current_clocksource can not be read");
        }
        String text = "source=" + current + ", available=" + (available.isEmpty() ? "unknown" : available);
        if (QUICK_CLOCKS.contains(current)) {
            findings.ok(text);
        } else if (SLOW_CLOCKS.contains(current)) {
            findings.warn(
                    text + ": each look at the time is a call of the kernel",
                    "where tsc is available: echo tsc > " + CLOCK + "current_clocksource");
        } else {
            throw new Unknown(text + ": not known whether it is quick");
        }
    }

    /** Whether processors are kept at their full speed. */
    static void governor(Subject subject, Findings findings) {
        Map<String, Integer> governors = new TreeMap<>();
        for (String name : subject.host().names(CPUS)) {
            String governor = subject.host().text(CPUS + '/' + name + "/cpufreq/scaling_governor");
            if (!governor.isEmpty()) {
                governors.merge(governor, 1, Integer::sum);
            }
        }
        String text = governors.entrySet().stream()
                .map(governor -> governor.getKey() + " (" + governor.getValue() + " processors)")
                .collect(Collectors.joining(", "));
        if (governors.isEmpty()) {
            throw new Unknown("not shown here, as in most virtual machines");
        }
        if (governors.size() == 1 && governors.containsKey("performance")) {
            findings.ok(text);
        } else {
            findings.warn(text + ": a processor that was idle begins slowly", "cpupower frequency-set -g performance");
        }
    }
}
