/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.events;

import org.jspecify.annotations.Nullable;

/** The events of a JVM that has no Flight Recorder. */
final class NoEvents implements Events {
    @Override
    public @Nullable BackPressure beginBackPressure() {
        return null;
    }

    @Override
    public boolean recordHandlers() {
        return false;
    }

    @Override
    public @Nullable HandlerRun beginHandlers() {
        return null;
    }

    @Override
    public void driverLost(String directory, long clientId) {
        // Nobody to tell.
    }

    @Override
    public void driverBack(String directory, long clientId, long lostNs) {
        // Nobody to tell.
    }

    @Override
    public void overrun(String stream, long logId, long subscriptionId, long fromPosition, long toPosition) {
        // Nobody to tell.
    }

    @Override
    public void wakeUpMissed(String awaited, long sleptNs) {
        // Nobody to tell.
    }

    @Override
    public void claimUnblocked(
            String stream, long logId, long position, long length, long publicationId, long clientId, long pid) {
        // Nobody to tell.
    }
}
