/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.RegistrationException;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.HistoryNotes;
import io.tailrace.control.Trust;
import io.tailrace.internal.ErrorText;
import io.tailrace.report.SuggestedCommand;
import io.tailrace.segment.StreamHistory;
import io.tailrace.stream.StreamPast;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/**
 * Finds the history of a stream, by the notes that historians write in the driver's directory.
 *
 * @param directory of the driver
 * @param trust decides whose files are opened
 */
record Pasts(DriverDirectory directory, Trust trust) {
    /**
     * {@return the history of a stream}
     *
     * @throws RegistrationException if no historian keeps it
     */
    StreamPast require(String stream, SubscriptionConfig config) {
        StreamHistory history = find(stream);
        if (history == null) {
            throw new RegistrationException(
                    RegistrationException.Reason.INVALID,
                    "no historian keeps this stream: stream=" + stream + ", directory=" + directory.path()
                            + ". Start a historian: "
                            + SuggestedCommand.of("history", "--dir", directory.path()) + " --stream '" + stream
                            + "' --to DIR");
        }
        return past(history, config);
    }

    /**
     * {@return the history that holds the requested start position of a subscription}
     *
     * @throws RegistrationException the exception of the driver, which does not hold the position, if history does not
     *     hold it either
     */
    StreamPast findHolder(String stream, SubscriptionConfig config, RegistrationException refusal) {
        JoinAt at = config.joinAt();
        StreamHistory history = at.kind() == JoinAt.Kind.POSITION ? find(stream) : null;
        if (history == null || !StreamPast.holds(history, at.logId(), at.position())) {
            throw refusal;
        }
        return past(history, config);
    }

    private StreamPast past(StreamHistory history, SubscriptionConfig config) {
        return new StreamPast(history, config, logId -> Files.exists(directory.log(logId)));
    }

    private @Nullable StreamHistory find(String stream) {
        try {
            return HistoryNotes.find(directory, trust, stream);
        } catch (IOException e) {
            throw new TailraceException("cannot find the history: stream=" + stream + ", " + ErrorText.of(e), e);
        }
    }
}
