/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether processes together leave one another the processors, and the time of their control group, that they want. */
final class SharedProcessorsInspection implements Inspection {
    @Override
    public String topic() {
        return "processors";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        if (subject.processes().size() < 2) {
            return;
        }
        BitSet allowed = new BitSet();
        Map<Cgroup, List<LiveProcess>> groups = new LinkedHashMap<>();
        for (LiveProcess process : subject.processes()) {
            allowed.or(ProcessorInspection.allowed(subject.host(), process));
            Cgroup cgroup = Cgroup.of(subject.host(), process);
            if (cgroup != null) {
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

    private void judge(String which, List<LiveProcess> processes, double available, Findings findings) {
        int busy = processes.stream()
                .mapToInt(process -> Math.max(0, process.busyThreads()))
                .sum();
        String text = which + " " + processes.size() + " processes together: busy threads=" + busy + ", processors="
                + Math.round(available * 10) / 10.0;
        if (busy > available) {
            findings.crit(topic(), text + ": they keep one another from working", ProcessorInspection.FIX);
        } else {
            findings.ok(topic(), text);
        }
    }
}
