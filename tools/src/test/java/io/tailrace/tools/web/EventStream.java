/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events that a browser gets from the server, over a socket of its own. */
final class EventStream implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PATIENCE_MS = 20_000;

    private final Socket socket;
    private final BufferedReader reader;

    /** Sends the request, with a query after {@code /events}. */
    EventStream(URI page, String query) throws IOException {
        socket = new Socket(page.getHost(), page.getPort());
        socket.setSoTimeout(PATIENCE_MS);
        // HTTP 1.0, so that nothing is chunked.
        socket.getOutputStream()
                .write(("GET /events" + query + " HTTP/1.0\r\nHost: localhost\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** {@return the lines of JSON of the next event; null when the server has closed the stream} */
    @Nullable
    List<JsonNode> next() throws IOException {
        if (Thread.interrupted()) { // Set by the time limit of the test, which does not interrupt a socket.
            throw new IllegalStateException("interrupted");
        }
        List<JsonNode> lines = new ArrayList<>();
        String line = reader.readLine();
        while (line != null) {
            if (line.startsWith("data: ")) {
                lines.add(JSON.readTree(line.substring(6)));
            } else if (line.isEmpty() && !lines.isEmpty()) {
                return lines;
            }
            line = reader.readLine();
        }
        return null;
    }

    /** {@return the lines of the next event with that schema and kind} */
    List<JsonNode> next(String schema, String kind) {
        try {
            List<JsonNode> lines = next();
            if (lines == null) {
                throw new IllegalStateException("the server has ended it");
            }
            return lines.stream()
                    .filter(line -> line.path("schema").asText().equals(schema))
                    .filter(line -> line.path("kind").asText().equals(kind))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits for an event with such a line. */
    JsonNode await(String schema, String kind) {
        List<JsonNode> found = next(schema, kind);
        while (found.isEmpty()) { // The test has a time limit.
            found = next(schema, kind);
        }
        return found.get(0);
    }

    /** {@return everything until the server closes the stream} */
    String rest() throws IOException {
        StringBuilder rest = new StringBuilder();
        String line = reader.readLine();
        while (line != null) {
            rest.append(line).append('\n');
            line = reader.readLine();
        }
        return rest.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
