/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.TailraceException;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.agrona.DirectBuffer;

/**
 * One of many publishers, each of which has a number, its generation: {@code DIRECTORY STREAM exclusive|concurrent
 * GENERATION FILE}. A message has the generation, its number in it, and bytes that follow from both. The file, which
 * outlives the process, holds the number of accepted messages, and that number including the message being offered.
 * Exits on a line on its standard input.
 */
final class GenerationMain {
    static final int MAX_GENERATIONS = 4_000;
    static final int PROGRESS_LENGTH = 16 * MAX_GENERATIONS;
    /** More messages than a log of the shortest terms holds are sent in a fifth of a second. */
    private static final int BURST = 16;

    private static final long PAUSE_NS = 5_000_000;
    private static final long REFUSED_PAUSE_NS = 50_000;
    private static final int MIN_LENGTH = 16;
    private static final int MAX_LENGTH = 1_000;

    private GenerationMain() {}

    static long accepted(MappedBuffer progress, int generation) {
        return progress.getLongAcquire(16 * generation);
    }

    static long attempted(MappedBuffer progress, int generation) {
        return progress.getLongAcquire(16 * generation + Long.BYTES);
    }

    private static int length(long generation, long number) {
        return MIN_LENGTH + (int) (word(generation, number, 1) % (MAX_LENGTH - MIN_LENGTH)) / 8 * 8;
    }

    private static long word(long generation, long number, int index) {
        return (((generation << 40) + (number << 10) + index) * 0x9E3779B97F4A7C15L) >>> 1;
    }

    /** @throws AssertionError if its bytes are not those that were sent */
    static void check(DirectBuffer buffer, int offset, int length) {
        long generation = buffer.getLong(offset);
        long number = buffer.getLong(offset + Long.BYTES);
        boolean isWhole = length == length(generation, number);
        for (int i = MIN_LENGTH; isWhole && i < length; i += Long.BYTES) {
            isWhole = buffer.getLong(offset + i) == word(generation, number, i);
        }
        if (!isWhole) {
            throw new AssertionError("torn: generation=" + generation + ", number=" + number + ", length=" + length);
        }
    }

    public static void main(String[] args) throws IOException {
        int generation = Integer.parseInt(args[3]);
        MappedBuffer progress = MappedFile.openReadWrite(Path.of(args[4])).buffer();
        try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
                Publication publication = args[2].equals("exclusive")
                        ? tailrace.addExclusivePublication(args[1])
                        : tailrace.addPublication(args[1])) {
            System.out.println("PUBLICATION " + publication.registrationId());
            publish(publication, generation, progress);
        } catch (TailraceException e) {
            System.out.println("REFUSED " + e.getMessage()); // The driver was killed.
        }
    }

    private static void publish(Publication publication, int generation, MappedBuffer progress) throws IOException {
        MappedBuffer message = MappedBuffer.allocate(MAX_LENGTH);
        message.putLong(0, generation);
        for (long number = 0; number % BURST != 0 || System.in.available() == 0; ) {
            int length = length(generation, number);
            message.putLong(Long.BYTES, number);
            for (int i = MIN_LENGTH; i < length; i += Long.BYTES) {
                message.putLong(i, word(generation, number, i));
            }
            progress.putLongRelease(16 * generation + Long.BYTES, number + 1);
            if (!offer(publication, message, length)) {
                progress.putLongRelease(16 * generation + Long.BYTES, number);
                return;
            }
            progress.putLongRelease(16 * generation, ++number);
            if (number % BURST == 0) {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
    }

    /** {@return false if it is to exit before there is space} */
    private static boolean offer(Publication publication, MappedBuffer message, int length) throws IOException {
        while (publication.offer(message, 0, length) <= 0) {
            if (System.in.available() > 0 || publication.isClosed()) {
                return false;
            }
            LockSupport.parkNanos(REFUSED_PAUSE_NS);
        }
        return true;
    }
}
