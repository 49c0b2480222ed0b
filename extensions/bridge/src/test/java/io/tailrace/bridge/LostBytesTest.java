/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.CounterSource;
import io.tailrace.ExclusivePublication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.client.Client;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/**
 * A sender that returns after its name was given up, worked by hand: it counts each lost byte once, however often its
 * session is lost.
 */
final class LostBytesTest extends TwoHosts {
    private LinkStatus status;
    private Lanes lanes;
    private AeronHost aeron;
    private SenderSession session;
    private boolean answered;

    @Test
    void aGapThatTheReceiverDidNotLearnOfIsCountedOnce() throws IOException {
        receiver();
        status = senderStatus("orders");
        lanes = new Lanes(senderConfig("orders").withLease(Duration.ZERO), status, (Client) a, a.newWaitSet());
        connect();
        try (ExclusivePublication publication =
                        a.addExclusivePublication("orders", PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH));
                Subscription there = b.addSubscription("orders", OLDEST);
                Subscription here = a.addSubscription("orders", OLDEST.withPolicy(Policy.DROP))) {
            here.awaitConnected(PATIENCE);
            try (StreamSubscription sent = send()) {
                sent.awaitConnected(PATIENCE);
                offer(publication, 0);
                work(() -> there.poll((buffer, offset, length, header) -> {}, 1) == 1);
                work(() -> !lanes.areUnconfirmed());
            }
            work(() -> lanes.count() == 0);
            long before = publication.position();
            MappedBuffer message = message(1);
            while (publication.position() < 8L * TERM_LENGTH) {
                publication.offer(message, 0, message.capacity());
            }
            try (StreamSubscription sent = send()) {
                sent.awaitConnected(PATIENCE);
                answered = false;
                work(() -> answered); // The lane says the gap in the last step, and Aeron does nothing after it.
                aeron.close();
                lanes.sessionLost();
                connect();
                // Refused if the sender has begun more than a window back; then older messages follow the gap.
                publication.offer(message, 0, message.capacity());
                long[] next = {-1};
                work(() -> {
                    there.poll((buffer, offset, length, header) -> next[0] = header.position(), 1);
                    return next[0] > 0;
                });
                assertEquals(next[0] - before, lostBytes());
            }
        } finally {
            aeron.close();
            status.close();
        }
    }

    private StreamSubscription send() throws IOException {
        lanes.find();
        return lanes.subscriptions().get(0);
    }

    private void connect() {
        aeron = aeron("aeron", AeronHost.LIVENESS_NS);
        session = new SenderSession(aeron, senderConfig("orders"), status, (message, nowNs) -> {
            answered |= message.type() == LinkMessages.OPENED;
            lanes.onMessage(message, nowNs);
        });
    }

    private void work(BooleanSupplier isDone) {
        until(isDone, () -> {
            long nowNs = System.nanoTime();
            aeron.invoke();
            session.work(nowNs);
            lanes.work(session, nowNs);
        });
    }

    private long lostBytes() {
        Map<String, Long> totals = new HashMap<>();
        status.read(new CounterSource.Sink() {
            @Override
            public void total(String name, long value) {
                totals.put(name, value);
            }

            @Override
            public void level(String name, long value) {}
        });
        return totals.get("lostBytes");
    }
}
