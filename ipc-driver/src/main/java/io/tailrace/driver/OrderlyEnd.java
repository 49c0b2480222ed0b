/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.internal.PendingFault;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMaintenance;
import io.tailrace.log.LogMeta;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a driver does at its end where no client lives: it ends the logs, as if it had found the deaths of all who held
 * them, so that the next driver and tools find what was published. By the thread that closes, once no agent runs.
 */
final class OrderlyEnd {
    /** So many bounded steps are enough for the longest log; a log that needs more is not worth to be kept. */
    private static final int MAX_CYCLES = 100_000;

    private final StreamIndex index;
    private final RetainedLogs retained;
    private final Consumer<Throwable> errors;

    OrderlyEnd(StreamIndex index, RetainedLogs retained, Consumer<Throwable> errors) {
        this.index = index;
        this.retained = retained;
        this.errors = errors;
    }

    /** Returns the ids of the logs whose files are to stay. */
    List<Long> run() {
        for (LogEntry log : index.logs()) {
            try {
                LogMaintenance kept = log.kept();
                if (kept != null && finish(kept)) {
                    retained.take(log);
                }
                PendingFault.raise();
            } catch (RuntimeException | InternalError e) { // Somebody has written into its files, or truncated one.
                errors.accept(e);
            }
        }
        return retained.ids();
    }

    private static boolean finish(LogMaintenance kept) {
        LogMeta meta = kept.log().meta();
        for (int slot = 0; slot < LogLayout.MAX_PUBLISHERS; slot++) {
            if (meta.publisherAcquire(slot) != 0) {
                kept.clientDied(meta.publisherClient(slot));
            }
        }
        for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
            if (meta.subscriberAcquire(slot) != 0) {
                kept.clientDied(meta.subscriberClient(slot));
            }
        }
        for (int i = 0; i < MAX_CYCLES && !kept.isFinished(); i++) {
            kept.cycle(registrationId -> {});
        }
        return kept.isFinished();
    }
}
