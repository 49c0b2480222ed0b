/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.browser.Browser;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Runs the command with {@code --http} as a user would. It reads its standard input, which the test writes. */
@Timeout(400) // Chromium may have to be installed.
class RunPageIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ADDRESS = Pattern.compile("page: (http://127\\.0\\.0\\.1:[0-9]+/)\n");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private Process process;

    @AfterEach
    void end() throws Exception {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void thePageIsThereFromTheFirstLineUntilASignal() throws Exception {
        start("--joint", "array", "--http", "0", "/dev/stdin");
        URI page = address();
        OutputStream input = process.getOutputStream();
        input.write(lines(5_000));
        input.flush();
        await(() -> handled(json(page.resolve("figures")), "ingest") == 5_000);
        await(() -> events(json(page.resolve("summaries"))) == 5_000);
        assertTrue(process.isAlive());
        assertEquals("", Files.readString(directory.resolve("output")));
        input.close();
        await(() -> Files.readString(directory.resolve("error")).contains("fill: "));
        JsonNode written = JSON.readTree(Files.readString(directory.resolve("output")));
        await(() -> json(page.resolve("summaries")).equals(written));
        assertEquals(
                "ENDED",
                json(page.resolve("figures")).get("stages").get(0).get("state").asText());
        process.destroy();
        assertTrue(process.waitFor(20, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue());
    }

    @Test
    void aBrowserSeesTheFiguresMove() throws Exception {
        try (Browser browser = new Browser(directory)) {
            start("--joint", "linked", "--summarizers", "2", "--http", "0", "/dev/stdin");
            browser.open(address().toString());
            byte[] lines = lines(100_000);
            Thread writer = new Thread(() -> {
                try {
                    while (true) {
                        process.getOutputStream().write(lines);
                    }
                } catch (IOException e) {
                    // The process has ended.
                }
            });
            writer.start();
            String rate = "#stages tr:nth-child(1) td:nth-child(3)";
            String first = browser.awaitText("#stages", text -> text.contains("parse-v2")) + browser.text(rate);
            browser.awaitText(rate, text -> !first.endsWith(text) && !text.equals("0"));
            browser.awaitText("#state", text -> text.startsWith("Slowest stage: "));
            browser.awaitText("#summaries", text -> text.contains("item-0"));
            assertEquals(List.of(), browser.console());
            assertEquals(
                    true,
                    browser.run("return document.documentElement.scrollWidth <= document.documentElement.clientWidth"));
            browser.screenshot(Path.of("target", "summarizer.png"));
            end();
            writer.join();
        }
    }

    @Test
    void whoConnectsAndSendsHalfARequestKeepsNobodyOutForLong() throws Exception {
        start("--joint", "none", "--http", "0", "/dev/stdin");
        URI page = address();
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.getPort());
            socket.getOutputStream().write("GET /figures HT".getBytes(StandardCharsets.US_ASCII));
            sockets.add(socket);
        }
        assertTrue(json(page.resolve("figures")).has("stages"));
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void aPortThatIsInUseIsOneClearLine() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertEquals(
                    "summarizer: cannot serve the page: port=" + other.getLocalPort() + ", 0 takes any that is free:"
                            + " java.net.BindException: Address already in use\n",
                    failure(74, "--http", Integer.toString(other.getLocalPort()), "/dev/stdin"));
        }
    }

    @Test
    void aPortThatIsNoneIsOneClearLine() throws Exception {
        for (String port : List.of("65536", "-1")) {
            assertEquals(
                    "summarizer: out of range: --http=" + port + ", min=0, max=65535. Try: summarizer run --help\n",
                    failure(64, "--http", port, "/dev/stdin"));
        }
    }

    private String failure(int exitCode, String... arguments) throws Exception {
        start(arguments);
        process.getOutputStream().close();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(exitCode, process.exitValue());
        assertEquals("", Files.readString(directory.resolve("output")));
        return Files.readString(directory.resolve("error"));
    }

    private void start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                SummarizerMain.class.getName(),
                "run",
                "--rejects",
                directory.resolve("rejects").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("output").toFile())
                .redirectError(directory.resolve("error").toFile());
        builder.environment().put("TAILRACE_DIR", directory.resolve("driver").toString());
        process = builder.start();
    }

    private URI address() throws Exception {
        await(() ->
                ADDRESS.matcher(Files.readString(directory.resolve("error"))).find());
        Matcher matcher = ADDRESS.matcher(Files.readString(directory.resolve("error")));
        assertTrue(matcher.find());
        return URI.create(matcher.group(1));
    }

    private static byte[] lines(int count) {
        Generator generator = new Generator(count, 30);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(generator.next(i)).append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    private JsonNode json(URI address) throws Exception {
        return JSON.readTree(client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .body());
    }

    private static long handled(JsonNode figures, String stage) {
        for (JsonNode one : figures.get("stages")) {
            if (one.get("name").asText().equals(stage)) {
                return one.get("handled").asLong();
            }
        }
        return 0;
    }

    private static long events(JsonNode summaries) {
        long events = 0;
        for (JsonNode summary : summaries.get("summaries")) {
            events += summary.get("name").asText().equals("traffic")
                    ? summary.get("events").asLong()
                    : 0;
        }
        return events;
    }

    private void await(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            assertTrue(process.isAlive(), () -> "the process has ended: " + process.exitValue());
            Thread.sleep(10);
        }
    }
}
