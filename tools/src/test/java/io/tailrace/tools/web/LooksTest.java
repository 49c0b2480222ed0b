/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The views of a living driver that browsers get. */
class LooksTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    @TempDir
    private Path parent;

    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final CountingHost host = new CountingHost();
    private DriverDirectory directory;
    private MediaDriver driver;
    private Tailrace tailrace;
    private WebPage page;

    @BeforeEach
    void start() throws IOException {
        directory = new DriverDirectory(parent.resolve("driver"));
        driver = MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(directory.path()).withTermLength(64 * 1024));
        tailrace = Tailrace.connect(directory.path());
        page = WebPage.start(directory, host, ListenAddress.parse("0"), Looks.APART_NS, errors::add);
    }

    @AfterEach
    void close() {
        page.close();
        tailrace.close();
        driver.close();
        assertEquals(List.of(), List.copyOf(errors));
    }

    private HttpResponse<String> ask(String query) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(page.url() + "look" + query)).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private List<JsonNode> look(String query, String kind) throws IOException, InterruptedException {
        try (MappingIterator<JsonNode> lines =
                JSON.readerFor(JsonNode.class).readValues(ask(query).body())) {
            return lines.readAll().stream()
                    .filter(line -> line.path("kind").asText().equals(kind))
                    .toList();
        }
    }

    @Test
    void aBrowserGetsAllStreamsAndTheLogsOfThoseItNames() throws Exception {
        try (Publication publication = tailrace.addPublication("quotes")) {
            while (look("", "stream").isEmpty()) { // The look may be from before.
                Thread.onSpinWait();
            }
            JsonNode look = look("", "look").get(0);
            assertEquals(1, look.path("livingClients").asInt());
            assertTrue(look.path("freeBytes").asLong() > 0);
            assertEquals(List.of(), look("", "log"));
            assertEquals(1, look("?stream=quotes&stream=other", "log").size());
            assertEquals(1, look("?stream=" + publication.stream(), "strip").size());
        }
    }

    @Test
    void oneLookServesAllWhoAskForAWhile() {
        CountingHost others = new CountingHost();
        try (Looks looks = new Looks(directory, others, new LastHour(), HOUR_NS, HOUR_NS, errors::add);
                Looks always = new Looks(directory, host, new LastHour(), 0, HOUR_NS, errors::add)) {
            looks.recent(look -> look.lines(Set.of()));
            int first = others.looks();
            looks.recent(look -> look.lines(Set.of("quotes")));
            assertEquals(first, others.looks());
            always.recent(look -> look.lines(Set.of()));
            int before = host.looks();
            always.recent(look -> look.lines(Set.of()));
            assertTrue(host.looks() > before);
        }
    }

    @Test
    void aBrowserThatReadsNothingHoldsNobodyUp() throws Exception {
        for (int i = 0; i < 1000; i++) {
            tailrace.addSubscription("long-name-".repeat(20) + i);
        }
        try (Socket slow = new Socket()) {
            URI uri = URI.create(page.url());
            slow.setReceiveBufferSize(1024);
            slow.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
            slow.getOutputStream()
                    .write("GET /look HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            for (int i = 0; i < 10; i++) {
                assertEquals(1000, look("", "stream").size());
            }
        }
    }

    @Test
    void anErrorIsToldOnceAndEndsThePageAlone() throws Exception {
        assertEquals(200, ask("").statusCode());
        Error error = new StackOverflowError("by the test");
        host.throwAtNextLook(error);
        while (ask("").statusCode() == 200) { // A look serves for a while.
            Thread.onSpinWait();
        }
        assertEquals(503, ask("").statusCode());
        assertFalse(page.isRunning());
        assertEquals(List.of(error), List.copyOf(errors));
        assertTrue(driver.isRunning());
        errors.clear();
    }
}
