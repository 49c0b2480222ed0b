/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.CounterSource;
import io.tailrace.ExclusivePublication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.client.Client;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A sender of policy DROP, worked by hand: it counts each lost byte once, however often its session is lost. */
final class LostBytesTest extends TwoHosts {
    private LinkStatus status;
    private Lanes lanes;
    private AeronHost aeron;
    private SenderSession session;

    @Test
    void aGapThatTheReceiverDidNotLearnOfIsCountedOnce() throws IOException {
        receiver();
        begin();
        try (ExclusivePublication publication =
                        a.addExclusivePublication("orders", PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH));
                Subscription there = b.addSubscription("orders", OLDEST)) {
            offer(publication, 0);
            work(() -> there.poll((buffer, offset, length, header) -> {}, 1) == 1);
            work(() -> !lanes.areUnconfirmed());
            long before = publication.position();
            MappedBuffer message = message(1);
            while (publication.position() < 8L * TERM_LENGTH) {
                publication.offer(message, 0, message.capacity());
            }
            while (!lanes.areOpening()) {
                lanes.work(session, System.nanoTime()); // It says the gap, but Aeron does nothing meanwhile.
            }
            aeron.close();
            session = null;
            lanes.sessionLost();
            connect();
            offer(publication, 2);
            long[] next = {-1};
            work(() -> {
                there.poll((buffer, offset, length, header) -> next[0] = header.position(), 1);
                return next[0] > 0;
            });
            assertEquals(next[0] - before, lostBytes());
        } finally {
            aeron.close();
            status.close();
        }
    }

    private void begin() throws IOException {
        status = senderStatus("orders");
        lanes = new Lanes(senderConfig("orders"), status);
        SubscriptionConfig drops =
                OLDEST.withPolicy(Policy.DROP).withOverrunHandler((image, from, to) -> lanes.overrun(image));
        lanes.add(((Client) a).addSubscriptionToAllLogs("orders", drops));
        connect();
    }

    private void connect() {
        aeron = aeron("aeron", AeronHost.LIVENESS_NS);
        session = SenderSession.begin(aeron, senderConfig("orders"), status, lanes::onMessage);
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
