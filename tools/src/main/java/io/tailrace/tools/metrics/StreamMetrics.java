/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.metrics;

import io.tailrace.tools.view.Interval;
import io.tailrace.tools.view.StreamMetric;
import io.tailrace.tools.view.StreamState;
import io.tailrace.tools.view.StreamView;

/**
 * The metrics of each stream, by its name. None of a single publisher or subscriber: they come and go, and each would
 * leave a time series behind; {@code tailrace ls --long} shows them.
 */
final class StreamMetrics {
    private StreamMetrics() {}

    /** Adds those that {@code tailrace check} tells, too, and more. */
    static void add(MetricFamilies families, Interval interval, PublishedBytes published) {
        MetricFamilies.OfStreams streams = families.ofStreams(interval.after().streams());
        for (StreamMetric metric : StreamMetric.values()) {
            streams.gauge(metric.metricName(), metric.help(), stream -> metric.value(interval, stream));
        }
        streams.counter(
                "tailrace_stream_published_bytes",
                "Bytes published to the stream since this was first asked, with headers and padding.",
                published::of);
        streams.gauge("tailrace_stream_publishers", "Publications of the stream.", StreamView::publishers);
        streams.gauge(
                "tailrace_stream_subscribers",
                "Subscriptions of the stream that somebody holds.",
                StreamView::subscribers);
        streams.gauge(
                "tailrace_stream_damaged",
                "Whether the positions of a log of the stream contradict one another: 1 or 0.",
                stream -> interval.state(stream).kind() == StreamState.Kind.DAMAGED ? 1 : 0);
    }
}
