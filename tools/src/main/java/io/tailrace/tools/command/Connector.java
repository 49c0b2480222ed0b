/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.command;

import io.tailrace.NoDriverException;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.liveness.ProgramName;
import io.tailrace.report.SuggestedCommand;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Connects a command to its driver. */
public final class Connector {
    private Connector() {}

    /**
     * Waits for the driver for the usual time.
     *
     * @param command the name of this client for other processes: the command line without its first word
     * @throws NoDriverException if there is no driver in time
     */
    public static Tailrace connect(Path directory, String command) {
        return Tailrace.connect(config(directory, command));
    }

    /**
     * As {@link #connect}; also reports on the standard error when the driver is lost, and when the next one takes
     * over.
     *
     * @param group a group whose members are trusted, or null
     */
    public static Tailrace connectToStay(Path directory, String command, @Nullable String group) {
        return Tailrace.connect(
                config(directory, command).withGroup(group).withDriverStateHandler(state -> tell(state, directory)));
    }

    private static TailraceConfig config(Path directory, String command) {
        return TailraceConfig.DEFAULT
                .withDirectory(directory)
                .withName(ProgramName.cut("tailrace " + command, ProgramName.MAX_BYTES))
                .withErrorHandler(Connector::report);
    }

    private static void tell(DriverState state, Path directory) {
        Console.error(
                state == DriverState.LOST
                        ? "driver lost; open streams continue, new ones wait for the next driver: "
                                + SuggestedCommand.of("driver", "--dir", directory)
                        : "driver back: dir=" + directory);
    }

    /** {@return the exception that ends a command that has lost its driver} */
    public static CommandException driverLost(Tailrace tailrace, String progress) {
        return new CommandException(
                ExitCode.NO_DRIVER,
                "driver lost: the one in " + tailrace.directory() + " is gone; " + progress + ". Start it again: "
                        + SuggestedCommand.of("driver", "--dir", tailrace.directory()));
    }

    /** Reports an error outside any call. A lost driver is left out: the commands notice it themselves. */
    private static void report(Throwable error) {
        if (!(error instanceof NoDriverException)) {
            Console.error(error);
        }
    }
}
