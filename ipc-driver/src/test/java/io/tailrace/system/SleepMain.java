/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * One of two processes that throw numbers to and fro, and sleep until the next one comes: {@code DIRECTORY IN OUT
 * THROWS SEED POLICY first|second}. Before each throw it waits for a random time, from none to a few times as long as
 * the other one takes to fall asleep. Tells how long the throws took that it received; fails where one took as long as
 * a sleep that nobody ends.
 */
final class SleepMain {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final long BACKSTOP_NS = 900_000_000;
    private static final int LONGEST_DELAY_NS = 60_000;

    private final Subscription in;
    private final Publication out;
    private final SplittableRandom random;
    private final MappedBuffer message = MappedBuffer.allocate(2 * Long.BYTES);
    private long number;
    private long sentNs;

    private SleepMain(Subscription in, Publication out, long seed) {
        this.in = in;
        this.out = out;
        this.random = new SplittableRandom(seed);
    }

    public static void main(String[] args) {
        int throwCount = Integer.parseInt(args[3]);
        WaitPolicy policy = WaitPolicy.valueOf(args[5]);
        long[] tookNs = new long[throwCount];
        try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
                Subscription in = tailrace.addSubscription(args[1], SubscriptionConfig.DEFAULT.withWaitPolicy(policy));
                Publication out = tailrace.addPublication(args[2])) {
            if (!out.awaitSubscribers(1, LONG)) {
                throw new IllegalStateException("nobody catches");
            }
            SleepMain main = new SleepMain(in, out, Long.parseLong(args[4]));
            boolean first = args[6].equals("first");
            for (int i = 0; i < throwCount; i++) {
                if (first) {
                    main.send(i);
                }
                tookNs[i] = main.receive(i);
                if (!first) {
                    main.send(i);
                }
            }
            Path socket = tailrace.directory().resolve("clients").resolve(tailrace.clientId() + ".sleeper-1");
            System.out.println("MECHANISM " + (Files.exists(socket) ? "socket" : "futex"));
        }
        Arrays.sort(tookNs);
        System.out.println("TOOK p50=" + tookNs[throwCount / 2] + " p99=" + tookNs[(int) (throwCount * 0.99)]
                + " p99.99=" + tookNs[(int) (throwCount * 0.9999)] + " max=" + tookNs[throwCount - 1]);
    }

    private void send(long next) {
        long fromNs = System.nanoTime();
        long delayNs = random.nextInt(LONGEST_DELAY_NS);
        while (System.nanoTime() - fromNs < delayNs) {
            Thread.onSpinWait();
        }
        message.putLong(0, next);
        message.putLong(Long.BYTES, System.nanoTime());
        out.offer(message, 0, message.capacity(), LONG);
    }

    private long receive(long expected) {
        int received = in.poll(
                (buffer, offset, length, header) -> {
                    number = buffer.getLong(offset);
                    sentNs = buffer.getLong(offset + Long.BYTES);
                },
                1,
                LONG);
        long tookNs = System.nanoTime() - sentNs;
        // The first one may have been on its way before this process looked.
        if (received != 1 || number != expected || (tookNs > BACKSTOP_NS && expected > 0)) {
            throw new IllegalStateException("received=" + received + ", number=" + number + ", expected=" + expected
                    + ", took=" + tookNs + " ns");
        }
        return tookNs;
    }
}
