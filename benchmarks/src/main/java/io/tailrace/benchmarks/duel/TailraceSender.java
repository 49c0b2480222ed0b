/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.duel;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import org.agrona.MutableDirectBuffer;

/** Publishes with Tailrace: one class for each {@link Api}. */
abstract sealed class TailraceSender implements Candidate.Sender {
    final Publication publication;

    private TailraceSender(Publication publication) {
        this.publication = publication;
    }

    static TailraceSender of(Api api, Publication publication) {
        return switch (api) {
            case OFFER -> new Offer(publication);
            case CLAIM -> new InPlace(publication);
            case BATCH -> new Batch(publication);
            case FRAGMENTS -> throw new IllegalArgumentException("Tailrace has no fragments");
        };
    }

    @Override
    public final long position() {
        return publication.position();
    }

    private static final class Offer extends TailraceSender {
        private final MappedBuffer message = MappedBuffer.allocate(MAX_LENGTH);

        Offer(Publication publication) {
            super(publication);
        }

        @Override
        public boolean send(long first, int count, boolean answerWanted, int length) {
            message.putLong(0, Inbox.value(first, answerWanted));
            return publication.offer(message, 0, length) > 0;
        }
    }

    private static final class InPlace extends TailraceSender {
        private final Claim claim = new Claim();

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
            for (int i = 0; i < length; i += Long.BYTES) {
                buffer.putLong(i, value);
            }
            claim.commit();
            return true;
        }
    }

    private static final class Batch extends TailraceSender {
        private final MappedBuffer memory = MappedBuffer.allocate(GROUP * MAX_LENGTH);
        private final BufferVector[] messages = new BufferVector[GROUP];
        private int length;

        Batch(Publication publication) {
            super(publication);
            for (int i = 0; i < GROUP; i++) {
                messages[i] = new BufferVector();
            }
        }

        @Override
        public int group() {
            return GROUP;
        }

        @Override
        public boolean send(long first, int count, boolean answerWanted, int newLength) {
            if (newLength != length) {
                point(newLength);
            }
            for (int i = 0; i < count; i++) {
                memory.putLong(i * length, Inbox.value(first + i, answerWanted && i == count - 1));
            }
            return publication.offerBatch(messages, count) > 0;
        }

        private void point(int newLength) {
            length = newLength;
            for (int i = 0; i < GROUP; i++) {
                messages[i].reset(memory, i * length, length);
            }
        }
    }
}
