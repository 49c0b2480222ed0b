/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.log.LogFiles;
import io.tailrace.memory.ErrorText;
import java.io.IOException;

/**
 * Opens logs by their id. Any thread.
 *
 * @param directory of the driver
 * @param trust decides whose files are opened
 */
record LogOpener(DriverDirectory directory, Trust trust) {
    /** Opens a log; a file that is missing or not what it should be is a {@link TailraceException}. */
    LogFiles open(long logId, LogFiles.Access access) {
        try {
            return LogFiles.open(directory.log(logId), access, trust.check(directory.path()));
        } catch (IOException e) {
            throw new TailraceException("cannot open the log: logId=" + logId + ", " + ErrorText.of(e), e);
        }
    }
}
