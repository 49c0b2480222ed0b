/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.BitSet;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Whether threads that spin get the processors that they want. */
final class ProcessorInspection extends ProcessInspection {
    static final String FIX = "let threads wait (poll with a timeout, WaitSet, dispatch) instead of spinning, "
            + "or give more: docker run --cpus, limits.cpu, CPUQuota=, taskset";

    @Override
    public String topic() {
        return "processors";
    }

    @Override
    void inspect(Subject subject, LiveProcess process, Findings findings) {
        HostFiles host = subject.host();
        int allowed = allowed(host, process).cardinality();
        Cgroup cgroup = Cgroup.of(host, process);
        if (allowed < 1 || cgroup == null) {
            findings.unknown(topic(), "its processors can not be told");
            return;
        }
        double quota = cgroup.cpus();
        double available = Math.min(quota, allowed);
        long throttled = cgroup.throttled();
        String text = "allowed=" + allowed + ", quota="
                + (Double.isInfinite(quota) ? "none" : String.format(Locale.ROOT, "%.1f", quota)) + ", busy threads="
                + (process.busyThreads() < 0 ? "unknown" : process.busyThreads());
        if (process.busyThreads() > available) {
            findings.crit(topic(), text + ": more threads want a processor than there are", FIX);
        } else if (throttled > 0) {
            findings.warn(
                    topic(),
                    text + ", throttled=" + throttled + ": it had to stand still, because its quota was used up",
                    FIX);
        } else if (available < 2) {
            findings.warn(topic(), text + ": whoever spins there keeps the others from working", FIX);
        } else {
            findings.ok(topic(), text);
        }
    }

    /** {@return the processors that a process may use; none if they can not be told} */
    static BitSet allowed(HostFiles host, LiveProcess process) {
        return parse(host.value(process.file("status"), "Cpus_allowed_list", ':'));
    }

    /** {@return the numbers in a list such as {@code 0-3,8}; none if it is none} */
    static BitSet parse(@Nullable String list) {
        BitSet numbers = new BitSet();
        if (list == null || !list.matches("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*")) {
            return numbers;
        }
        for (String part : list.split(",", -1)) {
            String[] ends = part.split("-", -1);
            int first = Integer.parseInt(ends[0]);
            numbers.set(first, Math.max(first, Integer.parseInt(ends[ends.length - 1]) + 1));
        }
        return numbers;
    }
}
