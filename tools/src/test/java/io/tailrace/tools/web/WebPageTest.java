/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.DriverDirectory;
import io.tailrace.testing.ChildProcess;
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
        return WebPage.start(
                new DriverDirectory(directory), host, ListenAddress.parse(address), Looks.APART_NS, errors::add);
    }

    @AfterEach
    void close() {
        page.close();
        assertEquals(List.of(), List.copyOf(errors));
    }

    private URI uri(String path) {
        return URI.create(page.url()).resolve(path);
    }

    /** {@return the reply, which always says what the page may do} */
    private HttpResponse<String> request(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .method(method, method.equals("POST") ? BodyPublishers.ofString("x") : BodyPublishers.noBody())
                .build();
        HttpResponse<String> reply = client.send(request, BodyHandlers.ofString());
        String policy = reply.headers().firstValue("Content-Security-Policy").orElse("");
        assertTrue(policy.startsWith("default-src 'self'; object-src 'none';"), policy);
        assertFalse(policy.contains("unsafe") || policy.contains("http:"), policy);
        assertEquals(List.of("nosniff"), reply.headers().allValues("X-Content-Type-Options"));
        assertEquals(List.of("no-store"), reply.headers().allValues("Cache-Control"));
        return reply;
    }

    private HttpResponse<String> get(String path) throws Exception {
        return request("GET", path);
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

    private void assertStatus(int status, String path, String... headers) throws IOException {
        String reply =
                send("GET " + path + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n");
        assertTrue(reply.startsWith("HTTP/1.1 " + status + " "), reply);
    }

    @Test
    void thePageAsksNobodyElseAndMakesNoTextHtml() throws Exception {
        for (String path : List.of("uPlot.iife.min.js", "uPlot.min.css", "history", "sparkline.js", "icon.svg")) {
            assertEquals(200, get(path).statusCode(), path);
        }
        assertEquals(404, get("nothing").statusCode());
        String html = get("").body();
        assertTrue(html.contains("<p id=\"state\" class=\"is-connecting\"") && html.contains("<main hidden>"), html);
        for (String path : "/ page.js page.css text.js streams.js strip.js tables.js charts.js glance.js links.js"
                .split(" ", -1)) {
            String text = get(path).body();
            assertFalse(text.contains("://"), path);
            assertFalse(text.isEmpty(), path);
            assertFalse(text.matches("(?s).*(inner|outer)HTML.*|.*insertAdjacentHTML.*|.*document\\.write.*"), path);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "LOCALHOST", "127.0.0.1:80", "localhost:9000", "[::1]:80"})
    void whoCallsItByAnAddressIsServed(String name) throws Exception {
        assertStatus(200, "/", "Host: " + name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example:80",
                "localhost.evil.example",
                "127.0.0.1.evil.example:80",
                "1.2.3.evil",
                "[::1].evil.example",
                "localhost:80:80",
                ""
            })
    void aNameThatMayPointHereIsNotServed(String name) throws Exception {
        for (String path : List.of("/", "/look", "/history", "/page.js")) {
            assertStatus(421, path, "Host: " + name);
        }
        assertTrue(send("GET /look HTTP/1.0\r\n\r\n").startsWith("HTTP/1.1 4"), "who names no host");
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
        assertStatus(status, "/", "Host: localhost", "Sec-Fetch-Site: " + site, "Sec-Fetch-Mode: " + mode);
    }

    @Test
    void nothingCanBeChanged() throws Exception {
        for (String path : List.of("", "page.js", "look", "history")) {
            for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH")) {
                HttpResponse<String> reply = request(method, path);
                assertEquals(405, reply.statusCode());
                assertEquals(List.of("GET, HEAD"), reply.headers().allValues("Allow"));
            }
            HttpResponse<String> head = request("HEAD", path);
            assertEquals(200, head.statusCode());
            assertEquals("", head.body());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/../page.js, 404",
        "/%2e%2e/page.js, 404",
        "//page.js, 404",
        "/page.js/, 404",
        "/look/x, 404",
        "/%00, 404",
        "/WebPage.class, 404",
        "/look?stream=%zz, 400"
    })
    void otherPathsAreNotFound(String path, int status) throws Exception {
        assertStatus(status, path, "Host: localhost");
    }

    private Socket halfARequest() throws IOException {
        Socket half = connect();
        half.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
        return half;
    }

    @Test
    void whoAsksForHalfAndStopsIsCutOff() throws Exception {
        List<Socket> halves = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) { // More connections than there are threads.
                halves.add(halfARequest());
            }
            while (!isServed()) {
                ChildProcess.pause();
            }
        } finally {
            for (Socket half : halves) {
                half.close();
            }
        }
    }

    private boolean isServed() {
        try {
            return send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                    .startsWith("HTTP/1.1 200 ");
        } catch (IOException e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?", "?&&&", "?stream=%00%ff", "?stream=a&stream=b"})
    void anOddQueryIsAnsweredAndWhatIsNotThereHasNoHistory(String query) throws Exception {
        String nothing = get("look" + query).body();
        assertTrue(nothing.contains("\"reason\":\"no directory of a media driver: path=" + directory), nothing);
        if (query.contains("=")) {
            assertEquals("", get("history" + query).body());
        }
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
    void closingEndsThoseWhoLookAndThoseWhoHaveAskedForHalf() throws Exception {
        try (Socket half = halfARequest()) {
            assertTrue(half.isConnected());
            assertEquals(200, get("look").statusCode());
            page.close();
            assertThrows(IOException.class, () -> connect().close());
            assertFalse(page.isRunning());
        }
        while (Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("tailrace-web"))) {
            ChildProcess.pause();
        }
    }
}
