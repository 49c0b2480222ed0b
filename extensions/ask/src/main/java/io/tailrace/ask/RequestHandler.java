/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import org.agrona.DirectBuffer;

/** Handles the requests of a poll, on the polling thread. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Handles one request: answers it, keeps it to answer later ({@link Answer#keep}), or returns without either, which
     * reports to the requester that the request was not taken.
     *
     * @param buffer holds the request, in place in the log; valid until this method returns
     * @param offset where the request begins in the buffer
     * @param length in bytes
     * @param answer for this request; reused, valid until this method returns
     * @throws Exception if it cannot answer: the requester receives the text, and the client's error handler the
     *     exception. The poll also rethrows an Error.
     */
    void onRequest(DirectBuffer buffer, int offset, int length, Answer answer) throws Exception;
}
