/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import io.tailrace.control.OwnerState;

/** What is told to Prometheus about a driver; each a gauge. */
public enum DriverMetric {
    UP("tailrace_driver_up", "Whether the media driver lives: 1 or 0."),
    HEARTBEAT_AGE(
            "tailrace_driver_heartbeat_age_seconds",
            "How long ago the media driver last worked, in seconds; it works twice a second at least."),
    CLIENTS("tailrace_clients", "Clients that live."),
    CLIENTS_SUSPECT("tailrace_clients_suspect", "Clients that live and have not worked for a second."),
    ERRORS("tailrace_errors", "Distinct errors that the media driver, those before it and its clients have noted."),
    STORAGE_FREE("tailrace_storage_free_bytes", "Free space in the file system of the directory, in bytes.");

    private static final double NS_PER_SECOND = 1e9;

    private final String metricName;
    private final String help;

    DriverMetric(String metricName, String help) {
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

    /** {@return the value; NaN if it is not known} */
    public double value(Observation seen) {
        Snapshot now = seen.now();
        OwnerState driver = now.driver().owner();
        return switch (this) {
            case UP -> driver.lives() ? 1 : 0;
            case HEARTBEAT_AGE -> {
                long beatNs = driver.heartbeat().ns();
                yield beatNs == 0 ? Double.NaN : Math.max(0, now.takenNs() - beatNs) / NS_PER_SECOND;
            }
            case CLIENTS -> (double) now.livingClients();
            case CLIENTS_SUSPECT -> (double) now.suspectClients();
            case ERRORS -> seen.errors().size();
            case STORAGE_FREE -> (double) seen.storage().usableBytes();
        };
    }
}
