/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.bridge;

import io.tailrace.bridge.BridgeSender;
import io.tailrace.bridge.BridgeSenderConfig;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace bridge send}: sends streams to receivers until a signal. */
@Command(
        name = "send",
        mixinStandardHelpOptions = true,
        description = "Sends streams, also those added later, to receivers on other hosts. Prints 'READY "
                + "to=... pid=... streams=...'. Waits for receivers; publishers wait when they are a "
                + "log ahead.",
        footer = {"", "Example:", "  tailrace bridge send --to 10.0.0.2:9000 --to 10.0.0.3:9000 'quotes.*' orders"})
final class SendCommand extends EndCommand {
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
            converter = Quantity.DurationNs.class,
            description = "How long publishers wait for the next sender. Default: 10m.")
    private @Nullable Long leaseNs;

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
                .withLease(leaseNs == null ? byDefault.lease() : Duration.ofNanos(leaseNs))
                .withAeron(aeron())
                .withErrorHandler(this::report);
    }
}
