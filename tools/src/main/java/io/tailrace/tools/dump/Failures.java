/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import io.tailrace.memory.FileFormatException;
import io.tailrace.memory.MappedFileException;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What it means for a user that a log's files could not be opened. */
final class Failures {
    private Failures() {}

    static CommandException of(Path log, IOException failure) {
        return new CommandException(exitCode(log, failure), describe(log, failure));
    }

    private static int exitCode(Path log, IOException failure) {
        if (failure instanceof FileFormatException || failure instanceof MappedFileException) {
            return ExitCode.CORRUPT;
        }
        if (failure instanceof NoSuchFileException) {
            return Files.exists(log) ? ExitCode.CORRUPT : ExitCode.NO_DRIVER;
        }
        return failure instanceof AccessDeniedException ? ExitCode.PERMISSION : ExitCode.IO_FAILED;
    }

    /** {@return one line that names the file} */
    private static String describe(Path log, IOException failure) {
        if (failure instanceof NoSuchFileException missing) {
            return Files.exists(log)
                    ? missing.getFile() + ": missing, so the log is incomplete"
                    : log + ": removed while it was looked at";
        }
        if (failure instanceof AccessDeniedException denied) {
            return denied.getFile() + ": not allowed to read it";
        }
        return String.valueOf(failure.getMessage());
    }
}
