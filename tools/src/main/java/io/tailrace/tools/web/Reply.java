/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * A complete reply to a client.
 *
 * @param status the HTTP status
 * @param type the content type
 * @param bytes the content
 */
@SuppressWarnings("ArrayRecordComponent") // Replies are never compared.
record Reply(int status, String type, byte[] bytes) {
    static final int OK = 200;
    static final int FORBIDDEN = 403;
    static final int NOT_FOUND = 404;
    static final int METHOD_NOT_ALLOWED = 405;
    static final int MISDIRECTED = 421;
    static final int INTERNAL = 500;
    static final int UNAVAILABLE = 503;

    /** {@return a refusal with its reason on one line} */
    static Reply refusal(int status, String reason) {
        return new Reply(status, "text/plain; charset=utf-8", (reason + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** {@return the reply of a page that shows nothing any more} */
    static Reply ended() {
        return refusal(UNAVAILABLE, "the page has ended");
    }

    /** Sends the reply; for HEAD without its content. */
    void send(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(bytes.length));
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
