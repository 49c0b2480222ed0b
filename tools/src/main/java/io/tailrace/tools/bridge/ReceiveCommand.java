/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.bridge;

import io.tailrace.bridge.BridgeReceiver;
import io.tailrace.bridge.BridgeReceiverConfig;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tailrace bridge receive}: publishes what senders send, until a signal. */
@Command(
        name = "receive",
        mixinStandardHelpOptions = true,
        description = "Publishes what senders on other hosts send. Prints 'READY listen=... pid=...'. "
                + "Senders are not authenticated, so an address that other hosts can reach needs "
                + "--expose.",
        footer = {"", "Example:", "  tailrace bridge receive --listen 127.0.0.1:9000"})
final class ReceiveCommand extends EndCommand {
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
            converter = Quantity.DurationNs.class,
            description = "How long a mirror without a sender waits before it ends. Default: 10m.")
    private @Nullable Long leaseNs;

    @Override
    public Integer call() throws IOException {
        BridgeReceiverConfig byDefault =
                BridgeReceiverConfig.of(listen, directory().path()).withExposed(expose);
        BridgeReceiverConfig config = byDefault
                .withHost(host(byDefault.host()))
                .withLease(leaseNs == null ? byDefault.lease() : Duration.ofNanos(leaseNs))
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
