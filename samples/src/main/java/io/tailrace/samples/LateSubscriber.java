/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Several publishers share a stream. A late subscriber begins with the oldest message that is still in the log. */
public final class LateSubscriber {
    private static final int PUBLISHERS = 3;
    private static final int MESSAGES = 5;

    private LateSubscriber() {}

    public static void main(String[] args) {
        FrameHandler print = (buffer, offset, length, header) ->
                System.out.println("publisher " + header.publisherId() + " message " + buffer.getInt(offset));
        try (Tailrace tailrace = Tailrace.open(Path.of(args[0]));
                Subscription early = tailrace.addSubscription("news")) {
            List<Publication> publications = new ArrayList<>();
            for (int i = 0; i < PUBLISHERS; i++) {
                publications.add(tailrace.addPublication("news"));
            }
            MappedBuffer message = MappedBuffer.allocate(Integer.BYTES);
            for (int i = 0; i < MESSAGES; i++) {
                message.putInt(0, i);
                for (Publication publication : publications) {
                    publication.offer(message, 0, Integer.BYTES, Duration.ofSeconds(1));
                }
            }
            while (early.poll((buffer, offset, length, header) -> {}, 64) > 0) {
                // Reads everything, so only old messages are left.
            }
            SubscriptionConfig fromOldest = SubscriptionConfig.of().withJoinAt(JoinAt.OLDEST);
            try (Subscription late = tailrace.addSubscription("news", fromOldest)) {
                int received = 0;
                while (received < PUBLISHERS * MESSAGES) {
                    received += late.poll(print, 64);
                }
            }
        }
    }
}
