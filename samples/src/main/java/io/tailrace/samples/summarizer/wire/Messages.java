/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.wire;

import io.tailrace.Header;
import io.tailrace.Publication;
import io.tailrace.samples.summarizer.codecs.EndDecoder;
import io.tailrace.samples.summarizer.codecs.EndEncoder;
import io.tailrace.samples.summarizer.codecs.MessageHeaderDecoder;
import io.tailrace.sbe.SbeClaim;
import org.agrona.DirectBuffer;

/** What the streams have in common: the header of a message, and the ends of sources. */
final class Messages {
    private Messages() {}

    /**
     * {@return the template of a message, by which its decoder is chosen}
     *
     * @throws UnknownMessageException if it is none of the schema
     */
    static int templateOf(MessageHeaderDecoder message, DirectBuffer buffer, int offset, int length, Header header) {
        if (length < MessageHeaderDecoder.ENCODED_LENGTH
                || message.wrap(buffer, offset).schemaId() != MessageHeaderDecoder.SCHEMA_ID) {
            throw new UnknownMessageException(length, header);
        }
        return message.templateId();
    }

    /** Writes an end; waits while there is no room. */
    static void putEnd(Publication publication, End end) throws InterruptedException {
        try (SbeClaim<EndEncoder> claim = new SbeClaim<>(publication, new EndEncoder())) {
            Patience.await(timeout -> claim.tryClaim(0, timeout));
            claim.encoder()
                    .source(end.source())
                    .sequence(end.sequence())
                    .part(end.part())
                    .parts(end.parts());
            claim.commit();
        }
    }

    static End endOf(EndDecoder end) {
        return new End(end.source(), end.sequence(), end.part(), end.parts());
    }
}
