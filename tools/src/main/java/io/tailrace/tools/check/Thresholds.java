/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.QuickArguments;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say from where on something is a warning, and from where on it is critical. */
final class Thresholds {
    private static final double NS_PER_SECOND = 1e9;

    @Option(
            names = "--lag-warn",
            paramLabel = "PERCENT",
            converter = Quantity.Percent.class,
            description = "Worst lag, of what publishers may be ahead. Default: 50%%.")
    private double lagWarn = 50;

    @Option(
            names = "--lag-crit",
            paramLabel = "PERCENT",
            converter = Quantity.Percent.class,
            description = "The same. Default: 90%%.")
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
            description = "The same. Default: 5s.")
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
            description = "The same. Default: never.")
    private @Nullable Long errorsCrit;

    @Option(
            names = "--suspects-warn",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Clients that live and do not work. Default: 1.")
    private long suspectsWarn = 1;

    @Option(
            names = "--suspects-crit",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "The same. Default: never.")
    private @Nullable Long suspectsCrit;

    @Option(
            names = "--room-warn",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "Space for fewer further streams. Default: 4.")
    private long roomWarn = 4;

    @Option(
            names = "--room-crit",
            paramLabel = "N",
            converter = Quantity.Count.class,
            description = "The same. Default: 1.")
    private long roomCrit = 1;

    /** Takes an argument as {@link io.tailrace.tools.command.QuickCommand#take}. */
    boolean take(QuickArguments arguments) {
        switch (arguments.name()) {
            case "--lag-warn" -> lagWarn = Quantity.percent(arguments.text());
            case "--lag-crit" -> lagCrit = Quantity.percent(arguments.text());
            case "--heartbeat-warn" -> heartbeatWarnNs = Quantity.durationNs(arguments.text());
            case "--heartbeat-crit" -> heartbeatCritNs = Quantity.durationNs(arguments.text());
            case "--errors-warn" -> errorsWarn = Quantity.count(arguments.text());
            case "--errors-crit" -> errorsCrit = Quantity.count(arguments.text());
            case "--suspects-warn" -> suspectsWarn = Quantity.count(arguments.text());
            case "--suspects-crit" -> suspectsCrit = Quantity.count(arguments.text());
            case "--room-warn" -> roomWarn = Quantity.count(arguments.text());
            case "--room-crit" -> roomCrit = Quantity.count(arguments.text());
            default -> {
                return false;
            }
        }
        return true;
    }

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

    Threshold room() {
        return Threshold.below((double) roomWarn, (double) roomCrit);
    }

    private static double orNever(@Nullable Long bound) {
        return bound == null ? Double.NaN : bound;
    }
}
