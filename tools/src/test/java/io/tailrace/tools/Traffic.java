/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** A stream that existed before something went wrong, and must continue: one client in the JVM of the test. */
final class Traffic implements AutoCloseable {
    private static final String STREAM = "traffic";
    private static final int MESSAGE_LENGTH = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;
    private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private final Tailrace tailrace;
    private final Publication publication;
    private final Subscription subscription;
    private final MappedBuffer message = MappedBuffer.allocate(MESSAGE_LENGTH);
    private long sequence;

    Traffic(Path directory) {
        this.directory = directory;
        this.tailrace =
                Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(directory).withErrorHandler(errors::add));
        this.publication = tailrace.addPublication(STREAM);
        this.subscription = tailrace.addSubscription(STREAM);
    }

    Tailrace tailrace() {
        return tailrace;
    }

    /** Sends and receives more than the capacity of the log, so that a driver must be at work. */
    void assertGoesOn() {
        long end = publication.position() + 4L * 8 * (publication.maxMessageLength() + 8);
        while (publication.position() < end) {
            message.putLong(0, ++sequence);
            publication.offer(message, 0, MESSAGE_LENGTH, PATIENCE);
            long[] received = new long[1];
            int frames = 0;
            while (frames == 0) {
                frames = subscription.poll((buffer, offset, length, header) -> received[0] = buffer.getLong(offset), 1);
            }
            assertEquals(sequence, received[0]);
        }
        assertTrue(tailrace.isDriverAlive());
        assertEquals(List.of(), List.copyOf(errors));
    }

    /** {@return the driver's files in a folder, including half-made ones, without the sockets of sleepers} */
    List<String> files(String folder) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(folder))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.contains(".sleeper-"))
                    .sorted()
                    .toList();
        }
    }

    /** Waits until the driver has {@code count} files in a folder. */
    void awaitFiles(String folder, int count) throws IOException {
        long startNs = System.nanoTime();
        while (files(folder).size() != count) {
            assertTrue(System.nanoTime() - startNs < PATIENCE.toNanos(), folder + "=" + files(folder));
            Tool.pause();
        }
    }

    @Override
    public void close() {
        tailrace.close();
    }
}
