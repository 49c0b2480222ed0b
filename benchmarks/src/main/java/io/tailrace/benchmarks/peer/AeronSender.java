/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.tailrace.benchmarks.peer.Candidate.Api;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Publishes with Aeron: one class for each {@link Api}. */
abstract sealed class AeronSender implements Library.Sender {
    final Publication publication;

    private AeronSender(Publication publication) {
        this.publication = publication;
    }

    static AeronSender of(Api api, Publication publication, UnsafeBuffer message) {
        return switch (api) {
            case OFFER, FRAGMENTS -> new Offer(publication, message);
            case CLAIM -> new InPlace(publication, MAX_LENGTH);
            case CLAIM_ONE_WORD -> new InPlace(publication, Long.BYTES);
            case BATCH, ASK ->
                throw new IllegalArgumentException("Aeron has no batches that subscribers see as messages");
        };
    }

    @Override
    public final long position() {
        return publication.position();
    }

    private static final class Offer extends AeronSender {
        private final UnsafeBuffer message;

        Offer(Publication publication, UnsafeBuffer message) {
            super(publication);
            this.message = message;
        }

        @Override
        public boolean send(long value, int count, int length) {
            message.putLong(0, value);
            return publication.offer(message, 0, length) > 0;
        }
    }

    private static final class InPlace extends AeronSender {
        private final BufferClaim claim = new BufferClaim();
        private final int mostWritten;

        InPlace(Publication publication, int mostWritten) {
            super(publication);
            this.mostWritten = mostWritten;
        }

        @Override
        public boolean send(long value, int count, int length) {
            if (publication.tryClaim(length, claim) < 0) {
                return false;
            }
            MutableDirectBuffer buffer = claim.buffer();
            int end = claim.offset() + Math.min(length, mostWritten);
            for (int i = claim.offset(); i < end; i += Long.BYTES) {
                buffer.putLong(i, value);
            }
            claim.commit();
            return true;
        }
    }
}
