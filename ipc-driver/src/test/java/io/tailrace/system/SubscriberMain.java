/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Receives {@link TestMessages} and checks them: {@code DIRECTORY STREAM MESSAGES MAX-LENGTH}. Exits once MESSAGES
 * messages have arrived and the last log has ended after them, so that an extra message would be noticed; fails at the
 * first unexpected message.
 */
final class SubscriberMain {
    private static final long PAUSE_NS = 20_000;
    private static final int FRAME_LIMIT = 64;

    private SubscriberMain() {}

    public static void main(String[] args) throws IOException {
        long messages = Long.parseLong(args[2]);
        MessageChecker checker = new MessageChecker(Integer.parseInt(args[3]));
        try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
                Subscription subscription = tailrace.addSubscription(args[1])) {
            System.out.println("SUBSCRIPTION " + subscription.registrationId());
            while (checker.total() < messages || subscription.isConnected()) {
                if (subscription.poll(checker, FRAME_LIMIT) == 0) {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        }
        System.out.println("RECEIVED " + checker.total() + " of " + checker.publishers());
    }
}
