/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.memory.MappedBuffer;

/** A process that runs {@link FaultPublisherMain}, and its progress, which outlives it. */
record LoadPublisher(JavaProcess process, MappedBuffer progress) {
    /** {@return how many messages were accepted, as far as the process has counted them} */
    long accepted() {
        return progress.getLongAcquire(FaultPublisherMain.ACCEPTED_OFFSET);
    }

    /** {@return how many messages are accepted, including those that it is offering} */
    long attempted() {
        return progress.getLongAcquire(FaultPublisherMain.ATTEMPTED_OFFSET);
    }

    /** {@return its publication, 0 if it has none yet} */
    long registrationId() {
        return progress.getLongAcquire(FaultPublisherMain.REGISTRATION_OFFSET);
    }

    /** After its death: all committed messages have arrived, and of the messages being committed all or none. */
    void assertAllArrived(Witness witness) {
        long arrived = witness.received(registrationId());
        assertTrue(
                arrived == accepted() || arrived == attempted(),
                () -> "arrived=" + arrived + ", accepted=" + accepted() + ", attempted=" + attempted());
    }
}
