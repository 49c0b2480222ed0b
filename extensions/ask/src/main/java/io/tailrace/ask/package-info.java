/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
/**
 * Requests and answers: a {@link io.tailrace.ask.Requester} asks, and one of several {@link
 * io.tailrace.ask.Responder}s, or each of them, answers.
 *
 * <pre>{@code
 * try (Responder responder = Responder.open(tailrace, "prices", (buffer, offset, length, answer) -> {
 *             if (answer.tryClaim(Long.BYTES) >= 0) {
 *                 answer.buffer().putLong(0, priceOf(buffer.getLong(offset)));
 *                 answer.commit();
 *             }
 *         })) {
 *     while (running) {
 *         responder.poll(64, Duration.ofSeconds(1));
 *     }
 * }
 *
 * try (Requester requester = Requester.open(tailrace, "prices")) {              // in another process
 *     byte[] price = requester.ask(instrument, Duration.ofSeconds(1));
 * }
 * }</pre>
 *
 * <p>Each requester has an exclusive log for its requests, and each responder has an exclusive log for its answers to
 * each requester. No two requesters or responders publish to the same log, so the end of a log shows which end has
 * gone: the driver ends the log when its process is proven dead, or at once when it is closed.
 */
@NullMarked
package io.tailrace.ask;

import org.jspecify.annotations.NullMarked;
