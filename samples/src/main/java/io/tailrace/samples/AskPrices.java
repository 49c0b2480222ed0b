/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples;

import io.tailrace.Tailrace;
import io.tailrace.ask.AnswerHandler;
import io.tailrace.ask.AnswerStatus;
import io.tailrace.ask.RequestHandler;
import io.tailrace.ask.Requester;
import io.tailrace.ask.Responder;
import java.nio.file.Path;

/**
 * Sends requests for prices and answers them, both in place, so no byte is copied. Here one thread does both; usually
 * the requester and its responders are separate processes. Embeds a driver if none runs.
 */
public final class AskPrices {
    private static final int REQUESTS = 10;

    private AskPrices() {}

    public static void main(String[] args) {
        RequestHandler price = (buffer, offset, length, answer) -> {
            if (answer.tryClaim(Long.BYTES) >= 0) { // Else the requester has gone.
                answer.buffer().putLong(0, 100 + buffer.getLong(offset));
                answer.commit();
            }
        };
        AnswerHandler print = (buffer, offset, length, header) -> System.out.println(
                header.status() == AnswerStatus.ANSWERED ? "price=" + buffer.getLong(offset) : header.status());
        try (Tailrace tailrace = Tailrace.open(Path.of(args[0]));
                Responder responder = Responder.open(tailrace, "prices", price);
                Requester requester = Requester.open(tailrace, "prices", print)) {
            int asked = 0;
            int told = 0;
            while (told < REQUESTS) {
                if (asked < REQUESTS && requester.tryClaim(Long.BYTES) >= 0) {
                    requester.buffer().putLong(0, asked++);
                    requester.commit();
                }
                responder.poll(64);
                told += requester.poll(64);
            }
        }
    }
}
