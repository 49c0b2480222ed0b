/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.Host;
import io.tailrace.internal.ErrorText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers Prometheus in the format that it asks for: each GET or HEAD reads the directory, of a living or a dead
 * driver, and changes nothing there. Concurrent requests share one reading. Any thread.
 */
final class MetricsHandler implements HttpHandler {
    private final Scrapes scrapes;
    /** Ignores the properties of the JVM and the properties file. */
    private final ExpositionFormats formats =
            ExpositionFormats.init(PrometheusProperties.builder().build());

    /** Takes the directory of a driver that lives, is dead, or may start later. */
    MetricsHandler(DriverDirectory directory, Host host) {
        this.scrapes = new Scrapes(new DirectoryWatch(directory, host));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        MetricSnapshots metrics;
        try {
            metrics = scrapes.read();
        } catch (IOException e) {
            Reply.refusal(Reply.UNAVAILABLE, "cannot read the directory of the driver: " + ErrorText.of(e))
                    .send(exchange);
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Reply.refusal(Reply.UNAVAILABLE, "the server is shutting down").send(exchange);
            return;
        }
        ExpositionFormatWriter writer = formats.findWriter(header(exchange, "Accept"));
        String encodings = header(exchange, "Accept-Encoding");
        boolean zipped = encodings != null && encodings.contains("gzip");
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (OutputStream out = zipped ? new GZIPOutputStream(body) : body) {
            writer.write(out, metrics);
        }
        if (zipped) {
            exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        }
        new Reply(Reply.OK, writer.getContentType(), body.toByteArray()).send(exchange);
    }

    private static @Nullable String header(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }
}
