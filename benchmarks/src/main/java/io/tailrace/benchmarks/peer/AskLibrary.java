/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.PublicationConfig;
import io.tailrace.Tailrace;
import io.tailrace.ask.Answer;
import io.tailrace.ask.AnswerHeader;
import io.tailrace.ask.AnswerStatus;
import io.tailrace.ask.Requester;
import io.tailrace.ask.RequesterConfig;
import io.tailrace.ask.Responder;
import io.tailrace.ask.ResponderConfig;
import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A client of Tailrace that sends requests on stream 1 and gets the answers as stream 2, or answers. It is for round
 * trips, whose right end sends messages back: here its handler does, so its sender has nothing to do. The driver's
 * configuration sets the logs, as for a publication.
 */
final class AskLibrary implements Library {
    private static final int REQUESTS = 1;

    private final Tailrace client;
    private @Nullable Requester requester;
    private @Nullable Responder responder;

    AskLibrary(Path directory) {
        client = Tailrace.connect(directory);
    }

    @Override
    public String description() {
        return "Tailrace, ask and answer, driver as it idles by default, in a process of its own";
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        String name = TailraceLibrary.name(REQUESTS);
        if (stream == REQUESTS) {
            Answering answering = new Answering(inbox);
            responder = Responder.open(
                    client,
                    name,
                    answering::onRequest,
                    ResponderConfig.DEFAULT.withPublication(PublicationConfig.DEFAULT));
            return responder::poll;
        }
        Asking asking = new Asking(inbox);
        RequesterConfig config = RequesterConfig.DEFAULT.withPublication(PublicationConfig.DEFAULT);
        Requester asker = Requester.open(client, name, asking::onAnswer, config);
        requester = asker;
        return limit -> {
            asking.answers = 0;
            asker.poll(limit);
            return asking.answers;
        };
    }

    @Override
    public Sender sender(int stream) {
        if (stream != REQUESTS) {
            return (value, count, length) -> true;
        }
        Requester asker = Objects.requireNonNull(requester, "the receiving end is created before");
        MappedBuffer message = MappedBuffer.allocate(Sender.MAX_LENGTH);
        return (value, count, length) -> {
            message.putLong(0, value);
            return asker.ask(message, 0, length) >= 0;
        };
    }

    @Override
    public boolean isConnected() {
        Responder answerer = responder;
        if (answerer == null) {
            return Objects.requireNonNull(requester, "one end").responderCount() > 0;
        }
        boolean isKnown = answerer.requesterCount() > 0;
        answerer.poll(0); // It adds the log of the answers.
        return isKnown;
    }

    @Override
    public void close() {
        client.close();
    }

    /** The last message of a slice is negative, and is not answered. */
    private static final class Answering {
        private final Inbox inbox;
        private final MappedBuffer message = MappedBuffer.allocate(Sender.MAX_LENGTH);

        Answering(Inbox inbox) {
            this.inbox = inbox;
        }

        void onRequest(DirectBuffer buffer, int offset, int length, Answer answer) {
            inbox.take(buffer, offset, length);
            long value = buffer.getLong(offset);
            if (value >= 0) {
                message.putLong(0, value);
                answer.offer(message, 0, length);
            }
        }
    }

    private static final class Asking {
        private final Inbox inbox;
        private int answers;

        Asking(Inbox inbox) {
            this.inbox = inbox;
        }

        void onAnswer(DirectBuffer buffer, int offset, int length, AnswerHeader header) {
            if (header.status() == AnswerStatus.ANSWERED) {
                inbox.take(buffer, offset, length);
                answers++;
            }
        }
    }
}
