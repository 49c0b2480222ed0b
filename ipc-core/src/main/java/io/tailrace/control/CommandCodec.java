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
import org.agrona.sbe.MessageEncoderFlyweight;

/** Commands to bytes and back, by SBE. One thread. */
public final class CommandCodec {
    private static final int FIRST_VERSION_WITH_NAMES = 2;

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();

    /** Writes a command at the start of a buffer. Returns its length in bytes. */
    public int encode(Command command, MutableDirectBuffer buffer) {
        return MessageHeaderEncoder.ENCODED_LENGTH + write(command, buffer).encodedLength();
    }

    private MessageEncoderFlyweight write(Command command, MutableDirectBuffer buffer) {
        if (command instanceof Command.AddPublication add) {
            AddPublicationEncoder encoder = new AddPublicationEncoder();
            encoder
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .registrationId(add.registrationId())
                    .kind(add.kind())
                    .termLength(add.termLength())
                    .askedRetainNs(add.askedRetainNs())
                    .stream(add.stream());
            return encoder;
        } else if (command instanceof Command.AddSubscription add) {
            AddSubscriptionEncoder encoder = new AddSubscriptionEncoder();
            encoder
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .registrationId(add.registrationId())
                    .joinPoint(JoinPoint.valueOf(add.joinAt().kind().name()))
                    .policy(SlowPolicy.get((short) add.policy().kind()))
                    .evictAfterNs(add.policy().evictAfterNs())
                    .leaseNs(add.name().leaseNs())
                    .joinLogId(add.joinAt().logId())
                    .joinPosition(add.joinAt().position())
                    .stream(add.stream())
                    .name(add.name().text());
            return encoder;
        } else if (command instanceof Command.RemovePublication remove) {
            return new RemovePublicationEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .registrationId(remove.registrationId());
        } else if (command instanceof Command.RemoveSubscription remove) {
            return new RemoveSubscriptionEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .registrationId(remove.registrationId());
        } else if (command instanceof Command.RequestState request) {
            return new RequestStateEncoder()
                    .wrapAndApplyHeader(buffer, 0, headerEncoder)
                    .requestId(request.requestId());
        }
        return new CloseClientEncoder().wrapAndApplyHeader(buffer, 0, headerEncoder);
    }

    /**
     * Reads a command.
     *
     * @throws MalformedMessageException if the bytes are none; nothing is allocated by what they claim
     */
    public Command decode(DirectBuffer buffer, int offset, int length) {
        SbeMessage message = SbeMessage.read(headerDecoder, buffer, offset, length);
        return switch (message.template()) {
            case AddPublicationDecoder.TEMPLATE_ID -> decodeAddPublication(message);
            case AddSubscriptionDecoder.TEMPLATE_ID -> decodeAddSubscription(message);
            case RemovePublicationDecoder.TEMPLATE_ID ->
                new Command.RemovePublication(
                        message.fixed(new RemovePublicationDecoder()).registrationId());
            case RemoveSubscriptionDecoder.TEMPLATE_ID ->
                new Command.RemoveSubscription(
                        message.fixed(new RemoveSubscriptionDecoder()).registrationId());
            case RequestStateDecoder.TEMPLATE_ID ->
                new Command.RequestState(
                        message.fixed(new RequestStateDecoder()).requestId());
            case CloseClientDecoder.TEMPLATE_ID -> new Command.CloseClient();
            default -> throw new MalformedMessageException("unknown command: templateId=" + message.template());
        };
    }

    private static Command decodeAddPublication(SbeMessage message) {
        int expectedBlock =
                switch (message.version()) {
                    case 0, 1 -> AddPublicationDecoder.termLengthEncodingOffset();
                    case 2 -> AddPublicationDecoder.askedRetainNsEncodingOffset();
                    default -> AddPublicationDecoder.BLOCK_LENGTH;
                };
        var decoder = message.withText(new AddPublicationDecoder(), expectedBlock);
        return new Command.AddPublication(
                decoder.registrationId(),
                LogKind.get(decoder.kindRaw()),
                decoder.termLength(),
                decoder.askedRetainNs(),
                decoder.stream());
    }

    private static Command decodeAddSubscription(SbeMessage message) {
        boolean isFirst = message.version() < FIRST_VERSION_WITH_NAMES;
        message.checkBlock(
                isFirst ? AddSubscriptionDecoder.leaseNsEncodingOffset() : AddSubscriptionDecoder.BLOCK_LENGTH);
        int name = message.checkText(message.block());
        if (!isFirst) {
            message.checkText(name);
        }
        var decoder = message.wrap(new AddSubscriptionDecoder());
        return new Command.AddSubscription(
                decoder.registrationId(),
                decodeJoinAt(decoder),
                SubscriberPolicy.of(SlowPolicy.get(decoder.policyRaw()).value(), decoder.evictAfterNs()),
                decoder.stream(),
                isFirst ? SubscriberName.NONE : new SubscriberName(decoder.name(), decoder.leaseNs()));
    }

    private static JoinAt decodeJoinAt(AddSubscriptionDecoder decoder) {
        return switch (JoinPoint.get(decoder.joinPointRaw())) {
            case OLDEST -> JoinAt.OLDEST;
            case POSITION -> JoinAt.position(decoder.joinLogId(), decoder.joinPosition());
            default -> JoinAt.TAIL;
        };
    }
}
