/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

/** Where the messages of {@code pub} come from. */
interface MessageSource {
    /**
     * Sends all of them.
     *
     * @return false if the command was asked to end before that
     */
    boolean sendAll(Sender sender);
}
