/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.AddPublicationDecoder;
import io.tailrace.codecs.AddPublicationEncoder;
import io.tailrace.codecs.AddSubscriptionDecoder;
import io.tailrace.codecs.AddSubscriptionEncoder;
import io.tailrace.codecs.CloseClientDecoder;
import io.tailrace.codecs.CloseClientEncoder;
import io.tailrace.codecs.FailedDecoder;
import io.tailrace.codecs.FailedEncoder;
import io.tailrace.codecs.FailureCode;
import io.tailrace.codecs.ImageAvailableDecoder;
import io.tailrace.codecs.ImageAvailableEncoder;
import io.tailrace.codecs.ImageUnavailableDecoder;
import io.tailrace.codecs.ImageUnavailableEncoder;
import io.tailrace.codecs.JoinPoint;
import io.tailrace.codecs.LogKind;
import io.tailrace.codecs.MessageHeaderDecoder;
import io.tailrace.codecs.MessageHeaderEncoder;
import io.tailrace.codecs.PublicationReadyDecoder;
import io.tailrace.codecs.PublicationReadyEncoder;
import io.tailrace.codecs.RemovePublicationDecoder;
import io.tailrace.codecs.RemovePublicationEncoder;
import io.tailrace.codecs.RemoveSubscriptionDecoder;
import io.tailrace.codecs.RemoveSubscriptionEncoder;
import io.tailrace.codecs.RequestStateDecoder;
import io.tailrace.codecs.RequestStateEncoder;
import io.tailrace.codecs.SlowPolicy;
import io.tailrace.codecs.StateCompleteDecoder;
import io.tailrace.codecs.StateCompleteEncoder;
import io.tailrace.codecs.SubscriptionReadyDecoder;
import io.tailrace.codecs.SubscriptionReadyEncoder;
import io.tailrace.codecs.VacantNameDecoder;
import io.tailrace.codecs.VacantNameEncoder;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogMirror;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.memory.MappedBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;
import org.agrona.sbe.MessageEncoderFlyweight;

/**
 * Encodes and decodes commands and events with SBE. A reading method throws a {@link MalformedMessageException} if the
 * bytes are invalid, and allocates nothing based on lengths that they claim. Used by one thread.
 */
public final class MessageCodec {
    private static final int VACANCY_LENGTH = MessageHeaderDecoder.ENCODED_LENGTH + VacantNameDecoder.BLOCK_LENGTH;

    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();

    private <E extends MessageEncoderFlyweight> E begin(E encoder, MutableDirectBuffer buffer) {
        headerEncoder
                .wrap(buffer, 0)
                .blockLength(encoder.sbeBlockLength())
                .templateId(encoder.sbeTemplateId())
                .schemaId(encoder.sbeSchemaId())
                .version(encoder.sbeSchemaVersion());
        encoder.wrap(buffer, MessageHeaderEncoder.ENCODED_LENGTH);
        return encoder;
    }

    /** Writes a command at the start of a buffer. Returns its length in bytes. */
    public int encode(Command command, MutableDirectBuffer buffer) {
        return MessageHeaderEncoder.ENCODED_LENGTH + write(command, buffer).encodedLength();
    }

    private MessageEncoderFlyweight write(Command command, MutableDirectBuffer buffer) {
        if (command instanceof Command.AddPublication add) {
            LogMirror mirror = add.mirror();
            return begin(new AddPublicationEncoder(), buffer)
                    .registrationId(add.registrationId())
                    .kind(add.kind())
                    .termLength(add.termLength())
                    .askedRetainNs(add.askedRetainNs())
                    .beginPosition(add.beginPosition())
                    .originLogId(mirror == null ? AddPublicationEncoder.originLogIdNullValue() : mirror.originLogId())
                    .mirrorLeaseNs(mirror == null ? 0 : mirror.leaseNs())
                    .stream(add.stream())
                    .originHost(mirror == null ? "" : mirror.originHost());
        } else if (command instanceof Command.AddSubscription add) {
            return begin(new AddSubscriptionEncoder(), buffer)
                    .registrationId(add.registrationId())
                    .joinPoint(JoinPoint.valueOf(add.joinAt().kind().name()))
                    .policy(SlowPolicy.get((short) add.policy().kind()))
                    .evictAfterNs(add.policy().evictAfterNs())
                    .leaseNs(add.name().leaseNs())
                    .joinLogId(add.joinAt().logId())
                    .joinPosition(add.joinAt().position())
                    .stream(add.stream())
                    .name(add.name().text());
        } else if (command instanceof Command.RemovePublication remove) {
            return begin(new RemovePublicationEncoder(), buffer).registrationId(remove.registrationId());
        } else if (command instanceof Command.RemoveSubscription remove) {
            return begin(new RemoveSubscriptionEncoder(), buffer).registrationId(remove.registrationId());
        } else if (command instanceof Command.RequestState request) {
            return begin(new RequestStateEncoder(), buffer).requestId(request.requestId());
        }
        return begin(new CloseClientEncoder(), buffer);
    }

    /** Writes an event at the start of a buffer. Returns its length in bytes. */
    public int encode(Event event, MutableDirectBuffer buffer) {
        return MessageHeaderEncoder.ENCODED_LENGTH + write(event, buffer).encodedLength();
    }

    private MessageEncoderFlyweight write(Event event, MutableDirectBuffer buffer) {
        if (event instanceof Event.PublicationReady ready) {
            return begin(new PublicationReadyEncoder(), buffer)
                    .clientId(ready.clientId())
                    .registrationId(ready.registrationId())
                    .logId(ready.logId())
                    .slot(ready.slot());
        } else if (event instanceof Event.SubscriptionReady ready) {
            return begin(new SubscriptionReadyEncoder(), buffer)
                    .clientId(ready.clientId())
                    .registrationId(ready.registrationId());
        } else if (event instanceof Event.ImageAvailable image) {
            return begin(new ImageAvailableEncoder(), buffer)
                    .clientId(image.clientId())
                    .registrationId(image.registrationId())
                    .logId(image.logId())
                    .slot(image.slot())
                    .joinPosition(image.joinPosition());
        } else if (event instanceof Event.ImageUnavailable image) {
            return begin(new ImageUnavailableEncoder(), buffer)
                    .clientId(image.clientId())
                    .registrationId(image.registrationId())
                    .logId(image.logId());
        } else if (event instanceof Event.Failed failed) {
            return begin(new FailedEncoder(), buffer)
                    .clientId(failed.clientId())
                    .registrationId(failed.registrationId())
                    .code(failed.code())
                    .reason(failed.reason());
        }
        Event.StateComplete complete = (Event.StateComplete) event;
        return begin(new StateCompleteEncoder(), buffer)
                .clientId(complete.clientId())
                .requestId(complete.requestId());
    }

    /** Writes a vacant name, followed by the command of its last holder. Returns the length in bytes. */
    int encode(Vacancy vacancy, MappedBuffer buffer) {
        begin(new VacantNameEncoder(), buffer)
                .untilNs(vacancy.untilNs())
                .clientId(vacancy.clientId())
                .pid(vacancy.pid());
        MappedBuffer rest = buffer.view(VACANCY_LENGTH, buffer.capacity() - VACANCY_LENGTH);
        return VACANCY_LENGTH + encode(vacancy.command(), rest);
    }

    public Command decodeCommand(DirectBuffer buffer, int offset, int length) {
        SbeMessage message = read(buffer, offset, length);
        return switch (message.template) {
            case AddPublicationDecoder.TEMPLATE_ID -> addPublication(message);
            case AddSubscriptionDecoder.TEMPLATE_ID -> addSubscription(message);
            case RemovePublicationDecoder.TEMPLATE_ID ->
                new Command.RemovePublication(
                        message.decode(new RemovePublicationDecoder(), 0).registrationId());
            case RemoveSubscriptionDecoder.TEMPLATE_ID ->
                new Command.RemoveSubscription(
                        message.decode(new RemoveSubscriptionDecoder(), 0).registrationId());
            case RequestStateDecoder.TEMPLATE_ID ->
                new Command.RequestState(
                        message.decode(new RequestStateDecoder(), 0).requestId());
            case CloseClientDecoder.TEMPLATE_ID -> new Command.CloseClient();
            default -> throw message.unknown("command");
        };
    }

    /** Reads a command that adds a subscription; any other is malformed. */
    Command.AddSubscription decodeAddSubscription(DirectBuffer buffer, int offset, int length) {
        Command command = decodeCommand(buffer, offset, length);
        if (command instanceof Command.AddSubscription add) {
            return add;
        }
        throw new MalformedMessageException("another command: " + command);
    }

    private static Command addPublication(SbeMessage message) {
        var d = message.decode(new AddPublicationDecoder(), 2);
        boolean isMirror = d.originLogId() != AddPublicationDecoder.originLogIdNullValue();
        return new Command.AddPublication(
                d.registrationId(),
                LogKind.get(d.kindRaw()),
                d.termLength(),
                d.askedRetainNs(),
                d.stream(),
                d.beginPosition(),
                isMirror ? mirror(d.originHost(), d.originLogId(), d.mirrorLeaseNs()) : null);
    }

    private static LogMirror mirror(String host, long logId, long leaseNs) {
        try {
            return new LogMirror(host, logId, leaseNs);
        } catch (IllegalArgumentException e) {
            throw new MalformedMessageException("no mirror: " + e.getMessage());
        }
    }

    private static Command addSubscription(SbeMessage message) {
        var d = message.decode(new AddSubscriptionDecoder(), 2);
        return new Command.AddSubscription(
                d.registrationId(),
                switch (JoinPoint.get(d.joinPointRaw())) {
                    case OLDEST -> JoinAt.OLDEST;
                    case HISTORY -> JoinAt.HISTORY;
                    case POSITION -> JoinAt.position(d.joinLogId(), d.joinPosition());
                    default -> JoinAt.TAIL;
                },
                SubscriberPolicy.of(SlowPolicy.get(d.policyRaw()).value(), d.evictAfterNs()),
                d.stream(),
                new SubscriberName(d.name(), d.leaseNs()));
    }

    /** Reads the recipient of an event, with which every event begins. */
    long readClientId(DirectBuffer buffer, int offset, int length) {
        SbeMessage message = read(buffer, offset, length);
        message.checkBlock(Long.BYTES);
        return buffer.getLong(message.begin, ByteOrder.LITTLE_ENDIAN);
    }

    public Event decodeEvent(DirectBuffer buffer, int offset, int length) {
        SbeMessage message = read(buffer, offset, length);
        return switch (message.template) {
            case PublicationReadyDecoder.TEMPLATE_ID -> {
                var d = message.decode(new PublicationReadyDecoder(), 0);
                yield new Event.PublicationReady(d.clientId(), d.registrationId(), d.logId(), d.slot());
            }
            case SubscriptionReadyDecoder.TEMPLATE_ID -> {
                var d = message.decode(new SubscriptionReadyDecoder(), 0);
                yield new Event.SubscriptionReady(d.clientId(), d.registrationId());
            }
            case ImageAvailableDecoder.TEMPLATE_ID -> {
                var d = message.decode(new ImageAvailableDecoder(), 0);
                yield new Event.ImageAvailable(d.clientId(), d.registrationId(), d.logId(), d.slot(), d.joinPosition());
            }
            case ImageUnavailableDecoder.TEMPLATE_ID -> {
                var d = message.decode(new ImageUnavailableDecoder(), 0);
                yield new Event.ImageUnavailable(d.clientId(), d.registrationId(), d.logId());
            }
            case FailedDecoder.TEMPLATE_ID -> {
                var d = message.decode(new FailedDecoder(), 1);
                yield new Event.Failed(d.clientId(), d.registrationId(), FailureCode.get(d.codeRaw()), d.reason());
            }
            case StateCompleteDecoder.TEMPLATE_ID -> {
                var d = message.decode(new StateCompleteDecoder(), 0);
                yield new Event.StateComplete(d.clientId(), d.requestId());
            }
            default -> throw message.unknown("event");
        };
    }

    Vacancy decodeVacancy(DirectBuffer buffer, int length) {
        SbeMessage message = read(buffer, 0, length);
        if (message.template != VacantNameDecoder.TEMPLATE_ID) {
            throw new MalformedMessageException("another message: templateId=" + message.template);
        }
        var head = message.decode(new VacantNameDecoder(), 0);
        int begin = message.begin + message.block;
        return new Vacancy(
                decodeAddSubscription(buffer, begin, length - begin), head.clientId(), head.pid(), head.untilNs());
    }

    private SbeMessage read(DirectBuffer buffer, int offset, int length) {
        if (length < MessageHeaderDecoder.ENCODED_LENGTH) {
            throw new MalformedMessageException("message shorter than its header: length=" + length);
        }
        headerDecoder.wrap(buffer, offset);
        if (headerDecoder.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            throw new MalformedMessageException("message of another schema: schemaId=" + headerDecoder.schemaId());
        }
        return new SbeMessage(
                buffer,
                offset + MessageHeaderDecoder.ENCODED_LENGTH,
                length - MessageHeaderDecoder.ENCODED_LENGTH,
                headerDecoder.templateId(),
                headerDecoder.blockLength(),
                headerDecoder.version());
    }

    /**
     * A message of which the header was read. Checks the lengths in it before a decoder trusts them.
     *
     * @param begin of the body in the buffer
     * @param length of the body
     * @param block the length of its fixed part, as stated by its sender
     */
    private record SbeMessage(DirectBuffer buffer, int begin, int length, int template, int block, int version) {
        private static final int TEXT_LENGTH_LENGTH = 2;

        /** {@return the decoder of a message with this many texts} */
        <D extends MessageDecoderFlyweight> D decode(D decoder, int texts) {
            checkBlock(decoder.sbeBlockLength());
            int end = block;
            for (int i = 0; i < texts; i++) {
                end = checkText(end);
            }
            decoder.wrap(buffer, begin, block, version);
            return decoder;
        }

        void checkBlock(int expectedBlock) {
            if (block < expectedBlock || block > length) {
                throw new MalformedMessageException(
                        "wrong block length: block=" + block + ", expected=" + expectedBlock + ", body=" + length);
            }
        }

        /** Checks one of several texts, which begins there in the body. Returns where the next one begins. */
        private int checkText(int textBegin) {
            int room = length - textBegin - TEXT_LENGTH_LENGTH;
            if (room < 0) {
                throw new MalformedMessageException("text missing: body=" + length + ", begin=" + textBegin);
            }
            int textLength = buffer.getShort(begin + textBegin, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
            if (textLength > room) {
                throw new MalformedMessageException(
                        "text longer than its message: length=" + textLength + ", room=" + room);
            }
            return textBegin + TEXT_LENGTH_LENGTH + textLength;
        }

        MalformedMessageException unknown(String what) {
            return new MalformedMessageException("unknown " + what + ": templateId=" + template);
        }
    }

    /** A command or event that no genuine client or driver writes. */
    public static final class MalformedMessageException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public MalformedMessageException(String message) {
            super(message);
        }
    }
}
