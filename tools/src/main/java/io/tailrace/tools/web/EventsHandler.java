/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.tailrace.tools.web.LookJson.Update;
import io.tailrace.tools.web.Watch.Viewer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Sends server-sent events to a browser until either side closes: {@code /events?stream=NAME&stream=NAME} sends all
 * that is on the page, and the logs of these streams. Any thread.
 */
final class EventsHandler implements HttpHandler {
    static final int MAX_UNFOLDED = 32;

    private static final String PARAMETER = "stream=";
    private static final String RETRY_SOON = "retry: 1000\n\n";
    private static final String RETRY_LATER = "retry: 5000\nevent: full\ndata: " + Watch.MAX_VIEWERS + "\n\n";

    private final Watch watch;

    EventsHandler(Watch watch) {
        this.watch = watch;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(Reply.OK, -1);
            return;
        }
        Viewer viewer = new Viewer(streams(exchange));
        exchange.sendResponseHeaders(Reply.OK, 0);
        OutputStream out = exchange.getResponseBody();
        if (!watch.join(viewer)) {
            out.write(RETRY_LATER.getBytes(StandardCharsets.UTF_8));
            return;
        }
        try {
            out.write(RETRY_SOON.getBytes(StandardCharsets.UTF_8));
            Update update = watch.await(viewer);
            while (update != null) {
                update.write(out, viewer.unfolded());
                update = watch.await(viewer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            watch.leave(viewer);
        }
    }

    /** {@return the streams that a query names, at most as many as may be unfolded} */
    static Set<String> streams(HttpExchange exchange) {
        String query = exchange.getRequestURI().getRawQuery();
        Set<String> streams = new LinkedHashSet<>();
        if (query != null) {
            for (String parameter : query.split("&", -1)) {
                if (parameter.startsWith(PARAMETER) && streams.size() < MAX_UNFOLDED) {
                    String value = parameter.substring(PARAMETER.length());
                    streams.add(URLDecoder.decode(value, StandardCharsets.UTF_8)); // A URI can always be decoded.
                }
            }
        }
        return streams;
    }
}
