/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.benchmarks.lab.Answer;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;

/** One measurement of one candidate, by two threads, left and right. */
abstract class Slice extends io.tailrace.benchmarks.lab.Slice {
    /** One direction. The two ends are used by one thread each. */
    record Wire(Sender sender, Receiver receiver, Inbox inbox) {}

    /** Left's part, until the phase is DONE. */
    abstract void left();

    /** Right's part, until it has received all that left sent. */
    abstract void right();

    /** {@return what was measured, after left and right have returned} */
    abstract Answer result();
}
