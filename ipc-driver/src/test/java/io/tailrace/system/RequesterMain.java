/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.ask.AnswerStatus;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Sends REQUESTS numbers, and prints the outcomes: {@code DIRECTORY STREAM REQUESTS}. Fails at the first wrong outcome.
 */
final class RequesterMain {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int FRAME_LIMIT = 64;

    private RequesterMain() {}

    public static void main(String[] args) {
        TailraceConfig config =
                TailraceConfig.DEFAULT.withDirectory(Path.of(args[0])).withConnectTimeout(PATIENCE);
        long requests = Long.parseLong(args[2]);
        try (Tailrace tailrace = Tailrace.connect(config);
                Asker asker = new Asker(tailrace, args[1], PATIENCE)) {
            asker.requester().awaitConnected(PATIENCE);
            System.out.println("REQUESTER " + ProcessHandle.current().pid());
            while (asker.asked() < requests || asker.requester().inFlight() > 0) {
                asker.ask(requests);
                asker.requester().poll(FRAME_LIMIT, Duration.ofMillis(100));
            }
            System.out.println("ANSWERED " + asker.count(AnswerStatus.ANSWERED));
            System.out.println("ALL " + asker);
        }
    }
}
