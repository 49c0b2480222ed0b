/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.List;

/** Whether files in memory may go to a disk. */
final class SwapInspection implements Inspection {
    @Override
    public String topic() {
        return "swap";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        List<String> lines = subject.host().lines("/proc/swaps");
        long swappiness = subject.host().number("/proc/sys/vm/swappiness");
        if (lines.isEmpty()) {
            findings.unknown(topic(), "/proc/swaps can not be read");
        } else if (lines.size() == 1) { // The titles.
            findings.ok(topic(), "none");
        } else {
            findings.warn(
                    topic(),
                    "areas=" + (lines.size() - 1) + ", swappiness=" + (swappiness < 0 ? "unknown" : swappiness)
                            + ": where memory is short, messages go to a disk",
                    "swapoff -a, or mount the tmpfs with noswap (Linux 6.4)");
        }
    }
}
