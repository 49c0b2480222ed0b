/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.ask.Answer;
import io.tailrace.ask.RequestHandler;
import io.tailrace.ask.Responder;
import java.nio.file.Path;
import java.time.Duration;
import org.agrona.DirectBuffer;

/**
 * Answers each number with its successor: {@code DIRECTORY STREAM}. On {@link #STUCK} it prints that, and never answers
 * this or any later request. Ends when it is killed.
 */
final class ResponderMain {
    static final long STUCK = -1;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int FRAME_LIMIT = 64;

    private ResponderMain() {}

    public static void main(String[] args) {
        TailraceConfig config =
                TailraceConfig.DEFAULT.withDirectory(Path.of(args[0])).withConnectTimeout(PATIENCE);
        RequestHandler handler = ResponderMain::answer;
        try (Tailrace tailrace = Tailrace.connect(config);
                Responder responder = Responder.open(tailrace, args[1], handler)) {
            System.out.println("RESPONDER " + ProcessHandle.current().pid());
            while (!responder.isClosed()) {
                responder.poll(FRAME_LIMIT, Duration.ofSeconds(1));
            }
        }
    }

    private static void answer(DirectBuffer buffer, int offset, int length, Answer answer) throws Exception {
        long number = buffer.getLong(offset);
        if (number == STUCK) {
            System.out.println("STUCK");
            Thread.sleep(Long.MAX_VALUE);
        }
        if (answer.tryClaim(Long.BYTES) >= 0) {
            answer.buffer().putLong(0, number + 1);
            answer.commit();
        }
    }
}
