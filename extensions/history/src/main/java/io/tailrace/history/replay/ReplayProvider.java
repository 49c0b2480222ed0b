/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.history.replay;

import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.stream.Replay;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** Lets subscriptions begin in history, which it finds by the notes of historians in the driver's directory. */
public final class ReplayProvider implements Replay.Provider {
    /** For {@link java.util.ServiceLoader}. */
    public ReplayProvider() {}

    @Override
    public @Nullable Replay find(DriverDirectory directory, Trust trust, String stream, SubscriptionConfig config)
            throws IOException {
        StreamHistory history = HistoryNotes.find(directory, trust, stream);
        JoinAt at = config.joinAt();
        if (history == null
                || (at.kind() == JoinAt.Kind.POSITION && !HistoryReplay.holds(history, at.logId(), at.position()))) {
            return null;
        }
        return new HistoryReplay(history, config, logId -> Files.exists(directory.log(logId)));
    }
}
