/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import io.tailrace.ControlledFrameHandler;
import io.tailrace.ExclusivePublication;
import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.OfferStatus;
import io.tailrace.TailraceException;
import io.tailrace.internal.ErrorText;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One requester as a responder sees it: the image of its requests, and the log of the answers to it. Used by the
 * responder's thread.
 *
 * <p>A request is passed to the handler only when its answer has room. Otherwise that request and the later ones stay
 * in the requester's log, while requests of other requesters continue. If the handler failed or did not take a request,
 * the library owes the requester an answer that says so, until it is sent.
 */
final class RequesterLink implements ControlledFrameHandler {
    private static final int MAX_TEXT_LENGTH = 1024;
    private static final byte[] NO_TEXT = {};

    private final Image image;
    private final RequestHandler handler;
    private final Consumer<Throwable> errorHandler;
    private final Answer answer;
    private final BodyClaim claim = new BodyClaim();
    /**
     * Volatile: stored before {@link Responder} checks whether it is closed, and read by its close after the closed
     * state is set. One of the two sees the other, so no log of answers stays open. No stress test covers this: the log
     * is added just before, with locks and a wait for the driver, so the two hardly ever meet.
     */
    private volatile @Nullable ExclusivePublication answers;

    /** Answers that begin before this position have room. */
    private long roomEnd;

    private int handled;
    private boolean held;
    private boolean owes;
    private long owedCorrelation;
    private AnswerStatus owedStatus = AnswerStatus.NOT_TAKEN;
    private byte[] owedText = NO_TEXT;

    /** @param answer of the responder, reused for each request */
    RequesterLink(Image image, RequestHandler handler, Consumer<Throwable> errorHandler, Answer answer) {
        this.image = image;
        this.handler = handler;
        this.errorHandler = errorHandler;
        this.answer = answer;
    }

    /** {@return the log of its requests, by which the stream of the answers is named} */
    long id() {
        return image.logId();
    }

    Image image() {
        return image;
    }

    /** From now on it can be answered. Requests arrive only after the requester has seen this log. */
    void open(ExclusivePublication newAnswers) {
        answers = newAnswers;
        roomEnd = 0;
        owes = false; // The requester was already notified that the responder of the last log has gone.
    }

    boolean isOpen() {
        ExclusivePublication publication = answers;
        return publication != null && !publication.isClosed();
    }

    @Nullable
    ExclusivePublication answers() {
        return answers;
    }

    /** Passes the available requests to the handler. Returns how many. */
    int poll(int limit) {
        handled = 0;
        held = owes && !pay();
        if (!held) {
            image.controlledPoll(this, limit);
        }
        return handled;
    }

    /** {@return whether the last poll left a request in the log because its answer would have no room} */
    boolean isHeld() {
        return held;
    }

    @Override
    public Action onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        AskLayout.checkLength(length, header.stream());
        ExclusivePublication publication = answers;
        long responder = buffer.getLong(offset + AskLayout.RESPONDER_OFFSET);
        if (publication == null || (responder != publication.logId() && responder != AskLayout.ALL)) {
            // For another responder; or to all, from a requester that did not know this one yet.
            return Action.CONTINUE;
        }
        if ((owes && !pay()) || !hasRoom(publication)) {
            held = true;
            return Action.ABORT;
        }
        handled++;
        handle(
                buffer,
                offset + AskLayout.HEADER_LENGTH,
                length - AskLayout.HEADER_LENGTH,
                buffer.getLong(offset + AskLayout.CORRELATION_OFFSET),
                header);
        return Action.CONTINUE;
    }

    private void handle(DirectBuffer buffer, int offset, int length, long correlation, Header header) {
        answer.begin(this, correlation);
        try {
            handler.onRequest(buffer, offset, length, answer);
        } catch (Throwable t) {
            answer.abort();
            if (!answer.isGiven()) {
                owe(correlation, AnswerStatus.FAILED, text(t));
            }
            if (t instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            if (t instanceof Error error) {
                throw error;
            }
            errorHandler.accept(new TailraceException(
                    "the handler of requests failed: stream=" + header.stream() + ", log=" + image.logId()
                            + ", position=" + header.position() + ": " + ErrorText.withOrigin(t),
                    t));
            return;
        }
        answer.abort();
        if (!answer.isGiven() && !answer.isKept()) {
            owe(correlation, AnswerStatus.NOT_TAKEN, NO_TEXT);
        }
    }

    private static byte[] text(Throwable thrown) {
        String text = thrown.toString();
        int longest = Math.min(text.length(), MAX_TEXT_LENGTH / 4); // In UTF-8 each character takes at most 4 bytes.
        return text.substring(0, longest).getBytes(StandardCharsets.UTF_8);
    }

    private void owe(long correlation, AnswerStatus status, byte[] text) {
        owes = true;
        owedCorrelation = correlation;
        owedStatus = status;
        owedText = text;
        pay();
    }

    /** {@return whether no answer is owed any more} */
    private boolean pay() {
        ExclusivePublication publication = answers;
        if (publication == null) {
            return true;
        }
        long result = claim.tryClaim(publication, owedText.length);
        if (result >= 0) {
            try {
                AskLayout.putAnswer(claim.header(), owedCorrelation, owedStatus);
                claim.body().putBytes(0, owedText);
                claim.commit();
            } finally {
                claim.abort();
            }
        }
        owes = isFull(result);
        return !owes;
    }

    /** {@return whether the next claim finds space whatever its length, or no requester waits for the answer} */
    private boolean hasRoom(ExclusivePublication publication) {
        long position = publication.position();
        if (position < roomEnd) {
            return true;
        }
        roomEnd = publication.limit();
        return position < roomEnd || hasRoomByClaim(publication);
    }

    /** If no cleaner runs, a claim cleans the memory itself, so only a claim shows whether there is room. */
    private boolean hasRoomByClaim(ExclusivePublication publication) {
        long result = claim.tryClaim(publication, 0);
        if (result < 0) {
            return !isFull(result);
        }
        claim.abort();
        roomEnd = publication.limit();
        return publication.position() < roomEnd;
    }

    private static boolean isFull(long result) {
        return result == OfferStatus.BACK_PRESSURED_CODE || result == OfferStatus.DRIVER_LOST_CODE;
    }

    void close() {
        ExclusivePublication publication = answers;
        if (publication != null) {
            publication.close();
        }
    }
}
