/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.log.LogFiles;

/** Whether processes may map more files. */
final class MappingsInspection extends ProcessInspection {
    @Override
    public String topic() {
        return "mappings";
    }

    @Override
    void inspect(Subject subject, LiveProcess process, Findings findings) {
        long max = subject.host().number("/proc/sys/vm/max_map_count");
        long used = subject.host().countLines(process.file("maps"));
        if (max < 0 || used < 0) {
            findings.unknown(topic(), "its mappings can not be told");
            return;
        }
        String text = "used=" + used + ", vm.max_map_count=" + max + ", each log takes " + LogFiles.MAPPINGS;
        String fix = "sysctl -w vm.max_map_count=" + 4 * max;
        if (used >= max - max / 8) { // Where MappingLimit refuses.
            findings.crit(topic(), text, fix);
        } else if (used >= max / 2) {
            findings.warn(topic(), text, fix);
        } else {
            findings.ok(topic(), text);
        }
    }
}
