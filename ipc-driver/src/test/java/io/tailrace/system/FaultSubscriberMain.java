/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Polls as fast as it can, to be killed meanwhile: {@code DIRECTORY STREAM}. Exits on a line on its standard input.
 */
final class FaultSubscriberMain {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final int FRAME_LIMIT = 16;

    private FaultSubscriberMain() {}

    public static void main(String[] args) throws IOException {
        try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
                Subscription subscription = tailrace.addSubscription(args[1])) {
            System.out.println("SUBSCRIPTION " + subscription.registrationId());
            tailrace.addCounters("images", sink -> sink.level("count", subscription.imageCount()));
            while (System.in.available() == 0) {
                subscription.poll((buffer, offset, length, header) -> {}, FRAME_LIMIT, LOOK_AGAIN);
            }
        }
    }
}
