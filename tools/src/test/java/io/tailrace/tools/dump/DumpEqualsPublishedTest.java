/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is published, the JSON of a dump has each message that is still there, byte for byte, at its position. */
class DumpEqualsPublishedTest {
    private static final int ROUNDS = 20;
    private static final int LONGEST = LogLayout.maxMessageLength(TestLog.TERM_LENGTH);

    @TempDir
    private Path directory;

    /** A message and its position. */
    private record Published(long position, String hex) {}

    @ParameterizedTest
    @ValueSource(ints = {LogLayout.KIND_CONCURRENT, LogLayout.KIND_EXCLUSIVE})
    void theDumpHasEachMessageThatIsStillThere(int kind) throws IOException {
        long seed = Seeds.of(DumpEqualsPublishedTest.class);
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            TestLog log = new TestLog(directory, 1 + round, "quotes " + round, kind);
            List<Published> published = publish(log, random);
            List<String> lines = DumpRun.of(directory, "quotes " + round, "--json", "--from=0", "--limit=1m")
                    .lines();
            long oldest = log.meta().cleaningTargetAcquire();
            List<Published> expected = published.stream()
                    .filter(message -> message.position >= oldest)
                    .toList();
            assertEquals(expected, messages(lines), "seed=" + (seed + round));
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
            if (random.nextBoolean()) {
                random.nextBytes(payload);
            } else {
                for (int j = 0; j < length; j++) {
                    payload[j] = (byte) random.nextInt(128); // Text, including all characters that must be escaped.
                }
            }
            long position = log.publish(payload);
            published.add(new Published(position, HexFormat.of().formatHex(payload)));
            log.consume();
        }
        return published;
    }

    private static List<Published> messages(List<String> lines) throws IOException {
        List<Published> messages = new ArrayList<>();
        for (String line : lines) {
            Map<String, String> fields = fields(line);
            if ("frame".equals(fields.get("kind")) && "DATA".equals(fields.get("type"))) {
                String text = fields.get("text");
                String hex = text == null
                        ? fields.get("hex")
                        : HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
                assertEquals(hex.length() / 2, Integer.parseInt(fields.get("payloadLength")));
                messages.add(new Published(Long.parseLong(fields.get("position")), hex));
            }
        }
        return messages;
    }

    /** {@return the fields of an object, without nested objects} */
    private static Map<String, String> fields(String line) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(line)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                if (parser.nextToken().isScalarValue()) {
                    fields.put(name, parser.getText());
                } else {
                    parser.skipChildren();
                }
            }
        }
        return fields;
    }
}
