/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import org.agrona.DirectBuffer;

/** Takes the requests of a poll, on the polling thread. */
@FunctionalInterface
public interface RequestHandler {
    /**
     * Takes one request: answers it, keeps it to answer later ({@link Answer#keep}), or returns without either, which
     * tells the requester that it was not taken.
     *
     * @param buffer holds the request where it lies in the log, valid until this returns
     * @param offset of the request in it
     * @param length in bytes
     * @param answer for this request; reused, valid until this returns
     * @throws Exception if it cannot answer: the requester gets the text, the client's error handler the exception. An
     *     Error is thrown by the poll, too.
     */
    void onRequest(DirectBuffer buffer, int offset, int length, Answer answer) throws Exception;
}
