/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.samples.summarizer.Program.Ended;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Looks at processes from another one, as a user would. */
@Timeout(120)
class QueryIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ADDRESS = Pattern.compile("page: (http://127\\.0\\.0\\.1:[0-9]+/)\n");
    private static final int EVENTS = 20_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private Path file;

    @BeforeEach
    void generate() throws Exception {
        file = directory.resolve("events.log");
        Program.run(directory, "generate", "--events", Integer.toString(EVENTS), "--v2", "30", file.toString())
                .assertDone();
    }

    @Test
    void processesAreSeenWithTheirSummariesUntilTheyDie() throws Exception {
        try (Program query = Program.start(directory, "query", "--http", "0")) {
            URI page = address(query);
            assertEquals("{\"summaries\":[]}", json(page, "summaries").toString());
            try (Program parse = Program.start(directory, "parse");
                    Program one = Program.start(directory, "summarize", "--version", "1");
                    Program two = Program.start(directory, "summarize", "--version", "2")) {
                await(query, () -> states(page).equals(Map.of("parse", "RUNNING", "summarize", "RUNNING")));
                Program.run(directory, "ingest", file.toString()).assertDone();
                PlainPass plain = new PlainPass(file);
                await(query, () -> events(json(page, "summaries")) == EVENTS);
                plain.assertSame(json(page, "summaries").toString());
                await(query, () -> handled(page, "parse-v1") + handled(page, "parse-v2") == EVENTS);
                await(query, () -> handled(page, "summarize-v1-1") + handled(page, "summarize-v2-1") == EVENTS);

                parse.process().destroyForcibly();
                await(query, () -> "STALE".equals(states(page).get("parse")));
                await(query, () -> !states(page).containsKey("parse"));
                one.process().destroyForcibly();
                await(query, () -> json(page, "summaries").get("summaries").size() == 6);
                assertTrue(two.process().isAlive());
            }
            query.process().destroy();
            assertTrue(query.process().waitFor(20, TimeUnit.SECONDS));
            assertEquals(0, query.process().exitValue(), query.error());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            names = {"EVENTS", "LINES"})
    void aRunShowsTheProcessesThatItStarts(Joining joining) throws Exception {
        try (Program run = Program.start(
                directory, "run", "--joint", joining.name(), "--summarizers", "2", "--http", "0", file.toString())) {
            URI page = address(run);
            await(run, () -> run.error().contains("events: "));
            JsonNode written = JSON.readTree(run.output());
            assertEquals(written, json(page, "summaries"));
            assertEquals(EVENTS, handled(page, "ingest"));
            long perVersion = joining == Joining.EVENTS ? handled(page, "parse-v2") : handled(page, "summarize-v2-1");
            assertTrue(perVersion > EVENTS / 10 && perVersion < EVENTS, () -> "handled " + perVersion);
            assertEquals("ENDED", states(page).get("run"));
            assertEquals("ENDED", states(page).get("summarize"));
        }
    }

    @Test
    void withoutAPortThereIsOneClearLine() throws Exception {
        Ended query = Program.run(directory, "query");
        query.assertOneLine(64);
        assertTrue(query.error().contains("missing: --http=PORT"), query.error());
    }

    private URI address(Program program) throws Exception {
        await(program, () -> ADDRESS.matcher(program.error()).find());
        Matcher matcher = ADDRESS.matcher(program.error());
        assertTrue(matcher.find());
        return URI.create(matcher.group(1));
    }

    private JsonNode json(URI page, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(page.resolve(path)).build();
        return JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
    }

    private long handled(URI page, String stage) throws Exception {
        long handled = 0;
        for (JsonNode one : json(page, "figures").get("stages")) {
            handled +=
                    one.get("name").asText().equals(stage) ? one.get("handled").asLong() : 0;
        }
        return handled;
    }

    /** {@return the states by the first word of the process's name} */
    private Map<String, String> states(URI page) throws Exception {
        Map<String, String> states = new TreeMap<>();
        for (JsonNode one : json(page, "figures").get("stages")) {
            states.put(
                    one.get("process").asText().split(" ", 2)[0],
                    one.get("state").asText());
        }
        return states;
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

    private static void await(Program program, Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            assertTrue(program.process().isAlive(), () -> "the process has ended: " + error(program));
            Thread.sleep(10);
        }
    }

    private static String error(Program program) {
        try {
            return program.error();
        } catch (Exception e) {
            return e.toString();
        }
    }
}
