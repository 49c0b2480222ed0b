/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.RegistrationException;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.internal.ErrorText;
import io.tailrace.report.SuggestedCommand;
import io.tailrace.stream.Replay;
import java.io.IOException;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/**
 * Finds the history of a stream, with the code of the module for history.
 *
 * @param directory of the driver
 * @param trust decides whose files are opened
 */
record Replays(DriverDirectory directory, Trust trust) {
    /**
     * {@return the history of a stream}
     *
     * @throws RegistrationException if no historian keeps it
     */
    Replay require(String stream, SubscriptionConfig config) {
        Replay replay = find(Services.HISTORY.require(), stream, config);
        if (replay == null) {
            throw new RegistrationException(
                    RegistrationException.Reason.INVALID,
                    "no historian keeps this stream: stream=" + stream + ", directory=" + directory.path()
                            + ". Start a historian: "
                            + SuggestedCommand.of("history", "--dir", directory.path()) + " --stream '" + stream
                            + "' --to DIR");
        }
        return replay;
    }

    /**
     * {@return the history that holds the requested start position of a subscription}
     *
     * @throws RegistrationException the exception of the driver, which does not hold the position, if history does not
     *     hold it either, or cannot be read for want of its module
     */
    Replay findHolder(String stream, SubscriptionConfig config, RegistrationException refusal) {
        if (config.joinAt().kind() == JoinAt.Kind.POSITION && Files.exists(directory.histories())) {
            Replay replay = find(requireProvider(refusal), stream, config);
            if (replay != null) {
                return replay;
            }
        }
        throw refusal;
    }

    private static Replay.Provider requireProvider(RegistrationException refusal) {
        try {
            return Services.HISTORY.require();
        } catch (TailraceException e) {
            refusal.addSuppressed(e);
            throw refusal;
        }
    }

    private @Nullable Replay find(Replay.Provider provider, String stream, SubscriptionConfig config) {
        try {
            return provider.find(directory, trust, stream, config);
        } catch (IOException e) {
            throw new TailraceException("cannot find the history: stream=" + stream + ", " + ErrorText.of(e), e);
        }
    }
}
