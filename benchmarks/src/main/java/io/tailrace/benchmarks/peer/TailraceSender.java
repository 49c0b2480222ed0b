/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import org.agrona.MutableDirectBuffer;

/** Publishes with Tailrace: one class for each {@link Api}. */
abstract sealed class TailraceSender implements Library.Sender {
    final Publication publication;

    private TailraceSender(Publication publication) {
        this.publication = publication;
    }

    static TailraceSender of(Api api, Publication publication, MappedBuffer message) {
        return switch (api) {
            case OFFER, FRAGMENTS -> new Offer(publication, message); // What is long goes in one frame.
            case CLAIM, CLAIM_ONE_WORD -> new InPlace(publication);
            case BATCH -> new Batch(publication);
            case ASK -> throw new IllegalArgumentException("it is a library of its own: api=" + api);
        };
    }

    @Override
    public final long position() {
        return publication.position();
    }

    private static final class Offer extends TailraceSender {
        private final MappedBuffer message;

        Offer(Publication publication, MappedBuffer message) {
            super(publication);
            this.message = message;
        }

        @Override
        public boolean send(long value, int count, int length) {
            message.putLong(0, value);
            return publication.offer(message, 0, length) > 0;
        }
    }

    private static final class InPlace extends TailraceSender {
        private final Claim claim = new Claim();

        InPlace(Publication publication) {
            super(publication);
        }

        @Override
        public boolean send(long value, int count, int length) {
            if (publication.tryClaim(length, claim) < 0) {
                return false;
            }
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
        public boolean send(long value, int count, int newLength) {
            if (newLength != length) {
                point(newLength);
            }
            int last = count - 1;
            for (int i = 0; i < last; i++) {
                memory.putLong(i * length, (value & ~1) + 2L * i);
            }
            memory.putLong(last * length, value + 2L * last);
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
