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
 * Passes requests that only read to the handlers of their paths, and refuses all others. Any thread.
 *
 * <p>A browser may show the page beside pages of other sites. Such a site could point a name of its own to this host
 * (DNS rebinding), and its pages would count as the same origin. So a request must name the server by an address, which
 * no site can redirect, by {@code localhost}, or by the name that it was started with. Pages of other sites could not
 * read the replies to their requests, but would keep threads busy: the browser names the origin of a request, and these
 * requests are refused. The page may load nothing from other sites and run only its own scripts, because it contains
 * names that other processes have chosen.
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
     * Guards handlers.
     *
     * @param ownName the name of the server, allowed beside addresses
     * @param handlers the handlers by their paths
     * @param errors receives exceptions of handlers, except those of the connection
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

    /**
     * The JDK's server itself answers a request that is not a URI, such as /%zz, before this: with 400 and a fixed
     * text.
     */
    private @Nullable Reply refuse(HttpExchange exchange) {
        if (!isOwnName(exchange.getRequestHeaders().getFirst("Host"))) {
            return Reply.refusal(Reply.MISDIRECTED, "served by its address or as localhost only");
        }
        if (isAskedByPageOfOthers(exchange.getRequestHeaders())) {
            return Reply.refusal(Reply.FORBIDDEN, "not for pages of other sites; open it in its own tab");
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
            throw e; // The client has closed the connection.
        } catch (Throwable t) { // Also an Error: otherwise the client would get no reply.
            errors.accept(t);
            if (exchange.getResponseCode() < 0) {
                Reply.refusal(Reply.INTERNAL, "internal error: " + t).send(exchange);
            }
        }
    }

    /** A user may follow a link from another page to this one. */
    private static boolean isAskedByPageOfOthers(Headers headers) {
        String site = headers.getFirst("Sec-Fetch-Site");
        return site != null
                && !Set.of("same-origin", "none").contains(site)
                && !"navigate".equals(headers.getFirst("Sec-Fetch-Mode"));
    }

    /** The port does not matter: it may differ if the page is reached through a tunnel. */
    private boolean isOwnName(@Nullable String host) {
        if (host == null) {
            return false;
        }
        String name = PORT.matcher(host).replaceFirst("");
        return name.equalsIgnoreCase(ownName) || ADDRESS.matcher(name).matches();
    }
}
