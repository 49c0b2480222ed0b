/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import io.tailrace.TailraceException;
import io.tailrace.bridge.AeronConfig;
import io.tailrace.bridge.BridgeReceiver;
import io.tailrace.bridge.BridgeReceiverConfig;
import io.tailrace.bridge.BridgeSender;
import io.tailrace.bridge.BridgeSenderConfig;
import io.tailrace.internal.ErrorText;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace bridge}: mirrors streams to other hosts. Its sub-commands are the two ends. */
@Command(
        name = "bridge",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Mirrors streams to other hosts: 'send' runs at their host, 'receive' at the "
                + "other, each until a signal. Positions stay the same. Messages are neither "
                + "encrypted nor authenticated: see docs/BRIDGE.md.",
        footer = {
            "Example:",
            "  tailrace bridge receive --listen 10.0.0.2:9000 --expose",
            "  tailrace bridge send --dir /dev/shm/quotes --to 10.0.0.2:9000 'quotes.*'"
        })
final class BridgeCommand {
    private BridgeCommand() {}

    /** {@return the command with its sub-commands, which run in this context} */
    static CommandLine in(Context context) {
        return new CommandLine(new BridgeCommand())
                .addSubcommand("send", new SendCommand().in(context))
                .addSubcommand("receive", new ReceiveCommand().in(context));
    }

    /** A command that runs one end of a bridge: the options common to both ends, and its life. */
    abstract static class EndCommand extends ToolCommand {
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
            launched = true;
            Throwable early = lastError;
            if (early != null) {
                say(early);
            }
            if (!serve(where + " pid=" + ProcessHandle.current().pid() + what, isRunning)) {
                throw new IOException("the bridge has ended unexpectedly: " + where, lastError);
            }
        }
    }

    /** {@code tailrace bridge send}: sends streams to receivers until a signal. */
    @Command(
            name = "send",
            description = "Sends streams, also those added later, to receivers on other hosts. Prints 'READY "
                    + "to=... pid=... streams=...'. Waits for receivers; publishers wait when they are a "
                    + "log ahead.",
            footer = {"Example:", "  tailrace bridge send --to 10.0.0.2:9000 --to 10.0.0.3:9000 'quotes.*' orders"})
    static final class SendCommand extends EndCommand {
        @Option(
                names = "--to",
                paramLabel = "HOST:PORT",
                required = true,
                description = "Address of a receiver. Repeatable: each receives all streams.")
        private List<String> to = new ArrayList<>();

        @Option(
                names = "--receiver",
                paramLabel = "NAME",
                description = "Name of the receiver; the subscriptions are named bridge/NAME. Default: as --to.")
        private @Nullable String receiver;

        @Option(names = "--transit", description = "Also send mirrors, but never to their source host.")
        private boolean transit;

        @Option(
                names = "--lease",
                paramLabel = "TIME",
                description = "How long publishers wait for the next sender. Default: 10m.")
        private @Nullable Duration lease;

        @Parameters(paramLabel = "STREAM", arity = "1..*", description = "Stream to send; * matches any text.")
        private List<String> streams = new ArrayList<>();

        @Override
        public Integer call() throws IOException {
            if (receiver != null && to.size() > 1) {
                throw new CommandException(
                        ExitCode.USAGE, "--receiver names one receiver: give one --to, or leave --receiver out");
            }
            List<BridgeSenderConfig> configs = to.stream().map(this::config).toList();
            List<BridgeSender> senders = new ArrayList<>();
            try {
                configs.forEach(config -> senders.add(launch(() -> BridgeSender.launch(config))));
                run("to=" + String.join(",", to), " streams=" + String.join(",", streams), () -> senders.stream()
                        .allMatch(BridgeSender::isRunning));
            } finally {
                senders.forEach(BridgeSender::close);
            }
            return ExitCode.OK;
        }

        private BridgeSenderConfig config(String address) {
            BridgeSenderConfig byDefault =
                    BridgeSenderConfig.of(address, directory().path(), streams.toArray(String[]::new));
            return byDefault
                    .withHost(host(byDefault.host()))
                    .withReceiver(receiver == null ? address : receiver)
                    .withTransit(transit)
                    .withLease(lease == null ? byDefault.lease() : lease)
                    .withAeron(aeron())
                    .withErrorHandler(this::report);
        }
    }

    /** {@code tailrace bridge receive}: publishes what senders send, until a signal. */
    @Command(
            name = "receive",
            description = "Publishes what senders on other hosts send. Prints 'READY listen=... pid=...'. "
                    + "Senders are not authenticated, so an address that other hosts can reach needs "
                    + "--expose.",
            footer = {"Example:", "  tailrace bridge receive --listen 127.0.0.1:9000"})
    static final class ReceiveCommand extends EndCommand {
        @Option(
                names = "--listen",
                paramLabel = "HOST:PORT",
                required = true,
                description = "Address for senders; the next port is used as well.")
        private String listen = "";

        @Option(names = "--expose", description = "Allow an address that other hosts can reach.")
        private boolean expose;

        @Option(
                names = "--lease",
                paramLabel = "TIME",
                description = "How long a mirror without a sender waits before it ends. Default: 10m.")
        private @Nullable Duration lease;

        @Override
        public Integer call() throws IOException {
            BridgeReceiverConfig byDefault =
                    BridgeReceiverConfig.of(listen, directory().path()).withExposed(expose);
            BridgeReceiverConfig config = byDefault
                    .withHost(host(byDefault.host()))
                    .withLease(lease == null ? byDefault.lease() : lease)
                    .withAeron(aeron())
                    .withErrorHandler(this::report);
            try (BridgeReceiver receiver = launch(() -> BridgeReceiver.launch(config))) {
                if (expose) {
                    Console.say("anyone who can reach " + listen + " can publish here and read its answers, without a "
                            + "password and unencrypted");
                }
                run("listen=" + listen, "", receiver::isRunning);
            }
            return ExitCode.OK;
        }
    }
}
