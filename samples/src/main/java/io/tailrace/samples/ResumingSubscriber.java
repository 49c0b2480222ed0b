/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import java.time.Duration;

/**
 * Prints a number of texts of a stream and dies without closing anything. If it is restarted within a minute, it
 * continues where it died: its subscription has a name, so the driver keeps its place in the log.
 */
public final class ResumingSubscriber {
    private ResumingSubscriber() {}

    public static void main(String[] args) {
        int count = Integer.parseInt(args[1]);
        FrameHandler print = (buffer, offset, length, header) ->
                System.out.println(buffer.getStringWithoutLengthUtf8(offset, length));
        SubscriptionConfig printer = SubscriptionConfig.of().withName("printer", Duration.ofMinutes(1));
        try (Tailrace tailrace = Tailrace.connect();
                Subscription subscription = tailrace.addSubscription(args[0], printer)) {
            int printed = 0;
            while (printed < count) {
                printed += subscription.poll(print, 1, Duration.ofSeconds(1)); // A poll may repeat several.
            }
            Runtime.getRuntime().halt(0);
        }
    }
}
