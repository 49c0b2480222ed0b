/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.ask;

import static io.tailrace.ask.AskLayout.HEADER_LENGTH;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.memory.MappedBuffer;
import org.agrona.MutableDirectBuffer;

/** Space in a log for a header and a body; the program sees only the body. Used by one thread. */
final class BodyClaim {
    private final Claim claim = new Claim();
    private final MappedBuffer body = new MappedBuffer();

    /** Returns the position after it, or a negative {@link io.tailrace.OfferStatus} code. */
    long tryClaim(Publication publication, int bodyLength) {
        checkLength(publication, bodyLength);
        long result = publication.tryClaim(HEADER_LENGTH + bodyLength, claim);
        if (result >= 0) {
            try {
                body.wrap(claim.buffer(), HEADER_LENGTH, bodyLength);
            } catch (Throwable t) {
                claim.abort();
                throw t;
            }
        }
        return result;
    }

    /** Checked before the header's length is added, so the message names the length that the program asked for. */
    static void checkLength(Publication publication, int bodyLength) {
        int maxLength = publication.maxMessageLength() - HEADER_LENGTH;
        if (bodyLength < 0 || bodyLength > maxLength) {
            throw new IllegalArgumentException("length out of range: length=" + bodyLength + ", min=0, max=" + maxLength
                    + " (an eighth of a term less headers), stream=" + publication.stream()
                    + "; longer ones need a longer term");
        }
    }

    boolean isOpen() {
        return claim.isOpen();
    }

    MutableDirectBuffer header() {
        return claim.buffer();
    }

    /** {@return the claimed space, from index 0 to the claimed length; empty if nothing is claimed} */
    MutableDirectBuffer body() {
        if (!claim.isOpen() && body.capacity() > 0) {
            body.wrap(body, 0, 0);
        }
        return body;
    }

    void commit() {
        claim.commit();
    }

    void abort() {
        claim.close();
    }
}
