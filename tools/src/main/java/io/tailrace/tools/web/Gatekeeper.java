/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets requests that only read through to the handlers of their paths, and refuses all others. Any thread.
 *
 * <p>The page may be in a browser beside pages of others. One of these could have a name of its own point to this host
 * (DNS rebinding), and would count as the same origin. So whoever asks has to call the server by an address, which
 * nobody can point elsewhere, by {@code localhost}, or by the name that it was told to listen at. Pages of others could
 * not read what they ask for, but would keep threads busy: a browser says who asks, and they are refused. The page may
 * load nothing from elsewhere and run nothing but its own scripts: names that other processes have chosen are in it.
 */
final class Gatekeeper implements HttpHandler {
    private static final Pattern ADDRESS =
            Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+]|localhost", Pattern.CASE_INSENSITIVE);
    private static final Pattern PORT = Pattern.compile(":[0-9]*$");
    private static final String CONTENT_SECURITY_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none';"
            + " form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

    private final String ownName;
    private final Map<String, HttpHandler> handlers;
    private final Consumer<Throwable> errors;

    /**
     * Guards some handlers.
     *
     * @param ownName by which the server may be called, beside addresses
     * @param handlers by their paths
     * @param errors told of what a handler throws that is not about its connection
     */
    Gatekeeper(String ownName, Map<String, HttpHandler> handlers, Consumer<Throwable> errors) {
        this.ownName = ownName;
        this.handlers = Map.copyOf(handlers);
        this.errors = errors;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("Cache-Control", "no-store");
            HttpHandler handler = handlers.get(exchange.getRequestURI().getPath());
            Reply refusal = refuse(exchange);
            if (refusal != null) {
                refusal.send(exchange);
            } else if (handler == null) {
                Reply.refusal(Reply.NOT_FOUND, "there is no such path; the page is at /")
                        .send(exchange);
            } else {
                pass(exchange, handler);
            }
        }
    }

    /** What is no URI, as /%zz, the server of the JDK answers before this: 400, with a fixed text of its own. */
    private @Nullable Reply refuse(HttpExchange exchange) {
        if (!isOwnName(exchange.getRequestHeaders().getFirst("Host"))) {
            return Reply.refusal(Reply.MISDIRECTED, "served by its address or as localhost only");
        }
        if (isAskedByPageOfOthers(exchange.getRequestHeaders())) {
            return Reply.refusal(Reply.FORBIDDEN, "not for pages of others; open it in a tab of its own");
        }
        if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            return Reply.refusal(Reply.METHOD_NOT_ALLOWED, "there is nothing to change here");
        }
        return null;
    }

    private void pass(HttpExchange exchange, HttpHandler handler) throws IOException {
        try {
            handler.handle(exchange);
        } catch (IOException e) {
            throw e; // The client has gone.
        } catch (Throwable t) { // Also an Error: who has asked would else hear nothing.
            errors.accept(t);
            if (exchange.getResponseCode() < 0) {
                Reply.refusal(Reply.INTERNAL, "internal error: " + t).send(exchange);
            }
        }
    }

    /** Who follows a link from another page to this one may. */
    private static boolean isAskedByPageOfOthers(Headers headers) {
        String site = headers.getFirst("Sec-Fetch-Site");
        return site != null
                && !Set.of("same-origin", "none").contains(site)
                && !"navigate".equals(headers.getFirst("Sec-Fetch-Mode"));
    }

    /** The port does not matter: it may be another one where the page is reached through a tunnel. */
    private boolean isOwnName(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = PORT.matcher(host).replaceFirst("");
        return name.equalsIgnoreCase(ownName) || ADDRESS.matcher(name).matches();
    }
}
