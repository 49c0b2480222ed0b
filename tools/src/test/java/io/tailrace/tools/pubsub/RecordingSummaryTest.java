/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.JsonSchemas;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.pubsub.RecordingWriter.Origin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code replay --info} prints. */
class RecordingSummaryTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void record() throws IOException {
        file = directory.resolve("quotes.rec");
        MappedBuffer payload = MappedBuffer.of(new byte[100]);
        try (RecordingWriter writer = RecordingWriter.create(file, "quo\"tes", 1_795_426_000_000_000_000L, 0)) {
            writer.message(10, new Origin(18, 64, 4), payload, 0, 3);
            writer.message(20, new Origin(17, 0, 3), payload, 0, 100);
            writer.message(30, new Origin(17, 112, 3), payload, 0, 0);
            writer.loss(40, 17, 120, 1000);
            writer.finish(2_500_000_000L);
        }
    }

    private String print(boolean json) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Output out = new Output(bytes);
        RecordingSummary summary = RecordingSummary.of(file);
        if (json) {
            summary.json(out);
            JsonSchemas.assertValid("replay", bytes.toString(StandardCharsets.UTF_8));
        } else {
            summary.text(out);
        }
        return bytes.toString(StandardCharsets.UTF_8).replace(directory.toString(), "DIR");
    }

    @Test
    void asText() throws IOException {
        assertEquals("""
            recording DIR/quotes.rec  stream "quo\\"tes"  version 1.0  complete
              began 2026-11-23T09:26:40Z  took 2.500 s  3 messages  103 bytes  shortest 0  longest 100
              lost 880 bytes of the logs, headers included, in 1 ranges
              log 17  2 messages  100 bytes  first at 0  last at 112
              log 18  1 messages  3 bytes  first at 64  last at 64
            """, print(false));
    }

    @Test
    void asJson() throws IOException {
        assertEquals(
                "{\"schema\":\"tailrace.replay/1\","
                        + "\"kind\":\"recording\",\"file\":\"DIR/quotes.rec\",\"stream\":\"quo\\\"tes\","
                        + "\"version\":\"1.0\",\"state\":\"COMPLETE\",\"soundBytes\":382,"
                        + "\"began\":\"2026-11-23T09:26:40Z\",\"durationNs\":2500000000,\"messages\":3,"
                        + "\"bytes\":103,\"shortest\":0,\"longest\":100,\"losses\":1,\"lostBytes\":880,\"logs\":["
                        + "{\"logId\":17,\"messages\":2,\"bytes\":100,\"first\":0,\"last\":112},"
                        + "{\"logId\":18,\"messages\":1,\"bytes\":3,\"first\":64,\"last\":64}]}\n",
                print(true));
    }

    @Test
    void ofAFileThatWasCut() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(320);
        }
        assertEquals("""
            recording DIR/quotes.rec  stream "quo\\"tes"  version 1.0  cut at byte 278: \
            a block of 32 bytes, 26 are there
              began 2026-11-23T09:26:40Z  took 0.000 s  3 messages  103 bytes  shortest 0  longest 100
              log 17  2 messages  100 bytes  first at 0  last at 112
              log 18  1 messages  3 bytes  first at 64  last at 64
            """, print(false));
    }

    @Test
    void speedsAreNumbersOrMax() {
        assertEquals(2, ReplayCommand.Speed.parse("2"));
        assertEquals(0.5, ReplayCommand.Speed.parse("0.5"));
        assertEquals(Double.POSITIVE_INFINITY, ReplayCommand.Speed.parse("max"));
        for (String wrong : new String[] {"0", "0.0", "-1", "", "fast", "1e3", "NaN", "2x"}) {
            assertThrows(IllegalArgumentException.class, () -> ReplayCommand.Speed.parse(wrong), wrong);
        }
    }
}
