/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.RegistrationException;
import io.tailrace.SubscriptionConfig;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappingLimit;
import io.tailrace.file.MappingLimitException;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.report.SuggestedCommand;
import io.tailrace.stream.Replay;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * Opens logs by id, and finds the history of a stream with the code of the module for history. Any thread.
 *
 * @param directory of the driver
 * @param trust decides whose files are opened
 * @param mappings how many files this process may map
 */
record LogOpener(DriverDirectory directory, Trust trust, MappingLimit mappings) {
    /**
     * Checks that this process may open another log, before the driver is asked for it.
     *
     * @throws RegistrationException of cause LIMIT if it may not
     */
    void requireRoom(String stream) {
        try {
            mappings.require(LogFiles.MAPPINGS);
        } catch (MappingLimitException e) {
            throw new RegistrationException(
                    RegistrationException.Reason.LIMIT, "cannot open a log: stream=" + stream + ", " + ErrorText.of(e));
        }
    }

    /**
     * Opens a log; a missing or invalid file causes a {@link TailraceException}.
     *
     * @throws RegistrationException of cause LIMIT if this process may not map it
     */
    LogFiles open(long logId, LogFiles.Access access) {
        try {
            mappings.require(LogFiles.MAPPINGS);
            return LogFiles.open(directory.log(logId), access, trust.check(directory.path()));
        } catch (MappingLimitException e) {
            throw new RegistrationException(
                    RegistrationException.Reason.LIMIT, "cannot open the log: logId=" + logId + ", " + ErrorText.of(e));
        } catch (IOException e) {
            throw new TailraceException("cannot open the log: logId=" + logId + ", " + ErrorText.of(e), e);
        }
    }

    /** {@return whether a log exists and has not ended, so that the driver announces it to its subscriptions} */
    boolean isLiving(long logId) {
        try {
            return LogFiles.readMeta(directory.log(logId), meta -> meta.endPositionAcquire() == LogLayout.NONE);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Releases the waits for a subscriber that cannot read the files of an ended log.
     *
     * @param cause why the log could not be opened
     * @return whether the files are damaged, and the log has ended
     */
    boolean leaveDamaged(long logId, int slot, TailraceException cause) {
        Throwable reason = cause.getCause();
        boolean isDamaged = reason instanceof FileFormatException
                || reason instanceof NoSuchFileException
                || reason instanceof AccessDeniedException;
        try {
            return isDamaged && LogFiles.skipToEnd(directory.log(logId), slot, trust.check(directory.path()));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * {@return the history of a stream}
     *
     * @throws RegistrationException if no historian keeps it
     */
    Replay requireReplay(String stream, SubscriptionConfig config) {
        Replay replay = findReplay(Services.HISTORY.require(), stream, config);
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
    Replay findReplay(String stream, SubscriptionConfig config, RegistrationException refusal) {
        if (config.joinAt().kind() == SubscriptionConfig.JoinAt.Kind.POSITION && Files.exists(directory.histories())) {
            Replay replay = findReplay(requireProvider(refusal), stream, config);
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

    private @Nullable Replay findReplay(Replay.Provider provider, String stream, SubscriptionConfig config) {
        try {
            return provider.find(directory, trust, stream, config);
        } catch (IOException e) {
            throw new TailraceException("cannot find the history: stream=" + stream + ", " + ErrorText.of(e), e);
        }
    }
}
