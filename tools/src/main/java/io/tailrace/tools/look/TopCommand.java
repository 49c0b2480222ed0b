/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import java.time.Duration;
import picocli.CommandLine.Command;

/** Lists the streams of a driver again and again, those that need a person first. */
@Command(
        name = "top",
        description = "Shows streams as ls does, each second until Ctrl-C, those that need a person first. Read-only.",
        footer = {
            "Shows as many as fit on the terminal. NO_COLOR in the environment disables colours.",
            "Example:",
            "  tailrace top --sort rate --watch 5s 'md.*'"
        })
public final class TopCommand extends LsCommand {
    /** Lists by state. */
    public TopCommand() {
        super(Sorting.STATE, Duration.ofSeconds(1));
    }
}
