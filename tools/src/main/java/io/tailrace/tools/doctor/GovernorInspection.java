/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whether processors are kept at their full speed. */
final class GovernorInspection implements Inspection {
    private static final String CPUS = "/sys/devices/system/cpu";

    @Override
    public String topic() {
        return "governor";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        Map<String, Integer> governors = new TreeMap<>();
        List<String> names = subject.host().names(CPUS);
        for (String name : names == null ? List.<String>of() : names) {
            String governor = subject.host().text(CPUS + '/' + name + "/cpufreq/scaling_governor");
            if (governor != null && !governor.isEmpty()) {
                governors.merge(governor, 1, Integer::sum);
            }
        }
        String text = governors.entrySet().stream()
                .map(governor -> governor.getKey() + " (" + governor.getValue() + " processors)")
                .collect(Collectors.joining(", "));
        if (governors.isEmpty()) {
            findings.unknown(topic(), "not shown here, as in most virtual machines");
        } else if (governors.size() == 1 && governors.containsKey("performance")) {
            findings.ok(topic(), text);
        } else {
            findings.warn(
                    topic(),
                    text + ": a processor that was idle begins slowly",
                    "cpupower frequency-set -g performance");
        }
    }
}
