/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.tailrace.samples.summarizer.live.Live;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Replies to requests; all of them only read. Any thread.
 *
 * <p>The page may be in a browser beside pages of others. So it is only served under the names of this host: else
 * another page could have its own name point here, and would count as the same origin. It may load nothing from
 * elsewhere and run nothing but its own script, for names of customers and items are in it.
 */
final class PageHandler implements HttpHandler {
    private static final long SUMMARIES_AGE_NS = 1_000_000_000;
    private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");
    private static final String CONTENT_SECURITY_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Live live;
    private final Map<String, Reply> files;
    private String summaries = "";
    private long summariesNs = System.nanoTime() - SUMMARIES_AGE_NS;

    /** @throws IOException if a file of the page cannot be read */
    PageHandler(Live live) throws IOException {
        this.live = live;
        this.files = Map.of(
                "/", file("index.html", "text/html; charset=utf-8"),
                "/page.js", file("page.js", "text/javascript; charset=utf-8"),
                "/page.css", file("page.css", "text/css; charset=utf-8"));
    }

    private static Reply file(String name, String type) throws IOException {
        try (InputStream input = PageHandler.class.getResourceAsStream(name)) {
            if (input == null) {
                throw new IOException("not in the program: resource=" + name);
            }
            return new Reply(Reply.OK, type, input.readAllBytes());
        }
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Reply reply = reply(exchange);
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", reply.type());
            headers.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cache-Control", "no-store");
            if (reply.status() == Reply.METHOD_NOT_ALLOWED) {
                headers.set("Allow", "GET, HEAD");
            }
            if (exchange.getRequestMethod().equals("HEAD")) {
                headers.set("Content-Length", Integer.toString(reply.bytes().length));
                exchange.sendResponseHeaders(reply.status(), -1);
            } else {
                exchange.sendResponseHeaders(reply.status(), reply.bytes().length);
                exchange.getResponseBody().write(reply.bytes());
            }
        }
    }

    private Reply reply(HttpExchange exchange) {
        if (!isOwnName(exchange.getRequestHeaders().getFirst("Host"))) {
            return Reply.refusal(Reply.MISDIRECTED, "served as 127.0.0.1 or localhost only");
        }
        if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
            return Reply.refusal(Reply.METHOD_NOT_ALLOWED, "there is nothing to change here");
        }
        try {
            return reply(exchange.getRequestURI().getPath());
        } catch (TimeoutException e) {
            return Reply.refusal(Reply.UNAVAILABLE, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.refusal(Reply.UNAVAILABLE, "the program ends");
        } catch (Throwable t) { // Also an Error: who has asked would else hear nothing.
            return Reply.refusal(Reply.INTERNAL, "internal error: " + t);
        }
    }

    private Reply reply(String path) throws TimeoutException, InterruptedException {
        return switch (path) {
            case "/figures" -> Reply.json(LiveJson.figures(live.figures()));
            case "/summaries" -> Reply.json(summaries());
            default -> {
                Reply file = files.get(path);
                yield file == null ? Reply.refusal(Reply.NOT_FOUND, "there is / and /figures and /summaries") : file;
            }
        };
    }

    /** Asks at most once a second, however many want to know: each question takes time of those who summarize. */
    private synchronized String summaries() throws TimeoutException, InterruptedException {
        if (System.nanoTime() - summariesNs >= SUMMARIES_AGE_NS) {
            summaries = LiveJson.summaries(live.summaries());
            summariesNs = System.nanoTime();
        }
        return summaries;
    }

    /** The port does not matter: it may be another one where the page is reached through a tunnel. */
    private static boolean isOwnName(@Nullable String host) {
        return host != null && OWN_NAMES.contains(host.replaceFirst(":[0-9]*$", ""));
    }
}
