/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.stat;

import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.view.Culprit;
import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.Snapshot;
import io.tailrace.tools.view.StreamView;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An interval in one line. One thread. */
interface StatLine {
    /** Writes an interval. */
    void write(Interval interval);

    /** {@return lines in columns of fixed widths, below titles} */
    static StatLine text(Output out) {
        out.format(FORMAT, "TIME", "CLIENTS", "SUSPECT", "STREAMS", "LOGS", "BYTES/S", "HELD", "LAG%", "ERRORS", "WHO");
        return interval -> {
            Snapshot now = interval.after();
            StreamView.@Nullable Lag worst = worst(now);
            out.format(
                    FORMAT,
                    now.taken().truncatedTo(ChronoUnit.SECONDS),
                    now.livingClients(),
                    now.suspectClients(),
                    now.streams().size(),
                    logs(now),
                    Quantity.shortBytes(interval.bytesPerSecond()),
                    interval.heldBack(),
                    worst == null ? 0 : worst.percent(),
                    interval.growth(ERRORS),
                    worst == null ? "-" : Culprit.of(worst.subscriber(), now).name());
        };
    }

    /** {@return one object a line} */
    static StatLine json(JsonLines lines) {
        return interval -> {
            Snapshot now = interval.after();
            StreamView.@Nullable Lag worst = worst(now);
            lines.line("stat", json -> {
                json.writeStringField("time", now.taken().toString());
                json.writeStringField("driver", now.driver().life(now.takenNs()));
                json.writeNumberField("clients", now.livingClients());
                json.writeNumberField("suspectClients", now.suspectClients());
                json.writeNumberField("streams", now.streams().size());
                json.writeNumberField("logs", logs(now));
                json.writeNumberField("bytesPerSecond", Math.round(interval.bytesPerSecond()));
                json.writeNumberField("heldBack", interval.heldBack());
                json.writeNumberField("worstLagPercent", worst == null ? 0 : worst.percent());
                json.writeStringField("worstLagStream", worst == null ? null : worst.log().stream());
                json.writeNumberField("errors", interval.growth(ERRORS));
            });
        };
    }

    /** The driver's counter. */
    String ERRORS = "errors";

    String FORMAT = "%-20s %7s %7s %7s %5s %8s %5s %5s %6s  %s%n";

    private static int logs(Snapshot snapshot) {
        return snapshot.streams().stream()
                .mapToInt(stream -> stream.logs().size())
                .sum();
    }

    /** {@return the subscriber that uses up most of what publishers may be ahead, null if none lags} */
    private static StreamView.@Nullable Lag worst(Snapshot snapshot) {
        return snapshot.streams().stream()
                .map(StreamView::worstLag)
                .filter(Objects::nonNull)
                .max(Comparator.comparingLong(StreamView.Lag::percent))
                .orElse(null);
    }
}
