/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.CounterSource;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * One of two processes that throw numbers to and fro, and sleep until the next one arrives: {@code DIRECTORY IN OUT
 * SEED POLICY SERVES}. The server throws SERVES numbers; the other process, with 0 serves, throws each number back
 * until its input says {@code end}. Both wait for a random time before each throw and before each check for the next
 * number, so that numbers arrive shortly before, while and after the other process falls asleep. If a number does not
 * return because a process has died, the next number follows.
 */
final class SleepMain {
    /** Followed by the times when the number was thrown and caught. */
    static final String LATE = "LATE ";
    /** Followed by the number of serves that were caught, with a full stop. */
    static final String CAUGHT = "CAUGHT ";
    /** Followed by a number that did not return. */
    static final String GONE = "GONE ";

    static final int REPORTED = 1000;

    private static final Duration LONG = Duration.ofSeconds(30);
    /** A little longer than a sleep without a wake-up. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final long BACKSTOP_NS = 900_000_000;
    private static final int LONGEST_DELAY_NS = 100_000;

    private static final class Counts implements CounterSource.Sink {
        private long sleeps;
        private long missed;

        @Override
        public void total(String name, long value) {
            if (name.equals("sleeps")) {
                sleeps = value;
            } else {
                missed = value;
            }
        }

        @Override
        public void level(String name, long value) {}
    }

    private final Subscription in;
    private final Publication out;
    private final SplittableRandom random;
    private final CounterSource source;
    private final Counts counts = new Counts();
    private final MappedBuffer message = MappedBuffer.allocate(3 * Long.BYTES);
    private final long session = System.nanoTime();
    private int caught;
    private long inSession;
    private long number;
    private long sentNs;

    private SleepMain(Tailrace tailrace, Subscription in, Publication out, long seed) {
        this.in = in;
        this.out = out;
        this.random = new SplittableRandom(seed);
        this.source = CounterSource.of(tailrace);
    }

    public static void main(String[] args) throws IOException {
        WaitPolicy policy = WaitPolicy.valueOf(args[4]);
        int serves = Integer.parseInt(args[5]);
        try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
                Subscription in = tailrace.addSubscription(args[1], SubscriptionConfig.DEFAULT.withWaitPolicy(policy));
                Publication out = tailrace.addPublication(args[2])) {
            Thread reader = new Thread(() -> closeWhenTold(in));
            reader.setDaemon(true);
            reader.start();
            System.out.println("READY");
            SleepMain main = new SleepMain(tailrace, in, out, Long.parseLong(args[3]));
            if (!out.awaitSubscribers(1, LONG)) {
                throw new IllegalStateException("nobody catches");
            }
            if (serves > 0) {
                main.serve(serves);
            } else {
                main.throwBack();
            }
            Path socket = tailrace.directory().resolve("clients").resolve(tailrace.clientId() + ".sleeper-1");
            System.out.println("MECHANISM " + (Files.exists(socket) ? "socket" : "futex"));
            System.out.println("SLEPT " + main.counts.sleeps);
            System.out.println("MISSED " + main.counts.missed);
        }
    }

    private static void closeWhenTold(Subscription in) {
        try {
            System.in.read();
        } catch (IOException e) {
            // Then it exits as well.
        }
        in.close();
    }

    private void serve(int serves) {
        for (long next = 1; next <= serves && !in.isClosed(); next++) {
            send(session, next);
            boolean back;
            do {
                back = receive(PATIENCE);
            } while (back && (inSession != session || number < next));
            if (!back) {
                System.out.println(GONE + next);
            } else if (number != next) {
                throw new IllegalStateException("number=" + number + ", expected=" + next);
            }
        }
    }

    private void throwBack() {
        long lastSession = 0;
        long last = 0;
        while (!in.isClosed()) {
            if (receive(LONG)) {
                if (inSession == lastSession && number != last + 1) {
                    throw new IllegalStateException("number=" + number + ", last=" + last);
                }
                lastSession = inSession;
                last = number;
                send(inSession, number);
            }
        }
    }

    private void delay() {
        long fromNs = System.nanoTime();
        long delayNs = random.nextInt(LONGEST_DELAY_NS);
        while (System.nanoTime() - fromNs < delayNs) {
            Thread.onSpinWait();
        }
    }

    private void send(long ofSession, long next) {
        delay();
        message.putLong(0, ofSession);
        message.putLong(Long.BYTES, next);
        message.putLong(2 * Long.BYTES, System.nanoTime());
        out.offer(message, 0, message.capacity(), LONG);
    }

    private boolean receive(Duration timeout) {
        delay();
        source.read(counts);
        long missed = counts.missed;
        int received = in.poll(
                (buffer, offset, length, header) -> {
                    inSession = buffer.getLong(offset);
                    number = buffer.getLong(offset + Long.BYTES);
                    sentNs = buffer.getLong(offset + 2 * Long.BYTES);
                },
                1,
                timeout);
        if (received == 0) {
            return false;
        }
        long nowNs = System.nanoTime();
        source.read(counts);
        // The first number may have been on its way before this process checked.
        if (caught > 0 && (counts.missed > missed || nowNs - sentNs > BACKSTOP_NS)) {
            System.out.println(LATE + sentNs + " " + nowNs);
        }
        if (++caught % REPORTED == 0) {
            System.out.println(CAUGHT + caught + ".");
        }
        return true;
    }
}
