/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.Heartbeat;
import io.tailrace.log.ExclusiveAppender;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * A publication with a log of its own and no atomic instruction on its path. One thread at a time may offer and claim,
 * with at most one open {@link Claim}: whoever offers or claims meanwhile gets an IllegalStateException. Any thread may
 * close it.
 */
public final class ExclusivePublication extends Publication {
    ExclusivePublication(
            String stream,
            long registrationId,
            ExclusiveAppender appender,
            Consumer<Publication> closer,
            WaitPolicy waitPolicy,
            Waits waits,
            BooleanSupplier isDriverAlive,
            LongFunction<Heartbeat> heartbeats) {
        super(stream, registrationId, appender, closer, waitPolicy, waits, isDriverAlive, heartbeats);
    }
}
