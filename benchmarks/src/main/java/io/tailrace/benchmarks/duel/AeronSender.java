/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Publishes with Aeron: one class for each {@link Api}. */
abstract sealed class AeronSender implements Candidate.Sender {
    final Publication publication;

    private AeronSender(Publication publication) {
        this.publication = publication;
    }

    static AeronSender of(Api api, Publication publication) {
        return switch (api) {
            case OFFER, FRAGMENTS -> new Offer(publication);
            case CLAIM -> new InPlace(publication);
            case BATCH -> throw new IllegalArgumentException("Aeron has no batches that subscribers see as messages");
        };
    }

    @Override
    public final long position() {
        return publication.position();
    }

    private static final class Offer extends AeronSender {
        private final UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(MAX_LENGTH, 64));

        Offer(Publication publication) {
            super(publication);
        }

        @Override
        public boolean send(long first, int count, boolean answerWanted, int length) {
            message.putLong(0, Inbox.value(first, answerWanted));
            return publication.offer(message, 0, length) > 0;
        }
    }

    private static final class InPlace extends AeronSender {
        private final BufferClaim claim = new BufferClaim();

        InPlace(Publication publication) {
            super(publication);
        }

        @Override
        public boolean send(long first, int count, boolean answerWanted, int length) {
            if (publication.tryClaim(length, claim) < 0) {
                return false;
            }
            long value = Inbox.value(first, answerWanted);
            MutableDirectBuffer buffer = claim.buffer();
            int end = claim.offset() + length;
            for (int i = claim.offset(); i < end; i += Long.BYTES) {
                buffer.putLong(i, value);
            }
            claim.commit();
            return true;
        }
    }
}
