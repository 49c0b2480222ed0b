/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.samples.summarizer.live.ProcessFigures;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PageServerTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final FakeLive live = new FakeLive();
    private PageServer server;

    @BeforeEach
    void start() throws Exception {
        server = PageServer.start(0, live);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void figuresHaveTheStagesTheSlowestAndTheRejects() throws Exception {
        JsonNode figures = json("figures");
        assertEquals("[\"parse-v1\"]", figures.get("slowest").toString());
        assertEquals(
                "{\"process\":\"run <4711>\",\"state\":\"RUNNING\",\"name\":\"summarize-v1-1\",\"handled\":2000,"
                        + "\"perSecond\":1000,\"fill\":0.123}",
                figures.get("stages").get(2).toString());
        assertEquals("{\"BROKEN_JSON\":1000}", figures.get("rejects").toString());
        live.parseFill = 0;
        assertEquals("[\"ingest\"]", json("figures").get("slowest").toString());
    }

    @Test
    void whatAStaleProcessDidIsNoReasonToNameItSlowest() throws Exception {
        live.state = ProcessFigures.State.STALE;
        JsonNode figures = json("figures");
        assertEquals("[]", figures.get("slowest").toString());
        assertEquals("STALE", figures.get("stages").get(0).get("state").asText());
    }

    @Test
    void hostileNamesComeThroughJson() throws Exception {
        JsonNode summaries = json("summaries").get("summaries");
        assertEquals(6, summaries.size());
        Set<String> groups = new HashSet<>();
        summaries.get(0).get("groups").fieldNames().forEachRemaining(groups::add);
        assertEquals(new HashSet<>(FakeLive.HOSTILE_NAMES), groups);
    }

    @Test
    void summariesAreAskedForOnceASecondHoweverManyWantThem() throws Exception {
        long begin = System.nanoTime();
        List<CompletableFuture<HttpResponse<String>>> replies = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            HttpRequest request = HttpRequest.newBuilder(uri("summaries")).build();
            replies.add(client.sendAsync(request, BodyHandlers.ofString()));
        }
        for (CompletableFuture<HttpResponse<String>> reply : replies) {
            assertEquals(200, reply.get().statusCode());
        }
        long seconds = (System.nanoTime() - begin) / 1_000_000_000;
        assertTrue(live.asked.get() <= 1 + seconds, () -> "asked " + live.asked.get() + " times in " + seconds + " s");
    }

    @Test
    void whereASummarizerDoesNotAnswerTheClientIsTold() throws Exception {
        live.summaries = () -> {
            throw new TimeoutException("no answer in time: stage=summarize-v1-1");
        };
        HttpResponse<String> reply = get("summaries");
        assertEquals(503, reply.statusCode());
        assertEquals("no answer in time: stage=summarize-v1-1\n", reply.body());
        live.summaries = FakeLive::hostileSummaries;
        assertEquals(200, get("summaries").statusCode());
    }

    @Test
    void anErrorIsToldAndHarmsNobodyElse() throws Exception {
        live.summaries = () -> {
            throw new StackOverflowError();
        };
        for (int i = 0; i < 40; i++) {
            HttpResponse<String> reply = get("summaries");
            assertEquals(500, reply.statusCode());
            assertEquals("internal error: java.lang.StackOverflowError\n", reply.body());
        }
        assertEquals(200, get("figures").statusCode());
    }

    @Test
    void closingEndsRequestsThatWait() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        live.summaries = () -> {
            entered.countDown();
            try {
                new CountDownLatch(1).await();
            } finally {
                interrupted.countDown();
            }
            return List.of();
        };
        CompletableFuture<?> reply =
                client.sendAsync(HttpRequest.newBuilder(uri("summaries")).build(), BodyHandlers.ofString());
        entered.await();
        server.close();
        interrupted.await();
        assertThrows(ExecutionException.class, reply::get);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "page.js", "page.css", "figures", "summaries", "nothing"})
    void everyReplySaysWhatThePageMayDo(String path) throws Exception {
        HttpResponse<String> reply = get(path);
        assertEquals(path.equals("nothing") ? 404 : 200, reply.statusCode());
        String policy = reply.headers().firstValue("Content-Security-Policy").orElse("");
        assertTrue(policy.startsWith("default-src 'none'; script-src 'self';"), policy);
        assertTrue(policy.endsWith("frame-ancestors 'none'"), policy);
        assertEquals(List.of("nosniff"), reply.headers().allValues("X-Content-Type-Options"));
        assertEquals(List.of("no-store"), reply.headers().allValues("Cache-Control"));
    }

    @Test
    void thePageAsksNobodyElse() throws Exception {
        for (String path : List.of("", "page.js", "page.css")) {
            String text = get(path).body();
            assertFalse(text.contains("://"), path);
            assertFalse(text.matches("(?s).*(inner|outer)HTML.*|.*insertAdjacent.*|.*document\\.write.*"), path);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "127.0.0.1:80", "localhost:9000", "[::1]:80"})
    void thisHostIsServed(String host) throws Exception {
        assertTrue(send("GET /figures HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                .startsWith("HTTP/1.1 200 "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example:80", ""})
    void anotherNameThatPointsHereIsNotServed(String host) throws Exception {
        String reply = send("GET /summaries HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
        assertTrue(reply.startsWith("HTTP/1.1 421 "), reply);
        assertEquals(0, live.asked.get());
    }

    @Test
    void whoNamesNoHostIsNotServed() throws Exception {
        String reply = send("GET /summaries HTTP/1.0\r\n\r\n");
        assertTrue(reply.startsWith("HTTP/1.1 4"), reply);
        assertEquals(0, live.asked.get());
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE"})
    void nothingCanBeChanged(String method) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri("figures"))
                .method(method, BodyPublishers.ofString("x"))
                .build();
        HttpResponse<String> reply = client.send(request, BodyHandlers.ofString());
        assertEquals(405, reply.statusCode());
        assertEquals(List.of("GET, HEAD"), reply.headers().allValues("Allow"));
    }

    @Test
    void headHasNoBody() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri("page.js"))
                .method("HEAD", BodyPublishers.noBody())
                .build();
        HttpResponse<String> reply = client.send(request, BodyHandlers.ofString());
        assertEquals(200, reply.statusCode());
        assertEquals("", reply.body());
        assertEquals(
                get("page.js").body().length(),
                Integer.parseInt(reply.headers().firstValue("Content-Length").orElse("")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../page.js",
                "/%2e%2e/page.js",
                "//page.js",
                "/page.js/",
                "/figures/x",
                "/%00",
                "/PageServer.class",
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
        assertEquals(200, get("figures").statusCode());
    }

    @Test
    void onlyThisHostCanConnect() throws Exception {
        int port = server.address().getPort();
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
        int port = server.address().getPort();
        IOException thrown = assertThrows(IOException.class, () -> PageServer.start(port, live));
        assertEquals("cannot serve the page: port=" + port + ", 0 takes any that is free", thrown.getMessage());
    }

    private URI uri(String path) {
        return server.address().resolve(path);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<String> reply = get(path);
        assertEquals(200, reply.statusCode(), reply.body());
        assertEquals(List.of("application/json"), reply.headers().allValues("Content-Type"));
        return JSON.readTree(reply.body());
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    }

    private String send(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
