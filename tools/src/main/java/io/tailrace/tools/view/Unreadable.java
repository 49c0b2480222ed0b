/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFileException;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** How a command says that it could not read something, and with which exit code it ends then. */
public final class Unreadable {
    private Unreadable() {}

    /** {@return what to say of a log whose files can not be opened} The message names the file. */
    public static CommandException log(Path log, IOException failure) {
        if (failure instanceof NoSuchFileException missing) {
            return Files.exists(log)
                    ? new CommandException(ExitCode.CORRUPT, missing.getFile() + ": missing, so the log is incomplete")
                    : new CommandException(ExitCode.NO_DRIVER, log + ": removed while it was looked at");
        }
        if (failure instanceof AccessDeniedException denied) {
            return new CommandException(ExitCode.PERMISSION, denied.getFile() + ": not allowed to read it");
        }
        return new CommandException(exitCode(failure), String.valueOf(failure.getMessage()));
    }

    /**
     * {@return what to say of another file}
     *
     * @param what was to be read there
     */
    public static CommandException file(String what, IOException failure) {
        return failure instanceof AccessDeniedException denied
                ? new CommandException(ExitCode.PERMISSION, "permission denied: path=" + denied.getFile())
                : new CommandException(exitCode(failure), what + " not read: " + ErrorText.of(failure));
    }

    /** {@return what to say of a file that somebody has truncated meanwhile} */
    public static CommandException truncated(String what, Path path) {
        return new CommandException(
                ExitCode.CORRUPT, what + " not read: " + path + " became shorter while it was read");
    }

    /** Reads a file. */
    interface Reading {
        void run() throws IOException;
    }

    /**
     * Reads a file that others may remove, damage or truncate meanwhile.
     *
     * @param what is to be read there
     * @param unreadable told if it can not be read; not if it is not there
     */
    static void guard(String what, Path path, List<CommandException> unreadable, Reading reading) {
        try {
            reading.run();
        } catch (NoSuchFileException e) {
            // There is nothing to be told, or it has gone meanwhile.
        } catch (IOException e) {
            unreadable.add(file(what, e));
        } catch (InternalError e) {
            unreadable.add(truncated(what, path));
        }
    }

    /**
     * Ends a command that has shown all that it could: the first failure is its own, those behind it are told here.
     *
     * @return the exit code, if nothing failed
     * @throws CommandException the first failure
     */
    public static int end(List<CommandException> failures) {
        if (failures.isEmpty()) {
            return ExitCode.OK;
        }
        failures.stream().skip(1).forEach(Console::error);
        throw failures.get(0);
    }

    private static int exitCode(IOException failure) {
        boolean corrupt = failure instanceof FileFormatException || failure instanceof MappedFileException;
        return corrupt ? ExitCode.CORRUPT : ExitCode.IO_FAILED;
    }
}
