/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Claim;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Numbered;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes in every way there is, to be killed meanwhile: {@link TestMessages}, or {@link Numbered} ones if it has a
 * generation. Its progress file outlives it: it holds the number of accepted messages, that number including the
 * messages being offered, and the registration.
 */
final class Publishing {
    private static final long REFUSED_PAUSE_NS = 20_000;
    private static final int LOOK_EVERY = 16;
    private static final int BATCH = 3;
    private static final int WAYS = 5;
    private static final int ABORTED_LENGTH = 100;

    private final Publication publication;
    private final MappedBuffer progress;
    private final long generation;
    private final MappedBuffer[] buffers = new MappedBuffer[BATCH];
    private final BufferVector[] vectors = new BufferVector[BATCH];
    private final Claim claim = new Claim();
    private long accepted;

    Publishing(Publication publication, MappedBuffer progress, long generation) {
        this.publication = publication;
        this.progress = progress;
        this.generation = generation;
        progress.putLongRelease(LoadPublisher.REGISTRATION_OFFSET, publication.registrationId());
        for (int i = 0; i < BATCH; i++) {
            buffers[i] = MappedBuffer.allocate(publication.maxMessageLength());
            vectors[i] = new BufferVector();
        }
    }

    /** Returns when the messages are accepted, or when this process is told to end. */
    void publish(long messages, long pauseNs) throws IOException {
        int turn = 0;
        while (accepted < messages) {
            if (turn % LOOK_EVERY == 0) {
                if (System.in.available() > 0) {
                    return;
                }
                if (pauseNs > 0) {
                    LockSupport.parkNanos(pauseNs);
                }
            }
            long result = offer(turn % WAYS);
            if (result == OfferStatus.CLOSED_CODE) {
                throw new IllegalStateException("closed");
            } else if (result < 0) {
                LockSupport.parkNanos(REFUSED_PAUSE_NS);
            }
            turn++;
        }
    }

    private long offer(int way) {
        int length = fill(0);
        MappedBuffer buffer = buffers[0];
        int half = length / 2;
        int rest = length - half;
        return switch (way) {
            case 0 -> count(1, () -> publication.offer(buffer, 0, length));
            case 1 -> offerBatch(length);
            case 2 -> count(1, () -> claim(length, true));
            case 3 -> count(1, () -> publication.offer(buffer, 0, half, buffer, half, rest));
            default -> claim(ABORTED_LENGTH, false);
        };
    }

    private interface Offer {
        long make();
    }

    private long count(int messages, Offer offer) {
        progress.putLongRelease(LoadPublisher.ATTEMPTED_OFFSET, accepted + messages);
        long result = offer.make();
        if (result > 0) {
            accepted += messages;
        }
        progress.putLongRelease(LoadPublisher.ACCEPTED_OFFSET, accepted);
        progress.putLongRelease(LoadPublisher.ATTEMPTED_OFFSET, accepted);
        return result;
    }

    /** As many as fit, and at most three. */
    private long offerBatch(int firstLength) {
        int total = alignedLength(firstLength);
        vectors[0].reset(buffers[0], 0, firstLength);
        int count = 1;
        while (count < BATCH) {
            int length = fill(count);
            total += alignedLength(length);
            if (total > publication.maxMessageLength()) {
                break;
            }
            vectors[count].reset(buffers[count], 0, length);
            count++;
        }
        int messages = count;
        return count(messages, () -> publication.offerBatch(vectors, messages));
    }

    private static int alignedLength(int length) {
        return (length + 15) & -8;
    }

    private long claim(int length, boolean commit) {
        long result = publication.tryClaim(length, claim);
        if (result > 0 && commit) {
            claim.buffer().putBytes(0, buffers[0], 0, length);
            claim.commit();
        } else if (result > 0) {
            claim.abort();
        }
        return result;
    }

    private int fill(int index) {
        long sequence = accepted + index;
        if (generation > 0) {
            return Numbered.write(buffers[index], generation, sequence);
        }
        int length = TestMessages.length(publication.registrationId(), sequence, publication.maxMessageLength());
        TestMessages.fill(buffers[index], length, publication.registrationId(), sequence);
        return length;
    }
}
