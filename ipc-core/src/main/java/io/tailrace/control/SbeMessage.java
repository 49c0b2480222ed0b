/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.MessageHeaderDecoder;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;

/**
 * A message of which the header was read. Checks the lengths in it before a decoder trusts them; where they contradict
 * one another, each method throws a {@link MalformedMessageException}.
 *
 * @param begin of the body in the buffer
 * @param length of the body
 * @param block the length of its fixed part, as its sender says
 */
record SbeMessage(DirectBuffer buffer, int begin, int length, int template, int block, int version) {
    private static final int TEXT_LENGTH_LENGTH = 2;

    /** Reads the header of a message. */
    static SbeMessage read(MessageHeaderDecoder header, DirectBuffer buffer, int offset, int length) {
        if (length < MessageHeaderDecoder.ENCODED_LENGTH) {
            throw new MalformedMessageException("message shorter than its header: length=" + length);
        }
        header.wrap(buffer, offset);
        if (header.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            throw new MalformedMessageException("message of another schema: schemaId=" + header.schemaId());
        }
        return new SbeMessage(
                buffer,
                offset + MessageHeaderDecoder.ENCODED_LENGTH,
                length - MessageHeaderDecoder.ENCODED_LENGTH,
                header.templateId(),
                header.blockLength(),
                header.version());
    }

    /** {@return the decoder of a message without texts} */
    <D extends MessageDecoderFlyweight> D fixed(D decoder) {
        checkBlock(decoder.sbeBlockLength());
        return wrap(decoder);
    }

    /** {@return the decoder of a message with one text} */
    <D extends MessageDecoderFlyweight> D withText(D decoder, int expectedBlock) {
        checkBlock(expectedBlock);
        checkText(block);
        return wrap(decoder);
    }

    /** {@return the decoder of what was checked} */
    <D extends MessageDecoderFlyweight> D wrap(D decoder) {
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
    int checkText(int textBegin) {
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
}
