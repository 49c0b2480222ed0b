/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.Tailrace;
import io.tailrace.TailraceException;

/** Asks the driver, for an operator, to act on other clients. Any thread. */
public final class Operator {
    private Operator() {}

    /**
     * Requests that all gating subscribers of a client on a stream gate no more. Only the driver's own user and root
     * may request that. It does not wait: the slots show the result.
     *
     * @param tailrace by which the driver is asked
     * @throws TailraceException if the driver is too old
     */
    public static void evict(Tailrace tailrace, long clientId, String stream) {
        ((Client) tailrace).conductor().evict(clientId, stream);
    }
}
