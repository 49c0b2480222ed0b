/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import java.time.Duration;

/**
 * Prints so many texts of a stream and dies without closing anything. Started again within a minute it goes on where it
 * died, for its subscription has a name: meanwhile its place in the log is kept.
 */
public final class ResumingSubscriber {
    private ResumingSubscriber() {}

    public static void main(String[] args) {
        int count = Integer.parseInt(args[1]);
        FrameHandler print = (buffer, offset, length, header) ->
                System.out.println(buffer.getStringWithoutLengthUtf8(offset, length));
        SubscriptionConfig printer = SubscriptionConfig.DEFAULT.withName("printer", Duration.ofMinutes(1));
        try (Tailrace tailrace = Tailrace.connect();
                Subscription subscription = tailrace.addSubscription(args[0], printer)) {
            int printed = 0;
            while (printed < count) {
                printed += subscription.poll(print, 1, Duration.ofSeconds(1)); // Several at once may come again.
            }
            Runtime.getRuntime().halt(0);
        }
    }
}
