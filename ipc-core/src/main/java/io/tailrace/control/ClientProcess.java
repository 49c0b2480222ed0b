/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

/**
 * What a client says of its process, for people only.
 *
 * @param pid 0 if it is not known
 */
public record ClientProcess(long pid, Heartbeat heartbeat) {
    /** Nothing is known. */
    public static final ClientProcess UNKNOWN = new ClientProcess(0, Heartbeat.UNKNOWN);

    public boolean isKnown() {
        return pid != 0;
    }
}
