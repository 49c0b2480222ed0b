/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.inspect.LinkView;
import io.tailrace.tools.command.Quantity;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that set the thresholds of warnings and critical states. */
final class Thresholds {
    private static final double NS_PER_SECOND = 1e9;

    @Option(
            names = "--lag-warn",
            paramLabel = "PERCENT",
            converter = Quantity.Percent.class,
            description = "Worst lag, in percent of the limit of publishers. Default: 50%%.")
    private double lagWarn = 50;

    @Option(
            names = "--lag-crit",
            paramLabel = "PERCENT",
            converter = Quantity.Percent.class,
            description = "Critical. Default: 90%%.")
    private double lagCrit = 90;

    @Option(
            names = "--heartbeat-warn",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "Time since the driver last worked. Default: 2s.")
    private long heartbeatWarnNs = 2_000_000_000L;

    @Option(
            names = "--heartbeat-crit",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "Critical. Default: 5s.")
    private long heartbeatCritNs = 5_000_000_000L;

    @Option(
            names = "--errors-warn",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Distinct errors. Default: 1.")
    private long errorsWarn = 1;

    @Option(
            names = "--errors-crit",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Critical. Default: never.")
    private @Nullable Long errorsCrit;

    @Option(
            names = "--suspects-warn",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Suspect clients. Default: 1.")
    private long suspectsWarn = 1;

    @Option(
            names = "--suspects-crit",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Critical. Default: never.")
    private @Nullable Long suspectsCrit;

    @Option(
            names = "--room-warn",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Space for fewer new streams. Default: 4.")
    private long roomWarn = 4;

    @Option(
            names = "--room-crit",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Critical. Default: 1.")
    private long roomCrit = 1;

    @Option(
            names = "--link-warn",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "How long a link has been held back or down. Default: 10s.")
    private long linkWarnNs = LinkView.PATIENCE_NS;

    @Option(
            names = "--link-crit",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "Critical. Default: never.")
    private @Nullable Long linkCritNs;

    Threshold lag() {
        return Threshold.atLeast(lagWarn, lagCrit);
    }

    Threshold heartbeat() {
        return Threshold.atLeast(heartbeatWarnNs / NS_PER_SECOND, heartbeatCritNs / NS_PER_SECOND);
    }

    Threshold errors() {
        return Threshold.atLeast((double) errorsWarn, orNever(errorsCrit));
    }

    Threshold suspects() {
        return Threshold.atLeast((double) suspectsWarn, orNever(suspectsCrit));
    }

    Threshold link() {
        return Threshold.atLeast(linkWarnNs / NS_PER_SECOND, orNever(linkCritNs) / NS_PER_SECOND);
    }

    Threshold room() {
        return Threshold.below((double) roomWarn, (double) roomCrit);
    }

    private static double orNever(@Nullable Long bound) {
        return bound == null ? Double.NaN : bound;
    }
}
