/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.page;

import java.nio.charset.StandardCharsets;

/**
 * What a client gets.
 *
 * @param status of HTTP
 * @param type of the content
 * @param bytes the content
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares replies.
record Reply(int status, String type, byte[] bytes) {
    static final int OK = 200;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int MISDIRECTED = 421;
    static final int INTERNAL = 500;
    static final int UNAVAILABLE = 503;

    static Reply json(String json) {
        return new Reply(OK, "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** {@return why there is nothing else, in one line} */
    static Reply refusal(int status, String reason) {
        return new Reply(status, "text/plain; charset=utf-8", (reason + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
