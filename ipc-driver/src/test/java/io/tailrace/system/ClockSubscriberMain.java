/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Receives {@link TestMessages} and checks them, as a subscriber with an early eviction: {@code DIRECTORY STREAM
 * EVICT-AFTER-MS}. On the line {@code clock} on its standard input it prints its time of day. On any other line it
 * prints how many messages arrived, the longest time without one, and how often it was overrun, and exits.
 */
final class ClockSubscriberMain {
    private static final long PAUSE_NS = 50_000;

    private long messages;
    private long lastNs = System.nanoTime();
    private long longestGapNs;

    private ClockSubscriberMain() {}

    public static void main(String[] args) throws IOException {
        new ClockSubscriberMain().run(Path.of(args[0]), args[1], Duration.ofMillis(Long.parseLong(args[2])));
    }

    private void run(Path directory, String stream, Duration evictAfter) throws IOException {
        AtomicInteger overruns = new AtomicInteger();
        MessageChecker checker = new MessageChecker(Scene.MAX_MESSAGE_LENGTH);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        SubscriptionConfig config = SubscriptionConfig.DEFAULT
                .withEviction(evictAfter)
                .withOverrunHandler((image, from, to) -> overruns.incrementAndGet());
        try (Tailrace tailrace = Tailrace.connect(directory);
                Subscription subscription = tailrace.addSubscription(stream, config)) {
            System.out.println("SUBSCRIPTION " + subscription.registrationId());
            boolean asked = true;
            while (asked) {
                long nowNs = System.nanoTime();
                if (subscription.poll(checker, 64) > 0) {
                    longestGapNs = messages == 0 ? 0 : Math.max(longestGapNs, nowNs - lastNs);
                    messages = checker.total();
                    lastNs = nowNs;
                } else if (System.in.available() > 0) {
                    asked = "clock".equals(input.readLine());
                    System.out.println(asked ? "CLOCK " + System.currentTimeMillis() : "");
                } else {
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
            System.out.println("RECEIVED " + messages + " GAP " + longestGapNs / 1_000_000 + " OVERRUNS " + overruns);
        }
    }
}
