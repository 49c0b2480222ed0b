/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.look;

import io.tailrace.inspect.Host;
import io.tailrace.tools.command.Quantity;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** The option {@code --since}, the same for everything that has a time. One thread. */
final class SinceOption {
    private static final long ALWAYS = Long.MAX_VALUE;

    @Option(
            names = "--since",
            paramLabel = "DURATION",
            converter = Quantity.DurationNs.class,
            description = "Only those within this time, such as 10m.")
    private long sinceNs = ALWAYS;

    /** {@return the earliest time to show, in milliseconds since 1970} */
    long fromMs(Host host) {
        return sinceNs == ALWAYS ? Long.MIN_VALUE : host.now().toEpochMilli() - TimeUnit.NANOSECONDS.toMillis(sinceNs);
    }
}
