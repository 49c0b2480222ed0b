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
 * Publishes {@link TestMessages}: {@code DIRECTORY STREAM exclusive|concurrent MESSAGES PROGRESS-FILE}. Begins on a
 * line on its standard input; exits after its messages, or on the next line. Unless the progress file is {@code -},
 * counts the accepted messages in its first eight bytes, which outlive the process however it ends.
 */
final class PublisherMain {
    private static final long PAUSE_NS = 20_000;
    private static final int LOOK_EVERY = 64;

    private final Publication publication;
    private final MappedBuffer progress;
    private final MappedBuffer buffer;
    private final BufferVector[] vectors = {new BufferVector(), new BufferVector()};
    private final Claim claim = new Claim();

    private PublisherMain(Publication publication, MappedBuffer progress) {
        this.publication = publication;
        this.progress = progress;
        this.buffer = MappedBuffer.allocate(publication.maxMessageLength());
    }

    public static void main(String[] args) throws IOException {
        boolean exclusive = args[2].equals("exclusive");
        long messages = Long.parseLong(args[3]);
        MappedBuffer progress = args[4].equals("-")
                ? MappedBuffer.allocate(Long.BYTES)
                : MappedFile.openReadWrite(Path.of(args[4])).buffer();
        try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
                Publication publication =
                        exclusive ? tailrace.addExclusivePublication(args[1]) : tailrace.addPublication(args[1])) {
            System.out.println("PUBLICATION " + publication.registrationId());
            awaitLine();
            long sent = new PublisherMain(publication, progress).publish(messages);
            System.out.println("SENT " + sent);
        }
    }

    private static void awaitLine() throws IOException {
        int next = System.in.read();
        while (next >= 0 && next != '\n') {
            next = System.in.read();
        }
    }

    private long publish(long messages) throws IOException {
        long sequence = 0;
        while (sequence < messages) {
            if (sequence % LOOK_EVERY == 0 && System.in.available() > 0) {
                return sequence;
            }
            int length = TestMessages.length(publication.registrationId(), sequence, publication.maxMessageLength());
            TestMessages.fill(buffer, length, publication.registrationId(), sequence);
            long result = offer(length, sequence);
            if (result > 0) {
                sequence++;
                progress.putLongRelease(0, sequence);
            } else if (result == OfferStatus.CLOSED_CODE) {
                throw new IllegalStateException("closed");
            } else if (System.in.available() > 0) {
                return sequence;
            } else {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        return sequence;
    }

    /** Uses each of the ways to offer in turn. */
    private long offer(int length, long sequence) {
        int half = length / 2;
        return switch ((int) (sequence & 3)) {
            case 0 -> publication.offer(buffer, 0, length);
            case 1 -> publication.offer(buffer, 0, half, buffer, half, length - half);
            case 2 ->
                publication.offer(vectors[0].reset(buffer, 0, half), vectors[1].reset(buffer, half, length - half));
            default -> claim(length);
        };
    }

    private long claim(int length) {
        long result = publication.tryClaim(length, claim);
        if (result > 0) {
            claim.buffer().putBytes(0, buffer, 0, length);
            claim.commit();
        }
        return result;
    }
}
