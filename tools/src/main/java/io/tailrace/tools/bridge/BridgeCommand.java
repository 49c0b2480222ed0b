/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.bridge;

import io.tailrace.tools.command.Context;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tailrace bridge}: mirrors streams to other hosts. Its sub-commands are the two ends. */
@Command(
        name = "bridge",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "Mirrors streams to other hosts: 'send' runs at their host, 'receive' at the "
                + "other, each until a signal. Positions stay the same. Messages are neither "
                + "encrypted nor authenticated: see docs/BRIDGE.md.",
        footer = {
            "",
            "Example:",
            "  tailrace bridge receive --listen 10.0.0.2:9000 --expose",
            "  tailrace bridge send --dir /dev/shm/quotes --to 10.0.0.2:9000 'quotes.*'"
        })
public final class BridgeCommand {
    private BridgeCommand() {}

    /** {@return the command with its sub-commands, which run in this context} */
    public static CommandLine in(Context context) {
        return new CommandLine(new BridgeCommand())
                .addSubcommand("send", new SendCommand().in(context))
                .addSubcommand("receive", new ReceiveCommand().in(context));
    }
}
