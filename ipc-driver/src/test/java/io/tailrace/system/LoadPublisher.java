/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.JavaProcess;

/** A process that runs {@link Publishing}, and its progress, which outlives it. */
record LoadPublisher(JavaProcess process, MappedBuffer progress) {
    static final int ACCEPTED_OFFSET = 0;
    static final int ATTEMPTED_OFFSET = 8;
    static final int REGISTRATION_OFFSET = 16;
    static final int PROGRESS_LENGTH = 24;

    /** {@return how many messages were accepted, as far as the process has counted them} */
    long accepted() {
        return progress.getLongAcquire(ACCEPTED_OFFSET);
    }

    /** {@return how many messages are accepted, including those that it is offering} */
    long attempted() {
        return progress.getLongAcquire(ATTEMPTED_OFFSET);
    }

    /** {@return its publication, 0 if it has none yet} */
    long registrationId() {
        return progress.getLongAcquire(REGISTRATION_OFFSET);
    }

    /** {@return whether all committed messages have arrived, and of the messages being committed all or none} */
    boolean isAll(long arrived) {
        return arrived == accepted() || arrived == attempted();
    }

    /** After its death. */
    void assertAllArrived(Witness witness) {
        long arrived = witness.received(registrationId());
        assertTrue(
                isAll(arrived), () -> "arrived=" + arrived + ", accepted=" + accepted() + ", attempted=" + attempted());
    }
}
