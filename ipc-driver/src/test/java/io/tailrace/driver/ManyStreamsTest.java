/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.driver.streams.VisitSchedule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ManyStreamsTest extends TwoClients {
    private static final int STREAMS = 5 * VisitSchedule.FEW;

    @Test
    void eachOfManyIdleStreamsIsServedWhenItIsUsed() {
        List<Publication> publications = new ArrayList<>();
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < STREAMS; i++) {
            publications.add(publisher.addPublication("stream-" + i));
            subscriptions.add(subscriber.addSubscription("stream-" + i));
        }
        long startNs = System.nanoTime();
        rig.until("all logs rest", () -> System.nanoTime() - startNs > 2 * VisitSchedule.REST_AFTER_NS);
        for (int i = 0; i < STREAMS; i++) {
            Publication publication = publications.get(i);
            int sent = Messages.fill(publication, Rig.MAX_MESSAGE_LENGTH);
            assertEquals(sent, subscriptions.get(i).poll(received, Integer.MAX_VALUE));
            rig.until("space", () -> Messages.offer(publication, "a") > 0);
            assertEquals(1, subscriptions.get(i).poll(received, Integer.MAX_VALUE));
        }

        publications.forEach(Publication::close);
        Path logs = rig.directory().resolve("logs");
        rig.until("their logs are gone", () -> logs.toFile().list().length == 0);
    }
}
