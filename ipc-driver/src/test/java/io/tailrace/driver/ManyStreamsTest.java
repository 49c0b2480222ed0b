/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.driver.streams.VisitSchedule;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ManyStreamsTest {
    private static final int STREAMS = 5 * VisitSchedule.FEW;

    @TempDir(factory = MemoryDirectory.class)
    Path parent;

    private final List<Publication> publications = new ArrayList<>();
    private final List<Subscription> subscriptions = new ArrayList<>();

    private void addStreams(Tailrace client) {
        for (int i = 0; i < STREAMS; i++) {
            publications.add(client.addPublication("stream-" + i));
            subscriptions.add(client.addSubscription("stream-" + i));
        }
    }

    private static int poll(Subscription subscription) {
        return subscription.poll((buffer, offset, length, header) -> {}, Integer.MAX_VALUE);
    }

    @Test
    void eachOfManyIdleStreamsIsServedWhenItIsUsed() {
        try (Rig rig = new Rig(parent)) {
            addStreams(rig.connect());
            long startNs = System.nanoTime();
            rig.until("all logs rest", () -> System.nanoTime() - startNs > 2 * VisitSchedule.REST_AFTER_NS);
            MappedBuffer message = MappedBuffer.allocate(Rig.MAX_MESSAGE_LENGTH);

            for (int i = 0; i < STREAMS; i++) {
                Publication publication = publications.get(i);
                int sent = 0;
                while (publication.offer(message, 0, Rig.MAX_MESSAGE_LENGTH) > 0) {
                    sent++;
                }
                assertEquals(sent, poll(subscriptions.get(i)));
                rig.until("space", () -> publication.offer(message, 0, Rig.MAX_MESSAGE_LENGTH) > 0);
                assertEquals(1, poll(subscriptions.get(i)));
            }
        }
    }

    @Test
    void nothingIsLeftOfManyStreamsThatAreClosed() throws IOException {
        try (Rig rig = new Rig(parent)) {
            addStreams(rig.connect());
            Path logs = rig.directory().resolve("logs");
            assertEquals(STREAMS, count(logs));

            publications.forEach(Publication::close);
            rig.until("their logs are gone", () -> count(logs) == 0);
            MappedBuffer message = MappedBuffer.allocate(8);
            Publication again = rig.connect().addPublication("stream-0");

            rig.until("its subscription is still there", () -> again.offer(message, 0, 8) > 0);
            rig.until("and reads", () -> poll(subscriptions.get(0)) > 0);
            subscriptions.get(0).close();
            rig.until("it is gone", () -> again.offer(message, 0, 8) == OfferStatus.NOT_CONNECTED_CODE);
            assertTrue(rig.errors().isEmpty());
        }
    }

    private static int count(Path folder) {
        try (Stream<Path> paths = Files.list(folder)) {
            return (int) paths.count();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
