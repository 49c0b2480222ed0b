/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.RegistrationException;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappingLimit;
import io.tailrace.file.MappingLimitException;
import io.tailrace.internal.ErrorText;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/**
 * Opens logs by id. Any thread.
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
}
