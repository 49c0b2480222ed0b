/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import org.jspecify.annotations.Nullable;

/** Whether the kernel makes huge pages of memory by itself. */
final class HugePagesInspection implements Inspection {
    private static final String FOLDER = "/sys/kernel/mm/transparent_hugepage/";

    @Override
    public String topic() {
        return "huge pages";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        String enabled = selected(subject.host().text(FOLDER + "enabled"));
        String ofFiles = selected(subject.host().text(FOLDER + "shmem_enabled"));
        long reserved = subject.host().number("/proc/sys/vm/nr_hugepages");
        if (enabled == null) {
            findings.unknown(topic(), FOLDER + "enabled can not be read");
            return;
        }
        String text = "enabled=" + enabled + ", shmem_enabled=" + (ofFiles == null ? "unknown" : ofFiles)
                + ", reserved=" + (reserved < 0 ? "unknown" : reserved);
        if ("always".equals(ofFiles) || "force".equals(ofFiles)) {
            findings.warn(
                    topic(),
                    text + ": a small file in memory takes 2 MiB, and is moved while it is in use",
                    "echo advise > " + FOLDER + "shmem_enabled");
        } else if (enabled.equals("always")) {
            findings.warn(
                    topic(),
                    text + ": the kernel may stop a thread to make room for a huge page",
                    "echo madvise > " + FOLDER + "enabled");
        } else {
            findings.ok(topic(), text);
        }
    }

    /** {@return the word in brackets} */
    private static @Nullable String selected(@Nullable String text) {
        int begin = text == null ? -1 : text.indexOf('[');
        int end = text == null ? -1 : text.indexOf(']', begin);
        return text == null || begin < 0 || end < 0 ? null : text.substring(begin + 1, end);
    }
}
