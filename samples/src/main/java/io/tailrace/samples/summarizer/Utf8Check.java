/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Says whether bytes are UTF-8. A String would be made of any bytes, with what is wrong replaced. For one thread. */
final class Utf8Check {
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer ignored = CharBuffer.allocate(LineReader.MAX_LINE_LENGTH);

    /** {@return whether it is} At most {@link LineReader#MAX_LINE_LENGTH} bytes. */
    public boolean isUtf8(byte[] bytes, int offset, int length) {
        int all = 0;
        for (int i = offset; i < offset + length; i++) {
            all |= bytes[i]; // Nearly all lines are ASCII only, and this is many times as fast.
        }
        return all >= 0 || isDecoded(ByteBuffer.wrap(bytes, offset, length));
    }

    private boolean isDecoded(ByteBuffer bytes) {
        decoder.reset();
        ignored.clear();
        return !decoder.decode(bytes, ignored, true).isError();
    }
}
