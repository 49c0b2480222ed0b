/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A handler with a server of its own, at a free port of this host. */
public final class MetricsServer implements AutoCloseable {
    static {
        // As in WebPage: the JDK reads it once, and the tests of both run in one JVM.
        System.setProperty("sun.net.httpserver.maxReqTime", "5");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();

    /** Serves until it is closed. */
    public MetricsServer(HttpHandler handler) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/metrics", exchange -> {
            try (exchange) {
                handler.handle(exchange);
            }
        });
        server.start();
    }

    /** {@return the response to a request with a header} */
    <T> HttpResponse<T> request(String method, String header, String value, HttpResponse.BodyHandler<T> body)
            throws IOException, InterruptedException {
        InetSocketAddress address = server.getAddress();
        URI uri = URI.create("http://" + address.getAddress().getHostAddress() + ':' + address.getPort() + "/metrics");
        return client.send(
                HttpRequest.newBuilder(uri)
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .header(header, value)
                        .build(),
                body);
    }

    /** {@return the response to a plain GET} */
    public String text() throws IOException, InterruptedException {
        HttpResponse<String> answer = request("GET", "Accept", "*/*", HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), answer::body);
        return answer.body();
    }

    /** {@return the parsed response to a plain GET} */
    public Map<String, Exposition.Family> scrape() throws IOException, InterruptedException {
        return Exposition.parse(text());
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
