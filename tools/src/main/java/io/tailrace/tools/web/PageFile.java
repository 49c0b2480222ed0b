/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/** A file of the page, which is in the jar. Any thread. */
final class PageFile implements HttpHandler {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");
    private static final String[] NAMES = {
        "index.html",
        "page.css",
        "icon.svg",
        "page.js",
        "streams.js",
        "strip.js",
        "sparkline.js",
        "tables.js",
        "text.js"
    };

    private final Reply reply;

    private PageFile(Reply reply) {
        this.reply = reply;
    }

    /**
     * {@return all files by their paths}
     *
     * @throws IOException if one can not be read
     */
    static Map<String, HttpHandler> all() throws IOException {
        Map<String, HttpHandler> files = new HashMap<>();
        for (String name : NAMES) {
            files.put(name.equals("index.html") ? "/" : "/" + name, read(name));
        }
        return files;
    }

    private static PageFile read(String name) throws IOException {
        String type = TYPES.get(name.substring(name.indexOf('.') + 1));
        try (InputStream in = PageFile.class.getResourceAsStream(name)) {
            if (in == null || type == null) {
                throw new IOException("not in the program: resource=" + name);
            }
            return new PageFile(new Reply(Reply.OK, type, in.readAllBytes()));
        }
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        reply.send(exchange);
    }
}
