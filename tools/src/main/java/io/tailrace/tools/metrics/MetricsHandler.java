/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.metrics;

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
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Answers Prometheus, in the format that it asks for: each GET or HEAD looks at the directory, living or dead, and
 * changes nothing there. Whoever asks while another one is answered gets the same. Any thread.
 */
public final class MetricsHandler implements HttpHandler {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final int NO_BODY = -1;

    private final Scrapes scrapes;
    /** Not as properties of the JVM or a file may say. */
    private final ExpositionFormats formats =
            ExpositionFormats.init(PrometheusProperties.builder().build());

    /** For the directory of a driver that lives, is dead, or may come. */
    public MetricsHandler(DriverDirectory directory, Host host) {
        this.scrapes = new Scrapes(new DirectoryWatch(directory, host));
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        MetricSnapshots metrics;
        try {
            metrics = scrapes.read();
        } catch (IOException e) {
            refuse(exchange, "the directory of the driver was not read: " + ErrorText.of(e));
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refuse(exchange, "the server ends");
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
        answer(exchange, OK, writer.getContentType(), body.toByteArray());
    }

    private static @Nullable String header(HttpExchange exchange, String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    private static void refuse(HttpExchange exchange, String reason) throws IOException {
        byte[] text = (reason + '\n').getBytes(StandardCharsets.UTF_8);
        answer(exchange, UNAVAILABLE, "text/plain; charset=utf-8", text);
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(status, NO_BODY);
            return;
        }
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
