/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.peer.Library.Sender;
import org.agrona.MutableDirectBuffer;

/** A library with a driver: Tailrace or Aeron. */
public interface LogLibrary extends Library {
    /** {@return space for messages to be copied from} */
    MutableDirectBuffer allocate(int length);

    /** {@return a new sending end that copies messages from there} Those of one thread may have it in common. */
    Sender sender(int stream, MutableDirectBuffer message);

    @Override
    default Sender sender(int stream) {
        return sender(stream, allocate(Sender.MAX_LENGTH));
    }

    /** Runs the driver's duty cycle once, where it has no thread of its own. */
    void runDriver();

    /** Runs the cycles of driver and client once, where they have no threads: needed until all are connected. */
    default void runCycles() {
        runDriver();
    }
}
