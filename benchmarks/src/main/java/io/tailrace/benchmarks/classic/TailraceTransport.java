/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.benchmarks.lab.EmbeddedTailrace;
import io.tailrace.benchmarks.lab.TailraceVariant;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** Tailrace as it is by default, with an embedded media driver; each producer has its own publication of one stream. */
final class TailraceTransport implements Transport {
    private static final String STREAM = "burst";

    /** Messages that one offer takes at once. */
    private static final int BATCH = 16;

    /** How its producers publish. */
    enum Kind {
        CONCURRENT,
        EXCLUSIVE,
        /** Concurrent, several messages by one offer. */
        BATCH
    }

    private final Kind kind;
    private final EmbeddedTailrace tailrace;
    private final Subscription subscription;
    private final List<Publication> publications;
    private final FrameHandler handler;

    TailraceTransport(Kind kind, Path directory, int producers, Arrivals arrivals) {
        this.kind = kind;
        this.tailrace = new EmbeddedTailrace(TailraceVariant.DEFAULT, directory);
        this.subscription = tailrace.client().addSubscription(STREAM);
        this.publications = IntStream.range(0, producers)
                .mapToObj(producer -> tailrace.publish(kind == Kind.EXCLUSIVE, STREAM, subscription))
                .toList();
        this.handler = (buffer, offset, length, header) -> arrivals.take(buffer.getInt(offset));
    }

    @Override
    public Sender sender(int producer, int[] burst, Pause pause) {
        Publication publication = publications.get(producer);
        return kind == Kind.BATCH ? batching(publication, burst, pause) : offering(publication, burst, pause);
    }

    private static Sender offering(Publication publication, int[] burst, Pause pause) {
        MappedBuffer messages = EncodedBurst.tailrace(burst);
        return () -> {
            for (int i = 0; i < burst.length; i++) {
                int looks = 0;
                while (publication.offer(messages, EncodedBurst.offset(i), Message.LENGTH) < 0) {
                    looks = pause.await(looks);
                }
            }
        };
    }

    private static Sender batching(Publication publication, int[] burst, Pause pause) {
        BufferVector[][] batches = batches(burst);
        return () -> {
            for (BufferVector[] batch : batches) {
                int looks = 0;
                while (publication.offerBatch(batch, batch.length) < 0) {
                    looks = pause.await(looks);
                }
            }
        };
    }

    private static BufferVector[][] batches(int... burst) {
        MappedBuffer messages = EncodedBurst.tailrace(burst);
        return IntStream.range(0, (burst.length + BATCH - 1) / BATCH)
                .mapToObj(batch -> IntStream.range(batch * BATCH, Math.min(burst.length, (batch + 1) * BATCH))
                        .mapToObj(i -> new BufferVector().reset(messages, EncodedBurst.offset(i), Message.LENGTH))
                        .toArray(BufferVector[]::new))
                .toArray(BufferVector[][]::new);
    }

    @Override
    public boolean poll() {
        return subscription.poll(handler, AeronTransport.FRAGMENT_LIMIT) > 0;
    }

    @Override
    public void close() {
        tailrace.close();
    }
}
