/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;

/** The files of the page, from this jar; the chart library has a jar of its own. Any thread. */
final class PageFiles {
    private static final String CHARTS = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
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
        "charts.js",
        "glance.js",
        "links.js",
        "streams.js",
        "strip.js",
        "sparkline.js",
        "tables.js",
        "text.js",
        CHARTS + "uPlot.iife.min.js",
        CHARTS + "uPlot.min.css"
    };

    private PageFiles() {}

    /**
     * {@return all files by path}
     *
     * @throws IOException if a file cannot be read
     */
    static Map<String, HttpHandler> all() throws IOException {
        Map<String, HttpHandler> files = new HashMap<>();
        for (String name : NAMES) {
            files.put(
                    name.equals("index.html") ? "/" : "/" + name.substring(name.lastIndexOf('/') + 1),
                    read(name)::send);
        }
        return files;
    }

    private static Reply read(String name) throws IOException {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        try (InputStream in = PageFiles.class.getResourceAsStream(name)) {
            if (in == null || type == null) {
                throw new IOException("not in the program: resource=" + name);
            }
            return new Reply(Reply.OK, type, in.readAllBytes());
        }
    }
}
