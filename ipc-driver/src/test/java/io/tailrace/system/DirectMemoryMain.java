/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A publisher whose JVM has no direct memory left: {@code DIRECTORY STREAM OFFERS}. It offers OFFERS messages, half of
 * them by claims, and prints how many calls threw. On a line of input it gives the memory back, and offers one message
 * after the other until its input ends. Each message is the time at which it was offered.
 */
final class DirectMemoryMain {
    private static final int BLOCK_LENGTH = 64 * 1024;
    private static final long PAUSE_MS = 100;

    private final Publication publication;
    private final Claim claim = new Claim();
    private final byte[] message = new byte[Long.BYTES];

    private DirectMemoryMain(Publication publication) {
        this.publication = publication;
    }

    public static void main(String[] args) throws Exception {
        try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]))) {
            Publication publication = tailrace.addPublication(args[1]);
            publication.awaitSubscribers(1, Duration.ofSeconds(30));
            List<ByteBuffer> all = fill();
            System.out.println("FULL");
            System.in.read(new byte[Byte.MAX_VALUE]); // A line.
            new DirectMemoryMain(publication).run(Integer.parseInt(args[2]), all);
        }
    }

    private static List<ByteBuffer> fill() {
        List<ByteBuffer> all = new ArrayList<>();
        for (int length = BLOCK_LENGTH; length > 0; ) {
            try {
                all.add(ByteBuffer.allocateDirect(length));
            } catch (OutOfMemoryError e) {
                length /= 2;
            }
        }
        return all;
    }

    private void run(int offers, List<ByteBuffer> all) throws IOException, InterruptedException {
        int thrown = 0;
        for (int i = 0; i < offers; i++) {
            try {
                offer(i);
            } catch (Throwable t) {
                thrown++;
                t.printStackTrace();
            }
            Thread.sleep(PAUSE_MS);
        }
        System.out.println("THROWN " + thrown);
        all.clear();
        while (System.in.available() == 0) {
            System.gc(); // Gives the memory back.
            offer(0);
            Thread.sleep(PAUSE_MS);
        }
    }

    private void offer(int number) {
        ByteBuffer.wrap(message).putLong(System.nanoTime());
        if (number % 2 == 0) {
            check(publication.offer(message));
        } else {
            check(publication.tryClaim(message.length, claim));
            claim.buffer().putBytes(0, message);
            claim.commit();
        }
    }

    private static void check(long result) {
        if (result < 0) {
            throw new IllegalStateException("not accepted: " + result);
        }
    }
}
