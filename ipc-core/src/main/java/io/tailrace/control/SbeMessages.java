/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.codecs.MessageHeaderDecoder;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/** Checks the lengths in a message before a decoder trusts them. */
final class SbeMessages {
    private static final int TEXT_LENGTH_LENGTH = 2;

    private SbeMessages() {}

    static void checkHeader(MessageHeaderDecoder header, DirectBuffer buffer, int offset, int length) {
        if (length < MessageHeaderDecoder.ENCODED_LENGTH) {
            throw new MalformedMessageException("message shorter than its header: length=" + length);
        }
        header.wrap(buffer, offset);
        if (header.schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            throw new MalformedMessageException("message of another schema: schemaId=" + header.schemaId());
        }
    }

    static void checkBlock(int bodyLength, int block, int expectedBlock) {
        if (block < expectedBlock || block > bodyLength) {
            throw new MalformedMessageException(
                    "wrong block length: block=" + block + ", expected=" + expectedBlock + ", body=" + bodyLength);
        }
    }

    static void checkText(DirectBuffer buffer, int body, int bodyLength, int block, int expectedBlock) {
        checkBlock(bodyLength, block, expectedBlock);
        checkText(buffer, body, bodyLength, block);
    }

    /** Checks one of several texts. Returns where the next one begins in the body. */
    static int checkText(DirectBuffer buffer, int body, int bodyLength, int begin) {
        int room = bodyLength - begin - TEXT_LENGTH_LENGTH;
        if (room < 0) {
            throw new MalformedMessageException("text missing: body=" + bodyLength + ", begin=" + begin);
        }
        int textLength = buffer.getShort(body + begin, ByteOrder.LITTLE_ENDIAN) & 0xFFFF;
        if (textLength > room) {
            throw new MalformedMessageException(
                    "text longer than its message: length=" + textLength + ", room=" + room);
        }
        return begin + TEXT_LENGTH_LENGTH + textLength;
    }
}
