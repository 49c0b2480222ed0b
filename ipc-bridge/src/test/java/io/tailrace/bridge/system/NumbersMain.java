/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * Publishes {@link Numbered} messages: {@code DIRECTORY STREAM exclusive|concurrent GENERATION FILE PER-SECOND}. The
 * file, which outlives the process, holds the number of accepted messages, and that number including the message being
 * offered. Exits on a line on its standard input.
 */
final class NumbersMain {
    static final int ACCEPTED = 0;
    static final int ATTEMPTED = 8;
    static final int PROGRESS_LENGTH = 16;

    private static final long REFUSED_PAUSE_NS = 50_000;

    private NumbersMain() {}

    public static void main(String[] args) throws IOException {
        MappedBuffer progress = MappedFile.openReadWrite(Path.of(args[4])).buffer();
        try (Tailrace tailrace = Tailrace.connect(Path.of(args[0]));
                Publication publication = args[2].equals("exclusive")
                        ? tailrace.addExclusivePublication(args[1])
                        : tailrace.addPublication(args[1])) {
            System.out.println("PUBLICATION " + publication.logId());
            publish(publication, Integer.parseInt(args[3]), progress, Long.parseLong(args[5]));
        }
        System.out.println("ENDED");
    }

    private static void publish(Publication publication, int generation, MappedBuffer progress, long perSecond)
            throws IOException {
        MappedBuffer message = MappedBuffer.allocate(Numbered.MAX_LENGTH);
        long beganNs = System.nanoTime();
        for (long number = 0; System.in.available() == 0; ) {
            int length = Numbered.write(message, generation, number);
            progress.putLongRelease(ATTEMPTED, number + 1);
            if (!offer(publication, message, length)) {
                progress.putLongRelease(ATTEMPTED, number);
                return;
            }
            progress.putLongRelease(ACCEPTED, ++number);
            long earlyNs = number * 1_000_000_000 / perSecond - (System.nanoTime() - beganNs);
            if (earlyNs > 1_000_000) {
                LockSupport.parkNanos(earlyNs);
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
