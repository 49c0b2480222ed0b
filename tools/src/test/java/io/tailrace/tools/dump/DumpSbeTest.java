/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Decoding of messages by a schema, whatever their bytes are. */
class DumpSbeTest {
    @TempDir
    private Path directory;

    private TestLog log;
    private Path schema;

    @BeforeEach
    void makeSchema() throws Exception {
        log = new TestLog(directory, KIND_CONCURRENT);
        schema = DumpRun.compileSchema(directory);
    }

    private static ByteBuffer header(int blockLength, int templateId, int schemaId) {
        return ByteBuffer.allocate(512)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort((short) blockLength)
                .putShort((short) templateId)
                .putShort((short) schemaId)
                .putShort((short) 1);
    }

    private static byte[] bytes(ByteBuffer message) {
        byte[] bytes = new byte[message.flip().remaining()];
        message.get(bytes);
        return bytes;
    }

    private static byte[] quote(String note) {
        ByteBuffer message = header(8 + 6 + 8 + 1 + 1 + 4 + 8 + 6 + 4, 3, 77);
        message.putLong(1_795_000_000_123_456_789L)
                .put("EURUSD".getBytes(US_ASCII))
                .putLong(108213)
                .put((byte) 'S');
        message.put((byte) 9).putFloat(0.75f).putDouble(1.08213);
        message.putShort((short) 1).putShort((short) -2).putShort((short) 3).putInt(-1);
        message.putShort((short) 4).putInt(2).putInt(100).putInt(-200);
        return bytes(message.putInt(note.getBytes(UTF_8).length).put(note.getBytes(UTF_8)));
    }

    private static final String QUOTE = "{\"time\":1795000000123456789,\"symbol\":\"EURUSD\","
            + "\"bid\":{\"mantissa\":108213,\"exponent\":-5},\"side\":\"SELL\","
            + "\"flags\":{\"urgent\":true,\"test\":true},\"ratio\":0.75,\"exact\":1.08213,\"triple\":[1,-2,3],"
            + "\"maker\":\"maker\",\"count\":4294967295,"
            + "\"levels\":[{\"size\":100},{\"size\":-200}],\"note\":\"gr\\u00FCn\"}";

    private DumpRun dump(String... options) {
        Stream<String> sbe = Stream.of("quotes", "--sbe", schema.toString());
        return DumpRun.of(directory, Stream.concat(sbe, Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void aMessageIsShownByItsSchemaAsTextAndAsJson() {
        log.publish(quote("grün"));
        log.publish("no message");
        String line = dump().assertOk().frames().get(0);
        assertEquals("Quote " + QUOTE, line.substring(line.indexOf("Quote")));
        List<String> json = dump("--json").assertOk().lines();
        assertTrue(json.get(1).endsWith(",\"message\":\"Quote\",\"sbe\":" + QUOTE + ",\"payloadLength\":77}"));
        assertTrue(json.get(2).endsWith(",\"text\":\"no message\",\"payloadLength\":10}"), json.get(2));
    }

    @Test
    void whatIsNoneOfTheSchemaIsShownAsWithout() {
        log.publish("text");
        log.publish(bytes(header(0, 3, 78)));
        log.publish(bytes(header(0, 99, 77)));
        log.publish(Arrays.copyOf(quote("x"), 40));
        log.publish(bytes(header(0, 5, 77)));
        log.publish("x".repeat(100));
        DumpRun run = dump().assertOk();
        assertTrue(run.frames().get(0).endsWith("  \"text\""));
        assertTrue(run.frames().get(1).endsWith("  000003004e000100"), run.out());
        assertTrue(run.frames().get(2).endsWith("  000063004d000100"), run.out());
        assertTrue(run.frames().get(3).contains("  DATA            48  "), run.out());
        assertFalse(run.frames().get(3).contains("Quote"), run.out());
        assertTrue(run.frames().get(4).endsWith("  Heartbeat {}"), run.out());
        assertTrue(run.frames().get(5).endsWith("  \"" + "x".repeat(64) + "\"…"), run.out());
    }

    @Test
    void aGroupThatNeverEndsDoesNotHangIt() {
        ByteBuffer message = header(0, 4, 77).putShort((short) 0).putInt(Integer.MAX_VALUE);
        log.publish(bytes(message.putInt(0)));
        byte[] quote = quote("");
        ByteBuffer.wrap(quote)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort(8 + 46, (short) 0)
                .putInt(8 + 48, Integer.MAX_VALUE);
        log.publish(quote);
        assertEquals(2, dump().assertOk().frames().size());
    }

    @Test
    void randomMessagesAreShownSomehow() {
        long seed = Seeds.of(DumpSbeTest.class);
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            byte[] message = quote("note");
            for (int i = random.nextInt(8); i > 0; i--) {
                message[random.nextInt(message.length)] = (byte) random.nextInt();
            }
            log.publish(Arrays.copyOf(message, random.nextInt(message.length + 20)));
        }
        DumpRun run = dump("--json", "--from=0").assertOk();
        assertEquals(202, run.lines().size(), "seed=" + seed);
        dump("--from=0").assertOk();
    }

    @Test
    void aFileThatIsNoSchemaIsTold() throws IOException {
        byte[] sound = Files.readAllBytes(schema);
        log.publish(quote("x"));
        Files.write(schema, Arrays.copyOf(sound, sound.length / 2));
        assertTrue(dump().error().contains("no schema of SBE"));
        Files.write(schema, new byte[0]);
        assertEquals(65, dump().exitCode());
    }
}
