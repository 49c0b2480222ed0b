/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.FrameHandler;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.history.replay.HistoryNotes;
import io.tailrace.history.segment.SegmentWriter;
import io.tailrace.history.segment.StreamHistory;
import io.tailrace.log.LogBuffers;
import io.tailrace.stream.LogImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The setup for tests of subscriptions that read history. All in one thread; the test decides when messages are kept.
 */
abstract class WithHistory extends WithRig {
    static final int LENGTH = 1000;
    static final int SEGMENT_LENGTH = 1 << 17;
    static final SubscriptionConfig BEGINNING = SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.beginning());
    static final SubscriptionConfig CATCH_UP = SubscriptionConfig.DEFAULT.withPolicy(Policy.CATCH_UP);

    final List<Integer> numbers = new ArrayList<>();
    final List<String> losses = new ArrayList<>();
    final FrameHandler taking = (buffer, offset, length, header) -> {
        numbers.add(buffer.getInt(offset));
        assertEquals(buffer.getInt(offset), buffer.getInt(offset + length - Integer.BYTES), "a whole message");
    };
    private final Map<Long, SegmentWriter> writers = new HashMap<>();
    private Path folder;
    Tailrace publisher;
    Tailrace reader;
    Tailrace historian;
    Subscription kept;
    int next;

    @BeforeEach
    void connect() throws IOException {
        folder = Files.createDirectories(parent.resolve("history"));
        HistoryNotes.write(new DriverDirectory(rig.directory()), new HistoryNotes.Note(folder, List.of("quo*")));
        publisher = rig.connect();
        reader = rig.connect();
        historian = rig.connect();
        kept = historian.addSubscription(
                STREAM,
                SubscriptionConfig.DEFAULT
                        .withJoinAt(JoinAt.OLDEST)
                        .withName("history", Duration.ofMinutes(1))
                        .withAcknowledgement());
    }

    @AfterEach
    void close() throws IOException {
        for (SegmentWriter writer : writers.values()) {
            writer.close();
        }
    }

    StreamHistory history() {
        return StreamHistory.of(folder, STREAM);
    }

    /** Keeps all published messages. */
    void keep() {
        rig.cycle();
        for (Image image : kept.images()) {
            keep((LogImage) image);
        }
        rig.cycle();
    }

    private void keep(LogImage image) {
        while (image.poll((buffer, offset, length, header) -> {}, 100) > 0) {}
        LogBuffers log = image.buffers();
        long to = image.readPosition();
        try {
            SegmentWriter writer = writers.get(image.logId());
            if (writer == null) {
                writer = SegmentWriter.open(history().log(image.logId()), log.constants(), SEGMENT_LENGTH);
                writers.put(image.logId(), writer);
            }
            long from = Math.max(image.joinPosition(), writer.endPosition()); // With the padding between.
            while (from < to) {
                int length = (int) Math.min(log.remaining(from), to - from);
                writer.append(log.term(from), log.offset(from), length, from, System.currentTimeMillis());
                from += length;
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        image.acknowledge();
    }

    /**
     * Publishes numbered messages while the historian keeps them, so that the publisher waits only for other
     * subscribers.
     */
    void publish(Publication publication, int count) {
        for (int i = 0; i < count; i++) {
            var message = io.tailrace.memory.MappedBuffer.allocate(LENGTH);
            message.putInt(0, next);
            message.putInt(LENGTH - Integer.BYTES, next);
            rig.until("space", () -> {
                boolean done = publication.offer(message, 0, LENGTH) > 0;
                if (!done) {
                    keep();
                }
                return done;
            });
            next++;
        }
    }

    Subscription subscribe(SubscriptionConfig config) {
        return reader.addSubscription(
                STREAM, config.withOverrunHandler((image, from, to) -> losses.add(from + ".." + to)));
    }

    void readAll(Subscription subscription) {
        rig.until("everything is read", () -> {
            keep();
            subscription.poll(taking, 7);
            return numbers.size() >= next;
        });
        assertEquals(IntStream.range(0, next).boxed().toList(), numbers);
        assertEquals(List.of(), losses);
    }
}
