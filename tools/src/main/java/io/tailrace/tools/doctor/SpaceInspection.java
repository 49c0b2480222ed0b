/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.command.Quantity;

/** Whether there is space for more streams, by files and by the memory that they take. */
final class SpaceInspection implements Inspection {
    private static final long FEW = 4;
    /** What containers get when nobody says how much. */
    private static final long OF_CONTAINERS = 64L << 20;

    @Override
    public String topic() {
        return "space";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        long total = subject.storage().totalBytes();
        if (total == 0) {
            findings.unknown(topic(), "the size of the file system can not be told: path=" + subject.directory());
            return;
        }
        long more = subject.storage().logs(subject.termLength());
        String text = "size=" + Quantity.shortBytes(total) + ", free="
                + Quantity.shortBytes(subject.storage().usableBytes()) + ", streams here="
                + Quantity.shortBytes(subject.bytesOfLogs()) + ", one more="
                + Quantity.shortBytes(subject.bytesOfLog()) + " (term length "
                + Quantity.shortBytes(subject.termLength()) + "), room for " + more + " more";
        String fix = "mount -o remount,size=" + suggestion(subject) + " on the file system; docker run --shm-size="
                + suggestion(subject)
                + "; Kubernetes: emptyDir {medium: Memory, sizeLimit}; or a smaller --term-length";
        if (more < 1) {
            findings.crit(topic(), text, fix);
        } else if (more < FEW || total <= OF_CONTAINERS) {
            findings.warn(topic(), text, fix);
        } else {
            findings.ok(topic(), text);
        }
    }

    /** {@return room for twice of what is there, and for some more} */
    private static String suggestion(Subject subject) {
        long wanted = 2 * (subject.bytesOfLogs() + FEW * subject.bytesOfLog());
        long atLeast = Math.max(wanted, 2 * subject.storage().totalBytes());
        return Math.max(1, (atLeast + (1 << 20) - 1) >> 20) + "m";
    }
}
