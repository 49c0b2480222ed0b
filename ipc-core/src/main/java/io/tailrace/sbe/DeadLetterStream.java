/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sbe;

import io.tailrace.Claim;
import io.tailrace.Dispatch;
import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.codecs.LetterOriginDecoder;
import io.tailrace.codecs.LetterOriginEncoder;
import io.tailrace.codecs.MessageHeaderDecoder;
import io.tailrace.codecs.MessageHeaderEncoder;
import io.tailrace.dispatch.FailurePolicy.DeadLetters;
import io.tailrace.dispatch.FailurePolicy.Origin;
import io.tailrace.memory.MappedBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.agrona.DirectBuffer;

/**
 * Dead letters in a stream, each with its {@link Origin}: an SBE message LetterOrigin, and after it the message that
 * could not be handled. They are rare, so each has its own claim and codecs, and any number of threads write and read.
 */
public final class DeadLetterStream {
    private static final int FIXED_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH
            + LetterOriginEncoder.BLOCK_LENGTH
            + LetterOriginEncoder.streamHeaderLength();

    private DeadLetterStream() {}

    /**
     * {@return dead letters that are published to a stream, each after its origin} As {@link Dispatch#toStream}, but
     * readable by {@link #from}. The origin takes 26 bytes plus the name of its stream. A message of the publication's
     * maximum length leaves no room for it and halts the dispatch.
     */
    public static DeadLetters to(Publication publication, Duration timeout) {
        return (buffer, offset, length, origin) -> offer(publication, timeout, buffer, offset, length, origin);
    }

    /**
     * {@return a handler for a stream that {@link #to} has filled, for a poll or a dispatch} It throws
     * IllegalArgumentException for a message that is not such a letter.
     */
    public static FrameHandler from(DeadLetters letters) {
        return (buffer, offset, length, header) -> read(buffer, offset, length, letters);
    }

    private static void offer(
            Publication publication, Duration timeout, DirectBuffer buffer, int offset, int length, Origin origin) {
        byte[] stream = origin.stream().getBytes(StandardCharsets.UTF_8);
        try (Claim claim = new Claim()) {
            publication.claim(FIXED_LENGTH + stream.length + length, claim, timeout);
            LetterOriginEncoder encoder = new LetterOriginEncoder()
                    .wrapAndApplyHeader(claim.buffer(), 0, new MessageHeaderEncoder())
                    .logId(origin.logId())
                    .position(origin.position())
                    .putStream(stream, 0, stream.length);
            claim.buffer().putBytes(encoder.limit(), buffer, offset, length);
            claim.commit();
        }
    }

    private static void read(DirectBuffer buffer, int offset, int length, DeadLetters letters) {
        LetterOriginDecoder decoder = new LetterOriginDecoder();
        Origin origin = readOrigin(decoder, buffer, offset, length);
        int originLength = decoder.limit();
        letters.accept(buffer, offset + originLength, length - originLength, origin);
    }

    private static Origin readOrigin(LetterOriginDecoder decoder, DirectBuffer buffer, int offset, int length) {
        MappedBuffer letter = new MappedBuffer(); // It ends where the letter ends, so no decoder reads past it.
        letter.wrap(buffer, offset, length);
        try {
            MessageHeaderDecoder header = new MessageHeaderDecoder();
            decoder.wrapAndApplyHeader(letter, 0, header);
            if (header.schemaId() != LetterOriginDecoder.SCHEMA_ID) {
                throw new IllegalStateException("schemaId=" + header.schemaId());
            }
            String stream = decoder.stream();
            return new Origin(stream, decoder.logId(), decoder.position());
        } catch (IllegalStateException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException(
                    "message is no dead letter with its origin: length=" + length + ", " + e.getMessage(), e);
        }
    }
}
