/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.bridge;

import io.tailrace.TailraceException;
import io.tailrace.bridge.AeronConfig;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that runs one end of a bridge: the options common to both ends, and its life. */
abstract class EndCommand extends ToolCommand {
    private static final long CHECK_NS = 1_000_000_000;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "Unique name of this host, up to 64 bytes. Default: its host name.")
    private @Nullable String host;

    @Option(
            names = "--mtu",
            paramLabel = "N",
            description = "Limit on a datagram's payload, a multiple of 32 up to 65504. Default: Aeron's.")
    private int mtu;

    @Option(
            names = "--aeron-dir",
            paramLabel = "DIR",
            description = "Directory of a running Aeron media driver. Default: one in this process.")
    private @Nullable Path aeronDirectory;

    private volatile @Nullable Throwable lastError;
    private volatile boolean launched;

    /** {@return the given name, else the default} */
    final String host(String byDefault) {
        return host == null ? byDefault : host;
    }

    final AeronConfig aeron() {
        return AeronConfig.DEFAULT.withDirectory(aeronDirectory).withMtu(mtu);
    }

    /** Reports an error once the end is launched; a failed launch is reported by its exception. Any thread. */
    final void report(Throwable error) {
        lastError = error;
        if (launched) {
            say(error);
        }
        termination().wake();
    }

    /** Escapes the text, because parts of it may come from the other end. */
    private static void say(Throwable error) {
        Console.error(EscapedText.escape(ErrorText.of(error)));
    }

    /**
     * Launches an end.
     *
     * @throws CommandException if the launch fails; errors of Aeron are known by their text alone
     */
    static <T> T launch(Supplier<T> end) {
        try {
            return end.get();
        } catch (TailraceException e) {
            if (e.getClass() != TailraceException.class) {
                throw e; // Its type is specific.
            }
            String text = ErrorText.of(e);
            throw new CommandException(ExitCode.ofAddress(text), text);
        }
    }

    /**
     * Announces that the end is ready, and returns after a signal.
     *
     * @param where the name of this end
     * @param what its streams and options, empty for none
     * @throws IOException if the end has stopped by itself
     */
    final void run(String where, String what, BooleanSupplier isRunning) throws IOException {
        Output.standard()
                .text("READY " + where)
                .text(" pid=" + ProcessHandle.current().pid())
                .text(what)
                .newLine()
                .flush();
        launched = true;
        Throwable early = lastError;
        if (early != null) {
            say(early);
        }
        while (!termination().isRequested()) {
            if (!isRunning.getAsBoolean()) {
                throw new IOException("the bridge has ended unexpectedly: " + where, lastError);
            }
            termination().sleep(CHECK_NS);
        }
    }
}
