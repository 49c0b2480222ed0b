/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.AddPublicationDecoder;
import io.tailrace.codecs.AddPublicationEncoder;
import io.tailrace.codecs.AddSubscriptionDecoder;
import io.tailrace.codecs.AddSubscriptionEncoder;
import io.tailrace.codecs.CloseClientDecoder;
import io.tailrace.codecs.CloseClientEncoder;
import io.tailrace.codecs.JoinPoint;
import io.tailrace.codecs.LogKind;
import io.tailrace.codecs.MessageHeaderDecoder;
import io.tailrace.codecs.MessageHeaderEncoder;
import io.tailrace.codecs.RemovePublicationDecoder;
import io.tailrace.codecs.RemovePublicationEncoder;
import io.tailrace.codecs.RemoveSubscriptionDecoder;
import io.tailrace.codecs.RemoveSubscriptionEncoder;
import io.tailrace.codecs.RequestStateDecoder;
import io.tailrace.codecs.RequestStateEncoder;
import io.tailrace.codecs.SlowPolicy;
import io.tailrace.log.JoinAt;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Commands to bytes and back, by SBE. One thread. */
public final class CommandCodec {
    private static final int FIRST_VERSION_WITH_NAMES = 2;

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();

    /** Writes a command at the start of a buffer. Returns its length in bytes. */
    public int encode(Command command, MutableDirectBuffer buffer) {
        if (command instanceof Command.AddPublication add) {
            AddPublicationEncoder encoder = new AddPublicationEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
            encoder
                    .registrationId(add.registrationId())
                    .kind(add.kind())
                    .termLength(add.termLength())
                    .askedRetainNs(add.askedRetainNs())
                    .stream(add.stream());
            return MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength();
        }
        if (command instanceof Command.AddSubscription add) {
            AddSubscriptionEncoder encoder = new AddSubscriptionEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
            encoder
                    .registrationId(add.registrationId())
                    .joinPoint(JoinPoint.valueOf(add.joinAt().kind().name()))
                    .policy(SlowPolicy.get((short) add.policy().kind()))
                    .evictAfterNs(add.policy().evictAfterNs())
                    .graceNs(add.name().graceNs())
                    .joinLogId(add.joinAt().logId())
                    .joinPosition(add.joinAt().position())
                    .stream(add.stream())
                    .name(add.name().text());
            return MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength();
        }
        if (command instanceof Command.RemovePublication remove) {
            new RemovePublicationEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .registrationId(remove.registrationId());
            return MessageHeaderEncoder.ENCODED_LENGTH + RemovePublicationEncoder.BLOCK_LENGTH;
        }
        if (command instanceof Command.RemoveSubscription remove) {
            new RemoveSubscriptionEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .registrationId(remove.registrationId());
            return MessageHeaderEncoder.ENCODED_LENGTH + RemoveSubscriptionEncoder.BLOCK_LENGTH;
        }
        if (command instanceof Command.RequestState request) {
            new RequestStateEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .requestId(request.requestId());
            return MessageHeaderEncoder.ENCODED_LENGTH + RequestStateEncoder.BLOCK_LENGTH;
        }
        new CloseClientEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
        return MessageHeaderEncoder.ENCODED_LENGTH + CloseClientEncoder.BLOCK_LENGTH;
    }

    /**
     * Reads a command.
     *
     * @throws MalformedMessageException if the bytes are none; nothing is allocated by what they claim
     */
    public Command decode(DirectBuffer buffer, int offset, int length) {
        SbeMessages.checkHeader(headerDecoder, buffer, offset, length);
        int template = headerDecoder.templateId();
        int body = offset + MessageHeaderDecoder.ENCODED_LENGTH;
        int bodyLength = length - MessageHeaderDecoder.ENCODED_LENGTH;
        int block = headerDecoder.blockLength();
        int version = headerDecoder.version();
        return switch (template) {
            case AddPublicationDecoder.TEMPLATE_ID -> decodeAddPublication(buffer, body, bodyLength, block, version);
            case AddSubscriptionDecoder.TEMPLATE_ID -> decodeAddSubscription(buffer, body, bodyLength, block, version);
            case RemovePublicationDecoder.TEMPLATE_ID -> {
                SbeMessages.checkBlock(bodyLength, block, RemovePublicationDecoder.BLOCK_LENGTH);
                yield new Command.RemovePublication(new RemovePublicationDecoder()
                        .wrap(buffer, body, block, version)
                        .registrationId());
            }
            case RemoveSubscriptionDecoder.TEMPLATE_ID -> {
                SbeMessages.checkBlock(bodyLength, block, RemoveSubscriptionDecoder.BLOCK_LENGTH);
                yield new Command.RemoveSubscription(new RemoveSubscriptionDecoder()
                        .wrap(buffer, body, block, version)
                        .registrationId());
            }
            case RequestStateDecoder.TEMPLATE_ID -> {
                SbeMessages.checkBlock(bodyLength, block, RequestStateDecoder.BLOCK_LENGTH);
                yield new Command.RequestState(new RequestStateDecoder()
                        .wrap(buffer, body, block, version)
                        .requestId());
            }
            case CloseClientDecoder.TEMPLATE_ID -> new Command.CloseClient();
            default -> throw new MalformedMessageException("unknown command: templateId=" + template);
        };
    }

    private static Command decodeAddPublication(DirectBuffer buffer, int body, int bodyLength, int block, int version) {
        int expectedBlock =
                switch (version) {
                    case 0, 1 -> AddPublicationDecoder.termLengthEncodingOffset();
                    case 2 -> AddPublicationDecoder.askedRetainNsEncodingOffset();
                    default -> AddPublicationDecoder.BLOCK_LENGTH;
                };
        SbeMessages.checkText(buffer, body, bodyLength, block, expectedBlock);
        var decoder = new AddPublicationDecoder().wrap(buffer, body, block, version);
        return new Command.AddPublication(
                decoder.registrationId(),
                LogKind.get(decoder.kindRaw()),
                decoder.termLength(),
                decoder.askedRetainNs(),
                decoder.stream());
    }

    private static Command decodeAddSubscription(
            DirectBuffer buffer, int body, int bodyLength, int block, int version) {
        boolean isFirst = version < FIRST_VERSION_WITH_NAMES;
        SbeMessages.checkBlock(
                bodyLength,
                block,
                isFirst ? AddSubscriptionDecoder.graceNsEncodingOffset() : AddSubscriptionDecoder.BLOCK_LENGTH);
        int name = SbeMessages.checkText(buffer, body, bodyLength, block);
        if (!isFirst) {
            SbeMessages.checkText(buffer, body, bodyLength, name);
        }
        var decoder = new AddSubscriptionDecoder().wrap(buffer, body, block, version);
        return new Command.AddSubscription(
                decoder.registrationId(),
                decodeJoinAt(decoder),
                SubscriberPolicy.of(SlowPolicy.get(decoder.policyRaw()).value(), decoder.evictAfterNs()),
                decoder.stream(),
                isFirst ? SubscriberName.NONE : new SubscriberName(decoder.name(), decoder.graceNs()));
    }

    private static JoinAt decodeJoinAt(AddSubscriptionDecoder decoder) {
        return switch (JoinPoint.get(decoder.joinPointRaw())) {
            case OLDEST -> JoinAt.OLDEST;
            case POSITION -> JoinAt.position(decoder.joinLogId(), decoder.joinPosition());
            default -> JoinAt.TAIL;
        };
    }
}
