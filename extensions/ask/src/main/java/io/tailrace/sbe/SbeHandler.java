/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sbe;

import static io.tailrace.codecs.MessageHeaderDecoder.ENCODED_LENGTH;

import io.tailrace.FrameHandler;
import io.tailrace.Header;
import io.tailrace.codecs.MessageHeaderDecoder;
import io.tailrace.memory.MappedBuffer;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;

/**
 * Handles the messages of a poll: each is decoded in place, by the decoder that SBE generated for it, without
 * allocation. A decoder cannot read past the end of its message, whatever length the message states.
 *
 * <pre>{@code
 * SbeHandler handler = SbeHandler.of(new QuoteDecoder(), (quote, header) -> book(quote.instrument(), quote.bid()))
 *         .and(new TradeDecoder(), (trade, header) -> book(trade));
 * subscription.poll(handler, 64);
 * }</pre>
 *
 * <p>Only one thread at a time may use it, because the decoders are wrapped around one message after the other; so it
 * is not for a dispatch of several workers. It keeps alive the memory of the log of its last message.
 */
public final class SbeHandler implements FrameHandler {
    /** Handles the messages of one type. */
    @FunctionalInterface
    public interface MessageHandler<D> {
        /** Handles one message; the message and the header are valid until this method returns. */
        void onMessage(D message, Header header);
    }

    private record Kind<D extends MessageDecoderFlyweight>(
            int schemaId, int templateId, D decoder, MessageHandler<? super D> handler) {
        boolean is(MessageHeaderDecoder message) {
            return message.templateId() == templateId && message.schemaId() == schemaId;
        }

        void handle(MappedBuffer window, MessageHeaderDecoder message, Header header) {
            decoder.wrap(window, ENCODED_LENGTH, message.blockLength(), message.version());
            handler.onMessage(decoder, header);
        }
    }

    private final Kind<?>[] kinds;
    private final FrameHandler others;
    private final MappedBuffer window = new MappedBuffer();
    private final MessageHeaderDecoder message = new MessageHeaderDecoder();

    private SbeHandler(Kind<?>[] kinds, FrameHandler others) {
        this.kinds = kinds;
        this.others = others;
    }

    /** {@return a handler for the messages of one type} Any other message makes the poll throw, and is consumed. */
    public static <D extends MessageDecoderFlyweight> SbeHandler of(D decoder, MessageHandler<? super D> handler) {
        return new SbeHandler(new Kind<?>[0], SbeHandler::refuse).and(decoder, handler);
    }

    /** {@return a handler for the messages of one more type} */
    public <D extends MessageDecoderFlyweight> SbeHandler and(D decoder, MessageHandler<? super D> handler) {
        Kind<?>[] more = Arrays.copyOf(kinds, kinds.length + 1);
        more[kinds.length] = new Kind<>(decoder.sbeSchemaId(), decoder.sbeTemplateId(), decoder, handler);
        return new SbeHandler(more, others);
    }

    /** {@return a handler that passes all other messages, such as those of a later schema, to the given one} */
    public SbeHandler otherwise(FrameHandler handler) {
        return new SbeHandler(kinds, handler);
    }

    @Override
    public void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
        window.wrap(buffer, offset, length);
        if (length >= ENCODED_LENGTH) {
            message.wrap(window, 0);
            for (Kind<?> kind : kinds) {
                if (kind.is(message)) {
                    kind.handle(window, message, header);
                    return;
                }
            }
        }
        others.onFrame(buffer, offset, length, header);
    }

    private static void refuse(DirectBuffer buffer, int offset, int length, Header header) {
        String kind = "no header";
        if (length >= ENCODED_LENGTH) {
            MessageHeaderDecoder message = new MessageHeaderDecoder().wrap(buffer, offset);
            kind = "schemaId=" + message.schemaId() + ", templateId=" + message.templateId();
        }
        throw new IllegalArgumentException("no decoder for a message: stream=" + header.stream() + ", position="
                + header.position() + ", length=" + length + ", " + kind + "; add one, or say what takes all others");
    }
}
