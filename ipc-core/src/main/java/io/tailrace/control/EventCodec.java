/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.FailedDecoder;
import io.tailrace.codecs.FailedEncoder;
import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.ImageAvailableDecoder;
import io.tailrace.codecs.ImageAvailableEncoder;
import io.tailrace.codecs.ImageUnavailableDecoder;
import io.tailrace.codecs.ImageUnavailableEncoder;
import io.tailrace.codecs.MessageHeaderDecoder;
import io.tailrace.codecs.MessageHeaderEncoder;
import io.tailrace.codecs.PublicationReadyDecoder;
import io.tailrace.codecs.PublicationReadyEncoder;
import io.tailrace.codecs.SpaceWantedDecoder;
import io.tailrace.codecs.SpaceWantedEncoder;
import io.tailrace.codecs.StateCompleteDecoder;
import io.tailrace.codecs.StateCompleteEncoder;
import io.tailrace.codecs.SubscriptionReadyDecoder;
import io.tailrace.codecs.SubscriptionReadyEncoder;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.sbe.MessageEncoderFlyweight;

/** Events to bytes and back, by SBE. One thread. */
public final class EventCodec {
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();

    /** Writes an event at the start of a buffer. Returns its length in bytes. */
    public int encode(Event event, MutableDirectBuffer buffer) {
        return MessageHeaderEncoder.ENCODED_LENGTH + write(event, buffer).encodedLength();
    }

    private MessageEncoderFlyweight write(Event event, MutableDirectBuffer buffer) {
        if (event instanceof Event.PublicationReady ready) {
            return new PublicationReadyEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .clientId(ready.clientId())
                    .registrationId(ready.registrationId())
                    .logId(ready.logId())
                    .slot(ready.slot());
        } else if (event instanceof Event.SubscriptionReady ready) {
            return new SubscriptionReadyEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .clientId(ready.clientId())
                    .registrationId(ready.registrationId());
        } else if (event instanceof Event.ImageAvailable image) {
            return new ImageAvailableEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .clientId(image.clientId())
                    .registrationId(image.registrationId())
                    .logId(image.logId())
                    .slot(image.slot())
                    .joinPosition(image.joinPosition());
        } else if (event instanceof Event.ImageUnavailable image) {
            return new ImageUnavailableEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .clientId(image.clientId())
                    .registrationId(image.registrationId())
                    .logId(image.logId());
        } else if (event instanceof Event.Failed failed) {
            return new FailedEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .clientId(failed.clientId())
                    .registrationId(failed.registrationId())
                    .code(failed.code())
                    .reason(failed.reason());
        } else if (event instanceof Event.SpaceWanted wanted) {
            return new SpaceWantedEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .clientId(wanted.clientId());
        }
        Event.StateComplete complete = (Event.StateComplete) event;
        return new StateCompleteEncoder()
                .wrapAndApplyHeader(buffer, 0, headerEncoder)
                .clientId(complete.clientId())
                .requestId(complete.requestId());
    }

    /**
     * Reads whom an event is for: every event begins with that.
     *
     * @throws MalformedMessageException if the bytes are none
     */
    long readClientId(DirectBuffer buffer, int offset, int length) {
        SbeMessage message = SbeMessage.read(headerDecoder, buffer, offset, length);
        message.checkBlock(Long.BYTES);
        return buffer.getLong(message.begin(), ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads an event.
     *
     * @throws MalformedMessageException if the bytes are none
     */
    public Event decode(DirectBuffer buffer, int offset, int length) {
        SbeMessage message = SbeMessage.read(headerDecoder, buffer, offset, length);
        return switch (message.template()) {
            case PublicationReadyDecoder.TEMPLATE_ID -> {
                var d = message.fixed(new PublicationReadyDecoder());
                yield new Event.PublicationReady(d.clientId(), d.registrationId(), d.logId(), d.slot());
            }
            case SubscriptionReadyDecoder.TEMPLATE_ID -> {
                var d = message.fixed(new SubscriptionReadyDecoder());
                yield new Event.SubscriptionReady(d.clientId(), d.registrationId());
            }
            case ImageAvailableDecoder.TEMPLATE_ID -> {
                var d = message.fixed(new ImageAvailableDecoder());
                yield new Event.ImageAvailable(d.clientId(), d.registrationId(), d.logId(), d.slot(), d.joinPosition());
            }
            case ImageUnavailableDecoder.TEMPLATE_ID -> {
                var d = message.fixed(new ImageUnavailableDecoder());
                yield new Event.ImageUnavailable(d.clientId(), d.registrationId(), d.logId());
            }
            case FailedDecoder.TEMPLATE_ID -> {
                var d = message.withText(new FailedDecoder(), FailedDecoder.BLOCK_LENGTH);
                yield new Event.Failed(d.clientId(), d.registrationId(), FailureCode.get(d.codeRaw()), d.reason());
            }
            case StateCompleteDecoder.TEMPLATE_ID -> {
                var d = message.fixed(new StateCompleteDecoder());
                yield new Event.StateComplete(d.clientId(), d.requestId());
            }
            case SpaceWantedDecoder.TEMPLATE_ID ->
                new Event.SpaceWanted(message.fixed(new SpaceWantedDecoder()).clientId());
            default -> throw new MalformedMessageException("unknown event: templateId=" + message.template());
        };
    }
}
