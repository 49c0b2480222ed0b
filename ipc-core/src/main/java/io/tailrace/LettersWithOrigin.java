/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

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
 * Dead letters in a stream: an SBE message LetterOrigin, and behind it the message that could not be handled. They are
 * rare, so each has its own claim and codecs, and any number of threads write and read.
 */
final class LettersWithOrigin {
    private static final int FIXED_LENGTH = MessageHeaderEncoder.ENCODED_LENGTH
            + LetterOriginEncoder.BLOCK_LENGTH
            + LetterOriginEncoder.streamHeaderLength();

    private LettersWithOrigin() {}

    static void offer(
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

    static void read(DirectBuffer buffer, int offset, int length, DeadLetters letters) {
        LetterOriginDecoder decoder = new LetterOriginDecoder();
        Origin origin = readOrigin(decoder, buffer, offset, length);
        int originLength = decoder.limit();
        letters.accept(buffer, offset + originLength, length - originLength, origin);
    }

    private static Origin readOrigin(LetterOriginDecoder decoder, DirectBuffer buffer, int offset, int length) {
        MappedBuffer letter = new MappedBuffer(); // Ends where the letter does: no decoder reads on behind it.
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
