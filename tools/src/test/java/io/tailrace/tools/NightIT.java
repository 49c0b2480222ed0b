/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.Publication;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.tools.web.Exposition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A bad night: eight streams, each with a different trouble or none, and the report of each command on them. */
@Timeout(240)
class NightIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LEASE = Duration.ofHours(1);
    private static final byte[] MESSAGE = "x".repeat(1000).getBytes(StandardCharsets.UTF_8);
    private static final long MORE_THAN_A_LOG = 3 * 65_536;
    private static final Pattern PAGE = Pattern.compile("READY page=(\\S+)");

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private final List<AutoCloseable> open = new ArrayList<>();
    private Tool risk;
    private Tool store;
    private Tool ticks;
    private Tool publisherOfFills;

    private <T extends AutoCloseable> T add(T part) {
        open.add(part);
        return part;
    }

    private Tool flood(String stream) throws IOException {
        return add(Tool.start(directory, "pub", stream, "--count", "1000m", "--rate", "5k"));
    }

    private Tool reader(String stream, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("sub", stream));
        arguments.addAll(List.of(options));
        return add(Tool.start(directory, arguments.toArray(String[]::new)));
    }

    private Tool stopped(String stream, String... options) throws IOException, InterruptedException {
        Tool reader = reader(stream, options);
        reader.awaitOut("0001");
        reader.stop();
        return reader;
    }

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        add(Tool.driver(directory, "--term-length", "64k"));
        List.of("quotes", "orders", "ticks", "healthy").forEach(this::floodUnchecked);
        publisherOfFills = flood("fills");
        risk = stopped("quotes", "--name", "risk");
        reader("healthy").awaitOut("0001");
        reader("fills").awaitOut("0001");
        publisherOfFills.signal("KILL");
        Tool audit = reader("orders", "--name", "audit", "--lease", "1h");
        audit.awaitOut("0001");
        audit.signal("KILL");
        ticks = stopped("ticks", "--policy", "drop");
        Tailrace booking = add(Tailrace.connect(directory.driver()));
        add(booking.addSubscription("trades", SubscriptionConfig.DEFAULT.withName("booking", LEASE)));
        flood("trades");
        Tailrace parser = add(Tailrace.connect(directory.driver()));
        add(parser.addSubscription("events-v1", SubscriptionConfig.DEFAULT.withName("parse", LEASE)));
        flood("events-v1");
        Publication lines = add(parser.addPublication("lines-v1"));
        store = reader("lines-v1", "--name", "store");
        while (lines.offer(MESSAGE, Duration.ofSeconds(10)) < 0) {
            // Until its subscriber has connected.
        }
        store.awaitOut("xxx");
        store.stop();
        while (lines.offer(MESSAGE) > 0) {
            // Until the subscriber holds it back.
        }
        add(parser.addPublication("idle"));
        add(parser.addSubscription("idle"));
    }

    private void floodUnchecked(String stream) {
        try {
            flood(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void end() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private String run(String... arguments) throws IOException {
        try (Tool tool = Tool.run(directory, arguments)) {
            return tool.out();
        }
    }

    /** {@return the streams as JSON, by name} */
    private Map<String, JsonNode> streams() throws IOException {
        Map<String, JsonNode> streams = new HashMap<>();
        for (String line : run("ls", "--json").lines().toList()) {
            JsonNode object = JSON.readTree(line);
            if (object.get("kind").asText().equals("stream")) {
                streams.put(object.get("stream").asText(), object);
            }
        }
        return streams;
    }

    private static String text(JsonNode stream, String field) {
        return stream == null ? "" : stream.path(field).asText("");
    }

    /** Waits until all troubles have appeared: publishers need some time to fill their logs. */
    private Map<String, JsonNode> awaitNight() throws IOException, InterruptedException {
        Map<String, JsonNode> streams = streams();
        while (!List.of("quotes", "trades", "orders", "events-v1", "lines-v1").stream()
                        .map(streams::get)
                        .allMatch(stream ->
                                stream != null && stream.path("heldForNs").asLong() > 0)
                || !text(streams.get("ticks"), "verdict").contains("lost")
                || !text(streams.get("fills"), "state").equals("ENDED")) {
            streams = streams(); // The test has a time limit.
            if (streams.get("ticks").path("worstDroppingLag").path("bytes").asLong() > MORE_THAN_A_LOG) {
                ticks.signal("CONT"); // It has lost messages by now.
            }
        }
        return streams;
    }

    private void assertSays(Map<String, JsonNode> streams, String stream, String verdict, String remedy) {
        String says = text(streams.get(stream), "verdict");
        assertTrue(says.contains(verdict), says);
        assertTrue(text(streams.get(stream), "remedy").contains(remedy), streams.get(stream)::toString);
    }

    @Test
    void eachCommandNamesEachCauseAndWhatHelps() throws IOException, InterruptedException {
        Map<String, JsonNode> streams = awaitNight();
        String wake = "kill -CONT " + risk.pid();
        String wakeStore = "kill -CONT " + store.pid();
        assertSays(streams, "quotes", "held back by risk (client ", wake);
        assertSays(
                streams, "orders", "held back by audit (no process holds that name", "release audit --stream orders");
        String threads = "jcmd " + ProcessHandle.current().pid() + " Thread.print # shows what it does";
        assertSays(streams, "trades", "held back by booking (client ", threads);
        assertSays(streams, "trades", ", CPU ", threads);
        assertSays(streams, "lines-v1", "held back by store (client ", wakeStore);
        assertSays(streams, "events-v1", " \u2190 waits on lines-v1, held back by store (client ", wakeStore);
        assertEquals("[\"lines-v1\"]", streams.get("events-v1").get("chain").toString());
        assertTrue(
                text(streams.get("fills"), "verdict")
                        .contains("(pid " + publisherOfFills.pid() + ", tailrace pub fills)"),
                streams.get("fills")::toString);
        assertEquals("FLOWING", text(streams.get("healthy"), "state"));
        assertEquals("IDLE", text(streams.get("idle"), "state"));

        List<String> remedies = List.of(wake, wakeStore, "release audit --stream orders", threads);
        for (List<String> command :
                List.of(List.of("ls"), List.of("top", "--once"), List.of("check"), List.of("doctor"))) {
            String out = run(command.toArray(String[]::new));
            for (String part : List.of("risk", "audit", "booking", "store", "waits on lines-v1")) {
                assertTrue(out.contains(part), () -> part + " in " + command + ":\n" + out);
            }
            for (String remedy : remedies) {
                assertTrue(out.contains(remedy), () -> remedy + " in " + command + ":\n" + out);
            }
        }
        assertTrue(run("stat").contains("held back by"), "stat");
        String events = run("events", "fills");
        assertTrue(events.contains("(pid " + publisherOfFills.pid() + ", tailrace pub fills) died"), events);
        assertMetrics();
    }

    private void assertMetrics() throws IOException, InterruptedException {
        try (Tool web = Tool.start(directory, "web", "--listen", "127.0.0.1:0")) {
            web.awaitOut("READY");
            Matcher page = PAGE.matcher(web.out());
            assertTrue(page.find(), web::toString);
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(page.group(1) + "metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            Map<String, Exposition.Family> families = Exposition.parse(answer.body());
            assertTrue(
                    families.keySet()
                            .containsAll(List.of(
                                    "tailrace_stream_held_for_seconds",
                                    "tailrace_stream_chain",
                                    "tailrace_subscription_lost_bytes_total",
                                    "tailrace_vacant_names_end_seconds")),
                    families.keySet()::toString);
            assertTrue(answer.body().contains("tailrace_stream_chain{stream=\"events-v1\"} 1"), answer::body);
        }
    }
}
