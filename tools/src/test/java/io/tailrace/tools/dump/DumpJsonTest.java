/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DumpJsonTest {
    private static final int ROUNDS = 20;
    private static final int LONGEST = LogLayout.maxMessageLength(TestLog.TERM_LENGTH);
    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    @TempDir
    private Path directory;

    private TestLog newLog() {
        return new TestLog(directory, 17, "quo\"tes", KIND_CONCURRENT);
    }

    private DumpRun dump(String... options) {
        return DumpRun.of(
                directory,
                Stream.concat(Stream.of("quo\"tes", "--json"), Stream.of(options))
                        .toArray(String[]::new));
    }

    /** Fails if a line is not exactly one JSON object. */
    static List<JsonNode> objects(List<String> lines) {
        List<JsonNode> objects = new ArrayList<>();
        for (String line : lines) {
            try {
                objects.add(JSON.readTree(line));
            } catch (IOException e) {
                throw new UncheckedIOException(line, e);
            }
            assertTrue(objects.get(objects.size() - 1).isObject(), line);
        }
        return objects;
    }

    @Test
    void writesFramesAsTextWhereTheyAreTextElseInHexadecimalDigits() {
        TestLog log = newLog();
        log.publish("grün\n");
        log.publish(new byte[] {(byte) 0xc3, 0x28});
        log.publish("€".repeat(30)); // Cut inside a character: 64 is not a multiple of 3.
        log.appender.claimToHold(24);
        List<String> lines = dump().lines();
        String frame = "{\"schema\":\"tailrace.dump/1\","
                + "\"kind\":\"frame\",\"logId\":17,\"position\":%d,\"term\":0,\"offset\":%d,\"type\":\"%s\","
                + "\"length\":%d,\"flags\":0,\"owner\":0,%s}";
        assertEquals(String.format(frame, 0, 0, "DATA", 14, "\"text\":\"grün\\n\",\"payloadLength\":6"), lines.get(1));
        assertEquals(String.format(frame, 16, 16, "DATA", 10, "\"hex\":\"c328\",\"payloadLength\":2"), lines.get(2));
        String cut = "\"text\":\"" + "€".repeat(21) + "\",\"payloadLength\":90,\"truncated\":true";
        assertEquals(String.format(frame, 32, 32, "DATA", 98, cut), lines.get(3));
        assertEquals(String.format(frame, 136, 136, "CLAIMED", 24, "\"clientId\":951,\"pid\":811"), lines.get(4));
        assertTrue(lines.get(5).endsWith("\"frames\":3,\"bytes\":98,\"pads\":0,\"uncommitted\":1}"), lines.get(5));
        assertEquals(6, lines.size());
        String hex = dump("--hex").lines().get(1);
        assertTrue(hex.contains("\"hex\":\"6772c3bc6e0a\""), hex);
    }

    @Test
    void writesAnomalies() {
        TestLog log = newLog();
        log.publish("abc");
        log.plant(1024, 7);
        DumpRun run = dump("--verify");
        assertEquals(65, run.exitCode());
        assertTrue(run.lines().get(1).contains("\"kind\":\"anomaly\",\"logId\":17,\"position\":1024,"), run.out());
        assertTrue(run.lastLine().endsWith("\"uncommitted\":0,\"anomalies\":1}"), run.out());
    }

    /** A message and its position. */
    private record Published(long position, String hex) {}

    /** Byte for byte, at its position, whatever is published. */
    @ParameterizedTest
    @ValueSource(ints = {KIND_CONCURRENT, KIND_EXCLUSIVE})
    void hasEachMessageThatIsStillThere(int kind) {
        long seed = Seeds.of(DumpJsonTest.class);
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            TestLog log = new TestLog(directory, 1 + round, "quotes " + round, kind);
            List<Published> published = publish(log, random);
            DumpRun run = DumpRun.of(directory, "quotes " + round, "--json", "--from=0", "--limit=1m");
            long oldest = log.meta.cleaningTargetAcquire();
            published.removeIf(message -> message.position < oldest);
            assertEquals(published, messages(run.lines()), "seed=" + (seed + round));
        }
    }

    private static List<Published> publish(TestLog log, Random random) {
        List<Published> published = new ArrayList<>();
        for (int i = random.nextInt(400); i > 0; i--) {
            int length =
                    switch (random.nextInt(20)) {
                        case 0 -> 0;
                        case 1 -> LONGEST;
                        case 2 -> random.nextInt(LONGEST);
                        default -> random.nextInt(300);
                    };
            byte[] payload = new byte[length];
            random.nextBytes(payload);
            if (random.nextBoolean()) {
                for (int j = 0; j < length; j++) {
                    payload[j] &= 127; // Text, including all characters that must be escaped.
                }
            }
            published.add(new Published(log.publish(payload), HexFormat.of().formatHex(payload)));
            log.consume();
        }
        return published;
    }

    private static List<Published> messages(List<String> lines) {
        List<Published> messages = new ArrayList<>();
        for (JsonNode object : objects(lines)) {
            if (object.path("kind").asText().equals("frame")
                    && object.path("type").asText().equals("DATA")) {
                String hex = object.has("hex")
                        ? object.path("hex").asText()
                        : HexFormat.of().formatHex(object.path("text").asText().getBytes(StandardCharsets.UTF_8));
                assertEquals(hex.length() / 2, object.path("payloadLength").asInt());
                messages.add(new Published(object.path("position").asLong(), hex));
            }
        }
        return messages;
    }
}
