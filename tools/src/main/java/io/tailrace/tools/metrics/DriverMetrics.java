/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.metrics;

import io.tailrace.control.CounterReader;
import io.tailrace.tools.view.DriverMetric;
import io.tailrace.tools.view.LogView;
import io.tailrace.tools.view.Observation;
import io.tailrace.tools.view.Snapshot;
import java.time.Instant;

/** The metrics of a driver, and of all together that is in its directory. */
final class DriverMetrics {
    private final MetricFamilies families;
    private final Observation seen;
    private final Snapshot now;

    private DriverMetrics(MetricFamilies families, Observation seen) {
        this.families = families;
        this.seen = seen;
        this.now = seen.now();
    }

    /** Adds those that {@code tailrace check} tells, too, and more. */
    static void add(MetricFamilies families, Observation seen) {
        for (DriverMetric metric : DriverMetric.values()) {
            families.gauge(metric.metricName(), metric.help(), metric.value(seen));
        }
        DriverMetrics more = new DriverMetrics(families, seen);
        more.addTotals();
        more.addSizes();
    }

    private void addTotals() {
        families.counter(
                "tailrace_driver_errors", "Errors in this driver, each as often as it came.", figure("errors"));
        families.counter("tailrace_client_deaths", "Clients that died before they had closed.", figure("clientDeaths"));
        families.counter(
                "tailrace_padded_bytes",
                "Claims given up, in bytes, because their publishers had died.",
                figure("paddedBytes"));
    }

    private void addSizes() {
        Instant since = now.driver().since();
        families.gauge(
                "tailrace_driver_start_time_seconds",
                "When the driver was started, in seconds since 1970.",
                since == null ? Double.NaN : (double) since.getEpochSecond());
        families.gauge("tailrace_storage_size_bytes", "Size of the file system of the directory, in bytes.", (double)
                seen.storage().totalBytes());
        families.gauge(
                "tailrace_logs",
                "Logs of all streams, also those that have ended.",
                now.streams().stream().mapToInt(stream -> stream.logs().size()).sum());
        families.gauge(
                "tailrace_log_files_bytes",
                "Length of the files of all logs, in bytes.",
                now.streams().stream()
                        .flatMap(stream -> stream.logs().stream())
                        .mapToDouble(LogView::bytes)
                        .sum());
        families.gauge(
                "tailrace_retained_bytes",
                "Length of the files of logs that have ended and stay for a while, in bytes.",
                figure("retainedBytes"));
        families.gauge(
                "tailrace_vacant_names",
                "Names of subscriptions that nobody holds and that are kept for a while.",
                figure("vacantNames"));
        families.gauge(
                "tailrace_unreadable_files",
                "Files of the directory that could not be read.",
                seen.unreadable().size());
    }

    /** {@return what the driver counts; NaN if it does not, or has left no control file} */
    private double figure(String label) {
        return now.counters().stream()
                .filter(counter -> counter.label().equals(label))
                .mapToDouble(CounterReader.Counter::value)
                .findFirst()
                .orElse(Double.NaN);
    }
}
