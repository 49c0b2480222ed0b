/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.NoDriverException;
import io.tailrace.OfferTimeoutException;
import io.tailrace.RegistrationException;
import io.tailrace.TailraceException;
import io.tailrace.driver.DirectoryException;
import io.tailrace.driver.DirectoryInUseException;
import io.tailrace.file.FileFormatException;
import io.tailrace.internal.ErrorText;
import io.tailrace.internal.SystemError;
import io.tailrace.memory.CorruptLogException;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The result of a command that failed.
 *
 * @param exitCode of {@link ExitCode}
 * @param message the line for the user; empty if there is none
 */
record Failure(int exitCode, String message) {
    private static final int MAX_DEPTH = 8;

    /** Exceptions whose type alone decides the exit code. None of these types is a subtype of another. */
    private static final Map<Class<? extends Exception>, Integer> CODES = Map.of(
            NoDriverException.class, ExitCode.NO_DRIVER,
            OfferTimeoutException.class, ExitCode.TIMED_OUT,
            DirectoryInUseException.class, ExitCode.IN_USE,
            CorruptLogException.class, ExitCode.CORRUPT,
            IllegalArgumentException.class, ExitCode.USAGE,
            AccessDeniedException.class, ExitCode.PERMISSION,
            FileFormatException.class, ExitCode.CORRUPT,
            UserPrincipalNotFoundException.class, ExitCode.USAGE);

    /** Reports the failure to the user, and returns the exit code. */
    static int report(Throwable thrown, boolean debug) {
        Failure failure = of(thrown);
        if (!failure.message.isEmpty()) {
            Console.error(failure.message);
        }
        if (debug) {
            thrown.printStackTrace();
        }
        return failure.exitCode;
    }

    static Failure of(Throwable thrown) {
        if (thrown instanceof Output.ClosedPipeException) {
            return new Failure(ExitCode.OK, "");
        }
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < MAX_DEPTH; depth++) {
            int exitCode = exitCode(cause);
            if (exitCode != ExitCode.INTERNAL) {
                return new Failure(exitCode, text(thrown));
            }
            cause = cause.getCause();
        }
        if (thrown instanceof InternalError) { // The JVM reports it like this.
            return new Failure(ExitCode.CORRUPT, "a file was truncated while in use, or the JVM failed: " + thrown);
        }
        if (thrown instanceof TailraceException) {
            return new Failure(ExitCode.INTERNAL, text(thrown));
        }
        return new Failure(
                ExitCode.INTERNAL, "internal error: " + thrown + " (TAILRACE_DEBUG=1 in the environment shows where)");
    }

    /** Names the command's option in place of the library's method that a program would call. */
    private static String text(Throwable thrown) {
        return ErrorText.of(thrown)
                .replace("PublicationConfig.withTermLength", "--term-length")
                .replace("BridgeReceiverConfig.withExposed", "--expose");
    }

    private static int exitCode(Throwable thrown) {
        if (thrown instanceof CommandException failure) {
            return failure.exitCode();
        }
        if (thrown instanceof RegistrationException refused) {
            return exitCode(refused.reason());
        }
        for (Map.Entry<Class<? extends Exception>, Integer> code : CODES.entrySet()) {
            if (code.getKey().isInstance(thrown)) {
                return code.getValue();
            }
        }
        if (thrown instanceof DirectoryException directory) {
            return exitCode(directory);
        }
        if (thrown instanceof IOException io) {
            return isRefused(io) ? ExitCode.PERMISSION : ExitCode.IO_FAILED;
        }
        return ExitCode.INTERNAL;
    }

    private static int exitCode(RegistrationException.Reason reason) {
        return switch (reason) {
            case INVALID -> ExitCode.USAGE;
            case LIMIT -> ExitCode.IN_USE;
            case STORAGE -> ExitCode.IO_FAILED;
            case TIMED_OUT -> ExitCode.TIMED_OUT;
            case INTERRUPTED -> ExitCode.INTERRUPTED;
            case INTERNAL -> ExitCode.INTERNAL;
        };
    }

    private static int exitCode(DirectoryException directory) {
        if (directory.isPermission()) {
            return ExitCode.PERMISSION;
        }
        return directory.getCause() instanceof IOException io ? exitCode((Throwable) io) : ExitCode.IN_USE;
    }

    /** Even root gets these where nothing may be written. */
    private static boolean isRefused(IOException io) {
        return io instanceof FileSystemException file
                && (SystemError.NOT_PERMITTED.isIn(file.getReason())
                        || String.valueOf(file.getReason()).contains("Read-only file system"));
    }

    /** {@return the one line for a wrong command line: the error, what picocli suggests, and where to read more} */
    static String ofUsage(ParameterException error) {
        CommandSpec command = error.getCommandLine().getCommandSpec();
        String problem = String.valueOf(error.getMessage()).strip();
        UnmatchedArgumentException unmatched = error instanceof UnmatchedArgumentException it ? it : null;
        if (unmatched != null
                && !unmatched.isUnknownOption()
                && !command.subcommands().isEmpty()) {
            problem = "no such command: '" + unmatched.getUnmatched().get(0) + "'";
        }
        List<String> nearest = unmatched == null ? List.of() : unmatched.getSuggestions();
        StringBuilder line =
                new StringBuilder(problem.endsWith(".") ? problem.substring(0, problem.length() - 1) : problem);
        return line.append(nearest.isEmpty() ? "" : ". Did you mean: " + String.join(" or ", nearest))
                .append(". Try: ")
                .append(command.qualifiedName())
                .append(" --help")
                .toString();
    }
}
