/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page over HTTP, without a driver. */
class WebPageTest {
    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final CountingHost host = new CountingHost();
    private WebPage page;

    @BeforeEach
    void start() throws IOException {
        page = start("0");
    }

    private WebPage start(String address) throws IOException {
        return start(directory, address, host, errors);
    }

    private static WebPage start(Path directory, String address, CountingHost host, Queue<Throwable> errors)
            throws IOException {
        return WebPage.start(
                new DriverDirectory(directory), host, ListenAddress.parse(address), EventsTest.PERIOD_NS, errors::add);
    }

    @AfterEach
    void close() {
        page.close();
        assertEquals(List.of(), List.copyOf(errors));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "page.js",
                "page.css",
                "text.js",
                "charts.js",
                "glance.js",
                "links.js",
                "uPlot.iife.min.js",
                "uPlot.min.css",
                "history",
                "streams.js",
                "strip.js",
                "sparkline.js",
                "tables.js",
                "icon.svg",
                "nothing"
            })
    void everyReplySaysWhatThePageMayDo(String path) throws Exception {
        HttpResponse<String> reply = get(path);
        assertEquals(path.equals("nothing") ? 404 : 200, reply.statusCode());
        assertGuarded(reply);
    }

    private static void assertGuarded(HttpResponse<?> reply) {
        String policy = reply.headers().firstValue("Content-Security-Policy").orElse("");
        assertTrue(policy.startsWith("default-src 'self'; object-src 'none';"), policy);
        assertFalse(policy.contains("unsafe") || policy.contains("http:"), policy);
        assertEquals(List.of("nosniff"), reply.headers().allValues("X-Content-Type-Options"));
        assertEquals(List.of("no-store"), reply.headers().allValues("Cache-Control"));
    }

    @Test
    void thePageAsksNobodyElseAndMakesNoTextHtml() throws Exception {
        for (String path : List.of(
                "",
                "page.js",
                "page.css",
                "text.js",
                "streams.js",
                "strip.js",
                "tables.js",
                "charts.js",
                "glance.js",
                "links.js")) {
            String text = get(path).body();
            assertFalse(text.contains("://"), path);
            assertFalse(text.isEmpty(), path);
            assertFalse(text.matches("(?s).*(inner|outer)HTML.*|.*insertAdjacentHTML.*|.*document\\.write.*"), path);
        }
    }

    /** Nothing of it is known yet: no dot is green, no list is empty, and no figure lacks its value. */
    @Test
    void aPageThatHasNotHeardTheServerShowsOnlyThatItConnects() throws Exception {
        String html = get("").body();
        assertTrue(html.contains("<p id=\"state\" class=\"is-connecting\" role=\"status\">Connecting</p>"), html);
        assertTrue(html.contains("<main hidden>"), html);
        String script = get("page.js").body();
        int shows = script.indexOf("main.hidden = false");
        assertTrue(shows > script.indexOf("function show(data)"), "it is shown with the first data");
        assertEquals(shows, script.lastIndexOf("main.hidden = false"), "and not before");
        String style = get("page.css").body();
        assertTrue(style.contains("#state:not([class*=\"is-\"])::before"), "green is only a state without a class");
        assertTrue(style.contains(":not(:empty, :has(> bdi:empty))::before"), "a label without its figure");
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "LOCALHOST", "127.0.0.1:80", "localhost:9000", "[::1]:80"})
    void whoCallsItByAnAddressIsServed(String name) throws Exception {
        assertTrue(send("GET / HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n")
                .startsWith("HTTP/1.1 200 "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:80",
                "localhost.evil.example",
                "127.0.0.1.evil.example:80",
                "1.2.3.evil",
                "[::1].evil.example",
                "localhost:80:80",
                ""
            })
    void aNameThatMayPointHereIsNotServed(String name) throws Exception {
        for (String path : List.of("/", "/events", "/history", "/page.js")) {
            String reply = send("GET " + path + " HTTP/1.1\r\nHost: " + name + "\r\nConnection: close\r\n\r\n");
            assertTrue(reply.startsWith("HTTP/1.1 421 "), reply);
        }
        assertEquals(0, host.looks());
    }

    @ParameterizedTest
    @CsvSource({
        "cross-site, no-cors, 403",
        "cross-site, cors, 403",
        "same-site, no-cors, 403",
        "cross-site, navigate, 200",
        "none, navigate, 200",
        "same-origin, cors, 200",
    })
    void aPageOfOthersGetsNothing(String site, String mode, int status) throws Exception {
        String reply = send("GET / HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: " + site + "\r\nSec-Fetch-Mode: "
                + mode + "\r\nConnection: close\r\n\r\n");
        assertTrue(reply.startsWith("HTTP/1.1 " + status + " "), reply);
    }

    @Test
    void whoNamesNoHostIsNotServed() throws Exception {
        String reply = send("GET /events HTTP/1.0\r\n\r\n");
        assertTrue(reply.startsWith("HTTP/1.1 4"), reply);
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"})
    void nothingCanBeChanged(String method) throws Exception {
        for (String path : List.of("", "events", "history")) {
            HttpRequest request = HttpRequest.newBuilder(uri(path))
                    .method(method, BodyPublishers.ofString("x"))
                    .build();
            HttpResponse<String> reply = client.send(request, BodyHandlers.ofString());
            assertEquals(405, reply.statusCode());
            assertEquals(List.of("GET, HEAD"), reply.headers().allValues("Allow"));
            assertGuarded(reply);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "page.js", "events", "history"})
    void headHasNoBody(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .method("HEAD", BodyPublishers.noBody())
                .build();
        HttpResponse<String> reply = client.send(request, BodyHandlers.ofString());
        assertEquals(200, reply.statusCode());
        assertEquals("", reply.body());
        assertGuarded(reply);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../page.js",
                "/%2e%2e/page.js",
                "//page.js",
                "/page.js/",
                "/events/x",
                "/%00",
                "/WebPage.class",
                "/events?stream=%zz"
            })
    void otherPathsAreNotFound(String path) throws Exception {
        String reply = send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assertTrue(reply.startsWith("HTTP/1.1 404 ") || reply.startsWith("HTTP/1.1 400 "), reply);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r\n\r\n", "GET\r\n\r\n", "\u0000\u0001\u0002", "GET / HTTP/9.9\r\nHost\r\n\r\n", "GET"})
    void whatIsNoRequestHarmsNobody(String bytes) throws Exception {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        }
        assertEquals(200, get("").statusCode());
    }

    @Test
    void whoAsksForHalfAndStopsIsCutOff() throws Exception {
        List<Socket> halves = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) { // More connections than there are threads.
                halves.add(connect());
                halves.get(i).getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
            }
            String reply = "";
            while (!reply.startsWith("HTTP/1.1 200 ")) {
                Thread.sleep(1); // The test has a time limit, which interrupts it.
                reply = tryToSend("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            }
        } finally {
            for (Socket half : halves) {
                half.close();
            }
        }
    }

    private String tryToSend(String request) {
        try {
            return send(request);
        } catch (IOException e) {
            return "";
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?", "?stream", "?stream=", "?stream=+", "?&&&", "?stream=%00%ff"})
    void anOddQueryIsAnswered(String query) throws Exception {
        try (EventStream events = new EventStream(uri(""), query)) {
            events.await("tailrace.web/1", "nothing");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?stream=nobody", "?stream=", "?stream=%00%ff", "?stream=a&stream=b"})
    void whatIsNotThereHasNoHistory(String query) throws Exception {
        HttpResponse<String> reply = get("history" + query);
        assertEquals(200, reply.statusCode());
        assertEquals("", reply.body());
    }

    @Test
    void onlyThisHostCanConnect() throws Exception {
        int port = uri("").getPort();
        for (NetworkInterface one : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(one.getInetAddresses())) {
                if (!address.isLoopbackAddress()) {
                    assertThrows(IOException.class, () -> new Socket(address, port).close());
                }
            }
        }
    }

    @Test
    void aPortThatIsInUseIsTold() {
        int port = uri("").getPort();
        CommandException thrown = assertThrows(
                CommandException.class, () -> start(Integer.toString(port)).close());
        assertEquals(ExitCode.IN_USE, thrown.exitCode());
        assertTrue(String.valueOf(thrown.getMessage()).contains("address=127.0.0.1:" + port), thrown::toString);
    }

    @Test
    void whereThereIsNoDriverThatIsTold() throws Exception {
        try (EventStream events = new EventStream(uri(""), "")) {
            String reason =
                    events.await("tailrace.web/1", "nothing").path("reason").asText();
            assertTrue(reason.startsWith("no directory of a media driver: path=" + directory), reason);
        }
    }

    @Test
    void asManyBrowsersAsThereMayBeLookAndTheNextOneIsTold() throws Exception {
        EventStream[] all = new EventStream[Watch.MAX_VIEWERS];
        for (int i = 0; i < all.length; i++) {
            all[i] = new EventStream(uri(""), "");
        }
        for (EventStream events : all) {
            assertNotNull(events.next());
        }
        try (EventStream oneMore = new EventStream(uri(""), "")) {
            String told = oneMore.rest();
            assertTrue(told.endsWith("retry: 5000\nevent: full\ndata: 32\n\n"), told);
        }
        assertEquals(200, get("page.js").statusCode(), "files are served all the same");
        for (EventStream events : all) {
            events.close();
        }
        while (isFull()) {
            // The server notices closed connections when a write fails; the test has a time limit.
        }
    }

    private boolean isFull() throws IOException {
        try (EventStream events = new EventStream(uri(""), "")) {
            List<?> first = events.next();
            return first == null || first.size() != 1 || events.next() == null;
        }
    }

    @Test
    void closingEndsThoseWhoLookAndThoseWhoHaveAskedForHalf() throws Exception {
        try (EventStream events = new EventStream(uri(""), "");
                Socket half = connect()) {
            half.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
            assertNotNull(events.next());
            page.close();
            try {
                while (events.next() != null) {
                    // Events that were in flight.
                }
            } catch (IOException e) {
                // A reset is an end, too.
            }
            assertThrows(IOException.class, () -> connect().close());
            assertFalse(page.isRunning());
        }
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("tailrace-web"))) {
            Thread.sleep(1); // The test has a time limit, which interrupts it.
        }
    }

    private URI uri(String path) {
        return URI.create(page.url()).resolve(path);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), uri("").getPort());
    }

    private String send(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
