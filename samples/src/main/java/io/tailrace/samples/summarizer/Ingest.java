/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import io.tailrace.ExclusivePublication;
import io.tailrace.OfferInterruptedException;
import io.tailrace.OfferTimeoutException;
import io.tailrace.PublicationConfig;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/**
 * The first stage: publishes the lines of a file, each with its source, which is the file, and its number. After a kill
 * the next ingest publishes the whole file again, and summarizers skip the lines that they have. Waits while
 * summarizers are slow or dead, so nothing is lost.
 *
 * <p>A message is the source, the number of the line from 1 on, and the line; the last message has the negative number
 * of lines, and no line.
 */
final class Ingest {
    static final int SOURCE_OFFSET = 0;
    static final int NUMBER_OFFSET = 8;
    static final int LINE_OFFSET = 16;

    private static final int TERM_LENGTH = 1 << 23;
    /** No event is longer: of a longer line this is published, which is no event either. */
    private static final int MAX_LINE_LENGTH = 1024;

    private static final Duration A_WHILE = Duration.ofSeconds(1);

    private Ingest() {}

    /** The stream of a pipeline. */
    static String stream(String pipeline) {
        return pipeline + "-lines";
    }

    /**
     * Publishes the lines of a file, then its end.
     *
     * @param readers the number of summarizers that the first line waits for: a later one would miss it
     * @return the number of lines
     */
    static long publish(Tailrace tailrace, String pipeline, int readers, Path file)
            throws IOException, InterruptedException {
        PublicationConfig config =
                PublicationConfig.of().withTermLength(TERM_LENGTH).withRetention(Duration.ZERO);
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
                ExclusivePublication publication = tailrace.addExclusivePublication(stream(pipeline), config)) {
            while (!publication.awaitSubscribers(readers, A_WHILE)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
            MappedBuffer message = MappedBuffer.allocate(LINE_OFFSET + MAX_LINE_LENGTH);
            message.putLong(SOURCE_OFFSET, sourceOf(file));
            long count = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String cut = line.length() <= MAX_LINE_LENGTH ? line : line.substring(0, MAX_LINE_LENGTH);
                offer(publication, message, ++count, cut.getBytes(StandardCharsets.ISO_8859_1));
            }
            offer(publication, message, -count, new byte[0]);
            return count;
        }
    }

    private static void offer(ExclusivePublication publication, MappedBuffer message, long number, byte[] line)
            throws InterruptedException {
        message.putLong(NUMBER_OFFSET, number);
        message.putBytes(LINE_OFFSET, line);
        while (true) {
            try {
                publication.offer(message, 0, LINE_OFFSET + line.length, A_WHILE);
                return;
            } catch (OfferTimeoutException e) {
                // A summarizer is slow, or is started again.
            } catch (OfferInterruptedException e) {
                throw new InterruptedException();
            }
        }
    }

    private static long sourceOf(Path file) throws IOException {
        byte[] path = file.toRealPath().toString().getBytes(StandardCharsets.UTF_8);
        return UUID.nameUUIDFromBytes(path).getMostSignificantBits();
    }
}
