/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Output;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimedMessagesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TimedMessages timed = new TimedMessages(new Output(bytes));
    private Tailrace tailrace;
    private Subscription subscription;
    private Publication one;
    private Publication other;

    @BeforeEach
    void open(@TempDir Path directory) {
        tailrace = Tailrace.open(TailraceConfig.DEFAULT.withDirectory(directory.resolve("driver")));
        subscription = tailrace.addSubscription("timed");
        one = tailrace.addPublication("timed");
        other = tailrace.addPublication("timed");
    }

    @AfterEach
    void close() {
        tailrace.close();
    }

    private void receive(Publication publication, long... numbers) {
        for (long number : numbers) {
            MappedBuffer message = MappedBuffer.allocate(TimedMessages.MIN_LENGTH);
            TimedMessages.write(message, number, System.nanoTime());
            publication.offer(message, 0, message.capacity(), PATIENCE);
            receive(timed);
        }
    }

    private void receive(FrameHandler handler) {
        assertEquals(1, subscription.poll(handler, 1, PATIENCE));
    }

    private String total() {
        timed.end();
        List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
        return lines.get(lines.size() - 1).replaceAll("; .*", "");
    }

    @Test
    void eachPublisherCountsForItself() {
        receive(one, 1, 2);
        receive(other, 1);
        receive(one, 3);
        receive(other, 2);
        assertEquals("total: 5 received, 0 lost, 0 repeated", total());
    }

    @Test
    void gapsAndRepetitionsAreCounted() {
        receive(one, 1, 4, 4, 2, 6);
        assertEquals("total: 5 received, 3 lost, 2 repeated", total());
    }

    @Test
    void otherMessagesAreRefused() {
        one.offer("short".getBytes(StandardCharsets.UTF_8), PATIENCE);
        CommandException refused = assertThrows(CommandException.class, () -> receive(timed));
        assertEquals(ExitCode.USAGE, refused.exitCode());
        assertTrue(refused.getMessage().contains("length=5, min=16"), refused::getMessage);
    }
}
