/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.PublicationConfig;
import io.tailrace.ask.Answer;
import io.tailrace.ask.AnswerHandler;
import io.tailrace.ask.AnswerStatus;
import io.tailrace.ask.RequestHandler;
import io.tailrace.ask.Requester;
import io.tailrace.ask.RequesterConfig;
import io.tailrace.ask.Responder;
import io.tailrace.ask.ResponderConfig;
import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;

/** The setup for tests of ask and answer, on a driver without threads. */
abstract class AskFixture extends WithRig {
    static final PublicationConfig SHORT_TERMS = PublicationConfig.DEFAULT.withTermLength(Rig.TERM_LENGTH);
    static final RequesterConfig CONFIG = RequesterConfig.DEFAULT.withPublication(SHORT_TERMS);

    /** An answer, as passed to a requester's handler. */
    record Told(long correlation, AnswerStatus status, String text, boolean isLast) {}

    final List<Told> told = new ArrayList<>();
    final AnswerHandler teller = (buffer, offset, length, header) ->
            told.add(new Told(header.correlation(), header.status(), text(buffer, offset, length), header.isLast()));
    final List<Responder> responders = new ArrayList<>();

    static String text(DirectBuffer buffer, int offset, int length) {
        return buffer.getStringWithoutLengthUtf8(offset, length);
    }

    static void answer(Answer answer, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        answer.offer(MappedBuffer.of(bytes), 0, bytes.length);
    }

    /** {@return a handler that answers with the request's text and its own name} */
    static RequestHandler echo(String name) {
        return (buffer, offset, length, answer) -> answer(answer, text(buffer, offset, length) + name);
    }

    static long ask(Requester requester, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return requester.ask(MappedBuffer.of(bytes), 0, bytes.length);
    }

    static long askAll(Requester requester, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return requester.askAll(MappedBuffer.of(bytes), 0, bytes.length);
    }

    Requester requester(RequesterConfig config) {
        return Requester.open(rig.connect(), STREAM, teller, config);
    }

    Requester requester() {
        return requester(CONFIG);
    }

    Responder responder(RequestHandler handler) {
        Responder responder =
                Responder.open(rig.connect(), STREAM, handler, ResponderConfig.DEFAULT.withPublication(SHORT_TERMS));
        responders.add(responder);
        return responder;
    }

    /** Waits until requesters and responders have found one another. */
    void meet(Requester... requesters) {
        rig.until("requesters and responders know one another", () -> {
            responders.forEach(responder -> responder.poll(0));
            boolean all = true;
            for (Requester requester : requesters) {
                all &= requester.responderCount() == responders.size();
            }
            return all;
        });
    }

    int respond() {
        return responders.stream().mapToInt(responder -> responder.poll(64)).sum();
    }

    /** Runs all agents until the requester's handler was called that often. */
    void untilTold(Requester requester, int count) {
        rig.until("told " + count, () -> {
            respond();
            requester.poll(64);
            return told.size() >= count;
        });
    }
}
