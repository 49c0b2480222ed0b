/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import org.jspecify.annotations.Nullable;

/** What is told to Prometheus about a stream, with its name as the label {@value #LABEL}; each a gauge. */
public enum StreamMetric {
    POSITION(
            "tailrace_stream_position_bytes",
            "Bytes published to the logs of the stream that are there, with headers and padding."),
    LAG(
            "tailrace_stream_lag_bytes",
            "How far the slowest of the subscribers is behind that publishers wait for, in bytes."),
    LAG_RATIO("tailrace_stream_lag_ratio", "The lag in parts of what publishers may be ahead: from 1 on they wait."),
    DROPPING_LAG(
            "tailrace_stream_dropping_lag_bytes",
            "How far the slowest of the subscribers is behind that publishers do not wait for (DROP, evicted), in"
                    + " bytes."),
    HELD_BACK(
            "tailrace_stream_held_back",
            "Whether publishers of the stream wait for a subscriber or for the cleaning: 1 or 0.");

    /** The name of the label. */
    public static final String LABEL = "stream";

    private static final double PERCENT = 100;

    private final String metricName;
    private final String help;

    StreamMetric(String metricName, String help) {
        this.metricName = metricName;
        this.help = help;
    }

    public String metricName() {
        return metricName;
    }

    /** {@return what it means, for people} */
    public String help() {
        return help;
    }

    /** {@return the value for one of the streams of the later snapshot} */
    public double value(Interval interval, StreamView stream) {
        StreamView.Lag worst = stream.worstLag();
        return switch (this) {
            case POSITION -> (double) stream.position();
            case LAG -> bytes(worst);
            case DROPPING_LAG -> bytes(stream.worstDroppingLag());
            case LAG_RATIO -> worst == null ? 0 : worst.percent() / PERCENT;
            case HELD_BACK -> interval.state(stream).kind() == StreamState.Kind.HELD_BACK ? 1 : 0;
        };
    }

    private static double bytes(StreamView.@Nullable Lag lag) {
        return lag == null ? 0 : (double) lag.bytes();
    }
}
