/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.Tailrace;
import io.tailrace.TailraceException;

/** Asks the driver, for a person, to act on other clients. Any thread. */
public final class Operator {
    private Operator() {}

    /**
     * Wants all subscribers of a client that gate on a stream to do so no more. Only the driver's own user and root may
     * want that. It waits for nothing: the slots show what comes of it.
     *
     * @param tailrace by which the driver is asked
     * @throws TailraceException if the driver is too old
     */
    public static void evict(Tailrace tailrace, long clientId, String stream) {
        ((Client) tailrace).conductor().evict(clientId, stream);
    }
}
