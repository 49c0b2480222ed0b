/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.ExclusivePublication;
import io.tailrace.WaitPolicy;
import io.tailrace.control.Heartbeat;
import io.tailrace.log.ExclusiveAppender;
import io.tailrace.wait.Waits;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Publishes to a log of its own. */
public final class ExclusiveLogPublication extends LogPublication implements ExclusivePublication {
    public ExclusiveLogPublication(
            String stream,
            long registrationId,
            ExclusiveAppender appender,
            Consumer<LogPublication> closer,
            WaitPolicy waitPolicy,
            Waits waits,
            BooleanSupplier isDriverAlive,
            LongFunction<Heartbeat> heartbeats) {
        super(stream, registrationId, appender, closer, waitPolicy, waits, isDriverAlive, heartbeats);
    }
}
