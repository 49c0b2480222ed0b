/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.command.Quantity;

/** Whether the memory limit of a control group leaves what the file system promises. */
final class MemoryInspection extends ProcessInspection {
    @Override
    public String topic() {
        return "memory";
    }

    @Override
    void inspect(Subject subject, LiveProcess process, Findings findings) {
        Cgroup cgroup = Cgroup.of(subject.host(), process);
        if (cgroup == null) {
            findings.unknown(topic(), "its control group can not be told");
            return;
        }
        long free = cgroup.freeMemory();
        if (free == Long.MAX_VALUE) {
            findings.ok(topic(), "no limit");
        } else {
            limited(subject, free, findings);
        }
    }

    /** Files in memory count for whoever touches them first. */
    private void limited(Subject subject, long free, Findings findings) {
        String text = "free below its limit=" + Quantity.shortBytes(free)
                + ", free in the file system="
                + Quantity.shortBytes(subject.storage().usableBytes())
                + ", one more stream=" + Quantity.shortBytes(subject.bytesOfLog());
        String fix = "raise the limit of the container (docker run --memory, limits.memory) above what the streams and "
                + "the heap take, or use a smaller --term-length";
        if (!subject.isInMemory()) {
            findings.ok(topic(), text);
        } else if (free < subject.bytesOfLog()) {
            findings.crit(topic(), text + ": the kernel would end a process for the next one", fix);
        } else if (free < subject.storage().usableBytes()) {
            findings.warn(topic(), text + ": the limit comes before the file system is full, and ends a process", fix);
        } else {
            findings.ok(topic(), text);
        }
    }
}
