/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A bad night: streams, each with a different trouble or none, and the report of each command on them. {@code
 * GoldenTest} has the troubles that need no living process.
 */
class NightIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LEASE = Duration.ofHours(1);
    private static final long MORE_THAN_A_LOG = 3 * 65_536;
    private static final Pattern PAGE = Pattern.compile("READY page=(\\S+)");

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private Tool driver;
    private Tool risk;
    private Tool ticks;
    private Tool publisherOfFills;
    private Tool web;

    private <T extends AutoCloseable> T add(T part) {
        open.push(part);
        return part;
    }

    private Tool start(String line) throws IOException {
        return add(Tool.start(directory, line.split(" ", -1)));
    }

    private Tool flood(String stream) throws IOException {
        return start("pub " + stream + " --count 1000m --rate 5k --wait-subscriber 10m");
    }

    /** {@return a subscriber that has received a message, if its stream has a publisher already} */
    private Tool reader(String options) throws IOException {
        Tool reader = start("sub " + options);
        reader.awaitOut("0001");
        return reader;
    }

    @BeforeEach
    void begin() throws IOException, InterruptedException {
        driver = add(Tool.driver(directory, "--term-length", "64k"));
        for (String stream : List.of("quotes", "ticks", "healthy", "trades")) {
            flood(stream);
        }
        publisherOfFills = flood("fills");
        risk = reader("quotes --name risk");
        risk.stop();
        reader("healthy");
        reader("fills");
        publisherOfFills.kill();
        ticks = reader("ticks --policy drop");
        ticks.stop();
        Tailrace booking = add(Tailrace.connect(directory.driver()));
        add(booking.addSubscription("trades", SubscriptionConfig.DEFAULT.withName("booking", LEASE)));
        add(booking.addPublication("idle"));
        add(booking.addSubscription("idle"));
        web = start("web --listen 127.0.0.1:0");
        web.awaitOut("READY");
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable part : open) {
            part.close();
        }
    }

    /** {@return the streams as JSON, by name} */
    private Map<String, JsonNode> streams() {
        Map<String, JsonNode> streams = new HashMap<>();
        for (String line : Run.out(directory, "ls --json").lines().toList()) {
            JsonNode object = read(line);
            if (object.get("kind").asText().equals("stream")) {
                streams.put(object.get("stream").asText(), object);
            }
        }
        return streams;
    }

    private static JsonNode read(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }

    private static String text(JsonNode stream, String field) {
        return stream == null ? "" : stream.path(field).asText("");
    }

    /** Waits until all troubles have appeared: publishers need some time to fill their logs. */
    private Map<String, JsonNode> awaitNight() throws IOException, InterruptedException {
        Await.until("loss of ticks", () -> {
            JsonNode lag = streams().get("ticks").path("worstDroppingLag");
            return lag.path("bytes").asLong() > MORE_THAN_A_LOG;
        });
        ticks.resume();
        ticks.awaitErr(" bytes: stream=ticks, log=");
        Map<String, JsonNode> streams = new HashMap<>();
        Await.until("all troubles", () -> {
            streams.putAll(streams());
            return Stream.of("quotes", "trades")
                            .map(streams::get)
                            .allMatch(stream ->
                                    stream != null && stream.path("heldForNs").asLong() > 0)
                    && text(streams.get("ticks"), "verdict").contains("lost")
                    && text(streams.get("fills"), "state").equals("ENDED");
        });
        return streams;
    }

    private static void assertSays(JsonNode stream, String verdict, String remedy) {
        Run.assertHas(text(stream, "verdict"), verdict);
        Run.assertHas(text(stream, "remedy"), remedy);
    }

    @Test
    void eachCommandNamesEachCauseAndWhatHelps() throws IOException, InterruptedException {
        Map<String, JsonNode> streams = awaitNight();
        String wake = "kill -CONT " + risk.pid();
        String threads = "jcmd " + ProcessHandle.current().pid() + " Thread.print # shows what it does";
        assertSays(streams.get("quotes"), "held back by risk (client ", wake);
        assertSays(streams.get("trades"), "held back by booking (client ", threads);
        assertSays(streams.get("trades"), ", CPU ", threads);
        String died = "(pid " + publisherOfFills.pid() + ", tailrace pub fills)";
        assertSays(streams.get("fills"), died, "");
        assertEquals("FLOWING", text(streams.get("healthy"), "state"));
        assertEquals("IDLE", text(streams.get("idle"), "state"));

        for (String command : List.of("ls", "ls --sort state", "check", "doctor")) {
            String out = Run.of(directory, command).out();
            Run.assertHas(out, "risk", "booking", wake, threads);
        }
        Run.assertHas(Run.out(directory, "events fills"), died + " died");
        Run.await(directory, "clients", "suspect", "stopped");
        assertJsonIsValid();
        Run.assertHas(metrics(), "\ntailrace_driver_up 1.0\n");
        dayComes();
    }

    /** {@code GoldenTest} has the JSON of other commands. */
    private void assertJsonIsValid() {
        JsonSchemas.assertValid("doctor", Run.of(directory, "doctor --json").out());
    }

    /** A process that is woken lets its stream flow; and a dead driver is said to be dead. */
    private void dayComes() throws IOException, InterruptedException {
        risk.resume();
        Await.until("the flow of quotes", () -> text(streams().get("quotes"), "state")
                .equals("FLOWING"));
        long position = streams().get("quotes").get("position").asLong();
        Await.until("more quotes", () -> streams().get("quotes").get("position").asLong() > position);
        driver.kill();
        Run.assertHas(Run.out(directory, "ls"), "quotes");
        Run check = Run.of(directory, "check");
        assertEquals(2, check.code(), check::toString);
        Run.assertHas(check.out(), "driver: dead");
        Run.assertHas(Run.of(directory, "doctor").out(), "[CRIT] driver", "fix: start one: tailrace driver --dir ");
        assertJsonIsValid();
    }

    private String metrics() throws IOException {
        Matcher page = PAGE.matcher(web.out());
        assertTrue(page.find(), web::toString);
        try (InputStream answer = new URL(page.group(1) + "metrics").openStream()) {
            return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
