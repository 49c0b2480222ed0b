/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The first argument names a stream; publishes each of the others there. Needs a driver: {@code tailrace driver}. */
public final class Publisher {
    private Publisher() {}

    public static void main(String[] args) {
        try (Tailrace tailrace = Tailrace.connect();
                Publication publication = tailrace.addPublication(args[0])) {
            publication.awaitSubscribers(1, Duration.ofSeconds(5));
            for (int i = 1; i < args.length; i++) {
                byte[] text = args[i].getBytes(StandardCharsets.UTF_8);
                publication.offer(text, Duration.ofSeconds(1));
            }
        }
    }
}
