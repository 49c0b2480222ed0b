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

/** Events to bytes and back, by SBE. One thread. */
public final class EventCodec {
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();

    /** Writes an event at the start of a buffer. Returns its length in bytes. */
    public int encode(Event event, MutableDirectBuffer buffer) {
        int bodyLength;
        if (event instanceof Event.PublicationReady ready) {
            var encoder = new PublicationReadyEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
            encoder.clientId(ready.clientId())
                    .registrationId(ready.registrationId())
                    .logId(ready.logId())
                    .slot(ready.slot());
            bodyLength = encoder.encodedLength();
        } else if (event instanceof Event.SubscriptionReady ready) {
            var encoder = new SubscriptionReadyEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
            encoder.clientId(ready.clientId()).registrationId(ready.registrationId());
            bodyLength = encoder.encodedLength();
        } else if (event instanceof Event.ImageAvailable image) {
            var encoder = new ImageAvailableEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
            encoder.clientId(image.clientId())
                    .registrationId(image.registrationId())
                    .logId(image.logId())
                    .slot(image.slot())
                    .joinPosition(image.joinPosition());
            bodyLength = encoder.encodedLength();
        } else if (event instanceof Event.ImageUnavailable image) {
            var encoder = new ImageUnavailableEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
            encoder.clientId(image.clientId())
                    .registrationId(image.registrationId())
                    .logId(image.logId());
            bodyLength = encoder.encodedLength();
        } else if (event instanceof Event.Failed failed) {
            var encoder = new FailedEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
            encoder.clientId(failed.clientId())
                    .registrationId(failed.registrationId())
                    .code(failed.code())
                    .reason(failed.reason());
            bodyLength = encoder.encodedLength();
        } else if (event instanceof Event.SpaceWanted wanted) {
            var encoder = new SpaceWantedEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
            encoder.clientId(wanted.clientId());
            bodyLength = encoder.encodedLength();
        } else {
            Event.StateComplete complete = (Event.StateComplete) event;
            var encoder = new StateCompleteEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
            encoder.clientId(complete.clientId()).requestId(complete.requestId());
            bodyLength = encoder.encodedLength();
        }
        return MessageHeaderEncoder.ENCODED_LENGTH + bodyLength;
    }

    /**
     * Reads whom an event is for: every event begins with that.
     *
     * @throws MalformedMessageException if the bytes are none
     */
    long readClientId(DirectBuffer buffer, int offset, int length) {
        SbeMessages.checkHeader(headerDecoder, buffer, offset, length);
        int bodyLength = length - MessageHeaderDecoder.ENCODED_LENGTH;
        SbeMessages.checkBlock(bodyLength, headerDecoder.blockLength(), Long.BYTES);
        return buffer.getLong(offset + MessageHeaderDecoder.ENCODED_LENGTH, ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Reads an event.
     *
     * @throws MalformedMessageException if the bytes are none
     */
    public Event decode(DirectBuffer buffer, int offset, int length) {
        SbeMessages.checkHeader(headerDecoder, buffer, offset, length);
        int body = offset + MessageHeaderDecoder.ENCODED_LENGTH;
        int bodyLength = length - MessageHeaderDecoder.ENCODED_LENGTH;
        int block = headerDecoder.blockLength();
        int version = headerDecoder.version();
        return switch (headerDecoder.templateId()) {
            case PublicationReadyDecoder.TEMPLATE_ID -> {
                SbeMessages.checkBlock(bodyLength, block, PublicationReadyDecoder.BLOCK_LENGTH);
                var d = new PublicationReadyDecoder().wrap(buffer, body, block, version);
                yield new Event.PublicationReady(d.clientId(), d.registrationId(), d.logId(), d.slot());
            }
            case SubscriptionReadyDecoder.TEMPLATE_ID -> {
                SbeMessages.checkBlock(bodyLength, block, SubscriptionReadyDecoder.BLOCK_LENGTH);
                var d = new SubscriptionReadyDecoder().wrap(buffer, body, block, version);
                yield new Event.SubscriptionReady(d.clientId(), d.registrationId());
            }
            case ImageAvailableDecoder.TEMPLATE_ID -> {
                SbeMessages.checkBlock(bodyLength, block, ImageAvailableDecoder.BLOCK_LENGTH);
                var d = new ImageAvailableDecoder().wrap(buffer, body, block, version);
                yield new Event.ImageAvailable(d.clientId(), d.registrationId(), d.logId(), d.slot(), d.joinPosition());
            }
            case ImageUnavailableDecoder.TEMPLATE_ID -> {
                SbeMessages.checkBlock(bodyLength, block, ImageUnavailableDecoder.BLOCK_LENGTH);
                var d = new ImageUnavailableDecoder().wrap(buffer, body, block, version);
                yield new Event.ImageUnavailable(d.clientId(), d.registrationId(), d.logId());
            }
            case FailedDecoder.TEMPLATE_ID -> {
                SbeMessages.checkText(buffer, body, bodyLength, block, FailedDecoder.BLOCK_LENGTH);
                var d = new FailedDecoder().wrap(buffer, body, block, version);
                yield new Event.Failed(d.clientId(), d.registrationId(), FailureCode.get(d.codeRaw()), d.reason());
            }
            case StateCompleteDecoder.TEMPLATE_ID -> {
                SbeMessages.checkBlock(bodyLength, block, StateCompleteDecoder.BLOCK_LENGTH);
                var d = new StateCompleteDecoder().wrap(buffer, body, block, version);
                yield new Event.StateComplete(d.clientId(), d.requestId());
            }
            case SpaceWantedDecoder.TEMPLATE_ID -> {
                SbeMessages.checkBlock(bodyLength, block, SpaceWantedDecoder.BLOCK_LENGTH);
                var d = new SpaceWantedDecoder().wrap(buffer, body, block, version);
                yield new Event.SpaceWanted(d.clientId());
            }
            default -> throw new MalformedMessageException("unknown event: templateId=" + headerDecoder.templateId());
        };
    }
}
