/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A subscriber that gates: {@code DIRECTORY STREAM}. It checks that each message is whole, until it is killed. */
final class ReaderMain {
    private ReaderMain() {}

    public static void main(String[] args) throws IOException {
        try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
                Subscription subscription = tailrace.addSubscription(args[1])) {
            System.out.println("READER");
            while (System.in.available() == 0) {
                subscription.poll(
                        (buffer, offset, length, header) -> Numbered.check(buffer, offset, length),
                        64,
                        Duration.ofMillis(100));
            }
        }
    }
}
