/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Claim;
import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes {@link TestMessages} in every way there is, to be killed meanwhile: {@code DIRECTORY STREAM
 * exclusive|concurrent MESSAGES PROGRESS-FILE PAUSE-NS}. Closes after MESSAGES messages, and exits on a line on its
 * standard input. Its progress file outlives it: it holds the number of accepted messages, that number including the
 * messages being offered, and the registration. The system property {@code tailrace.test.open} makes it embed a driver
 * when the driver ends.
 */
final class FaultPublisherMain {
    static final String OPEN = "tailrace.test.open";
    static final int ACCEPTED_OFFSET = 0;
    static final int ATTEMPTED_OFFSET = 8;
    static final int REGISTRATION_OFFSET = 16;
    static final int PROGRESS_LENGTH = 24;

    private static final long REFUSED_PAUSE_NS = 20_000;
    private static final int LOOK_EVERY = 16;
    private static final int BATCH = 3;
    private static final int WAYS = 4;
    private static final int ABORTED_LENGTH = 100;

    private final Publication publication;
    private final MappedBuffer progress;
    private final MappedBuffer[] buffers = new MappedBuffer[BATCH];
    private final BufferVector[] vectors = new BufferVector[BATCH];
    private final Claim claim = new Claim();
    private long accepted;

    private FaultPublisherMain(Publication publication, MappedBuffer progress) {
        this.publication = publication;
        this.progress = progress;
        for (int i = 0; i < BATCH; i++) {
            buffers[i] = MappedBuffer.allocate(publication.maxMessageLength());
            vectors[i] = new BufferVector();
        }
    }

    public static void main(String[] args) throws IOException {
        MappedBuffer progress = MappedFile.openReadWrite(Path.of(args[4])).buffer();
        Path directory = Path.of(args[0]);
        try (Tailrace tailrace = Boolean.getBoolean(OPEN) ? Tailrace.open(directory) : Tailrace.connect(directory)) {
            try (Publication publication = args[2].equals("exclusive")
                    ? tailrace.addExclusivePublication(args[1])
                    : tailrace.addPublication(args[1])) {
                progress.putLongRelease(REGISTRATION_OFFSET, publication.registrationId());
                System.out.println("PUBLICATION " + publication.registrationId());
                new FaultPublisherMain(publication, progress).publish(Long.parseLong(args[3]), Long.parseLong(args[5]));
            }
            System.out.println("CLOSED");
            System.in.read();
        }
    }

    private void publish(long messages, long pauseNs) throws IOException {
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
        return switch (way) {
            case 0 -> count(1, () -> publication.offer(buffers[0], 0, length));
            case 1 -> offerBatch(length);
            case 2 -> count(1, () -> claim(length, true));
            default -> claim(ABORTED_LENGTH, false);
        };
    }

    private interface Offer {
        long make();
    }

    private long count(int messages, Offer offer) {
        progress.putLongRelease(ATTEMPTED_OFFSET, accepted + messages);
        long result = offer.make();
        if (result > 0) {
            accepted += messages;
        }
        progress.putLongRelease(ACCEPTED_OFFSET, accepted);
        progress.putLongRelease(ATTEMPTED_OFFSET, accepted);
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
        int length = TestMessages.length(publication.registrationId(), sequence, publication.maxMessageLength());
        TestMessages.fill(buffers[index], length, publication.registrationId(), sequence);
        return length;
    }
}
