/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import io.tailrace.FrameHandler;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.time.Duration;

/** Prints the messages of the stream that the first argument names, until all publishers have gone. */
public final class Subscriber {
    private Subscriber() {}

    public static void main(String[] args) {
        FrameHandler print = (buffer, offset, length, header) ->
                System.out.println(header.position() + " " + buffer.getStringWithoutLengthUtf8(offset, length));
        try (Tailrace tailrace = Tailrace.connect();
                Subscription subscription = tailrace.addSubscription(args[0])) {
            boolean begun = false;
            while (!begun || subscription.isConnected()) {
                begun |= subscription.isConnected();
                subscription.poll(print, 64, Duration.ofMillis(500));
            }
        }
    }
}
