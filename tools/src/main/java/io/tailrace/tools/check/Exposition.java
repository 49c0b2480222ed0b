/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.check;

import io.tailrace.inspect.Metric;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Metrics.OfStream;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.StreamView;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Quantity;
import java.util.List;

/** Metrics in the text format of Prometheus, which the node exporter reads from a file. One thread. */
final class Exposition {
    private final Output out;

    Exposition(Output out) {
        this.out = out;
    }

    /** Writes the metrics of the driver and those of some of its streams. */
    void write(Observation seen, List<StreamView> streams) {
        for (Metric<Observation> metric : Metrics.CHECKED) {
            double value = metric.of(seen);
            if (!Double.isNaN(value)) {
                header(metric);
                out.text(metric.name() + ' ' + Quantity.plain(value)).newLine();
            }
        }
        for (Metric<OfStream> metric : Metrics.CHECKED_OF_STREAMS) {
            if (!streams.isEmpty()) {
                header(metric);
            }
            for (StreamView stream : streams) {
                sample(metric.name(), stream, metric.of(new OfStream(seen.interval(), stream)));
            }
        }
    }

    void sample(String metric, StreamView stream, double value) {
        out.text(metric + '{' + Metrics.LABEL + "=\"" + escape(stream.name()) + "\"} ")
                .text(Quantity.plain(value))
                .newLine();
    }

    /** Writes the metrics of a host without a driver. */
    void writeDown() {
        header(Metrics.UP);
        out.text(Metrics.UP.name() + " 0").newLine();
    }

    private void header(Metric<?> metric) {
        out.text("# HELP " + metric.name() + ' ' + metric.help()).newLine();
        out.text("# TYPE " + metric.name() + " gauge").newLine();
    }

    /**
     * The format escapes three characters; other control characters, which no name may contain, must not reach a
     * terminal.
     */
    private static String escape(String label) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < label.length(); i++) {
            char c = label.charAt(i);
            switch (c) {
                case '\\' -> escaped.append("\\\\");
                case '"' -> escaped.append("\\\"");
                case '\n' -> escaped.append("\\n");
                default -> escaped.append(Character.isISOControl(c) ? String.format("\\\\x%02x", (int) c) : c);
            }
        }
        return escaped.toString();
    }
}
