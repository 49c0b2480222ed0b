/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.classic;

import io.aeron.logbuffer.BufferClaim;
import io.tailrace.Publication;
import io.tailrace.benchmarks.classic.Arrivals.Message;
import io.tailrace.benchmarks.peer.AeronLibrary;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Candidate.Api;
import io.tailrace.benchmarks.peer.Library;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
import io.tailrace.benchmarks.peer.LogLibrary;
import io.tailrace.benchmarks.peer.TailraceLibrary;
import io.tailrace.memory.BufferVector;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Tailrace or Aeron with an embedded media driver; each producer has its own publication of one stream. */
final class LogTransport implements Transport {
    /** The kind of Tailrace's candidate that takes several messages by one offer. */
    private static final String BATCHES = "batch";

    private static final int STREAM = 1;
    /** From one message to the next in the buffer from which they are copied. */
    private static final int STRIDE = Long.BYTES;

    private static final int CACHE_LINES = 128;

    private final Candidate candidate;
    private final LogLibrary library;
    private final Receiver receiver;
    private final List<BiFunction<int[], Pause, Sender>> publishers;

    LogTransport(Candidate candidate, Path directory, int producers, Arrivals arrivals) {
        this.candidate = candidate;
        library = (LogLibrary) candidate.open(directory);
        receiver = library.receiver(STREAM, arrivals, true);
        publishers = Stream.generate(this::publisher).limit(producers).toList();
        library.awaitConnection();
    }

    private BiFunction<int[], Pause, Sender> publisher() {
        if (library instanceof AeronLibrary aeron) {
            io.aeron.Publication publication = aeron.publication(STREAM);
            return candidate.api() == Api.OFFER
                    ? (burst, pause) -> offering(publication, burst, pause)
                    : (burst, pause) -> claiming(publication, burst, pause);
        }
        Publication publication = ((TailraceLibrary) library).publication(STREAM);
        return candidate.kind().equals(BATCHES)
                ? (burst, pause) -> batching(publication, burst, pause)
                : (burst, pause) -> offering(publication, burst, pause);
    }

    @Override
    public Sender sender(int producer, int[] burst, Pause pause) {
        return publishers.get(producer).apply(burst, pause);
    }

    /** {@return a burst in a buffer of its own: encoded once, as queues get boxed ones} */
    static <T extends MutableDirectBuffer> T encoded(IntFunction<T> allocate, int... burst) {
        T buffer = allocate.apply(offset(burst.length) + CACHE_LINES); // Nobody else's memory shares a line with it.
        for (int i = 0; i < burst.length; i++) {
            buffer.putInt(offset(i), burst[i]);
        }
        return buffer;
    }

    /** {@return where a message of the burst begins} */
    static int offset(int index) {
        return index * STRIDE;
    }

    private Sender offering(io.aeron.Publication publication, int[] burst, Pause pause) {
        UnsafeBuffer messages = encoded(((AeronLibrary) library)::allocate, burst);
        return () -> {
            for (int i = 0; i < burst.length; i++) {
                int looks = 0;
                while (publication.offer(messages, offset(i), Message.LENGTH) < 0) {
                    looks = pause.await(looks);
                }
            }
        };
    }

    private static Sender claiming(io.aeron.Publication publication, int[] burst, Pause pause) {
        BufferClaim claim = new BufferClaim();
        return () -> {
            for (int message : burst) {
                int looks = 0;
                while (publication.tryClaim(Message.LENGTH, claim) < 0) {
                    looks = pause.await(looks);
                }
                claim.buffer().putInt(claim.offset(), message);
                claim.commit();
            }
        };
    }

    private static Sender offering(Publication publication, int[] burst, Pause pause) {
        MappedBuffer messages = encoded(MappedBuffer::allocate, burst);
        return () -> {
            for (int i = 0; i < burst.length; i++) {
                int looks = 0;
                while (publication.offer(messages, offset(i), Message.LENGTH) < 0) {
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
        int most = Library.Sender.GROUP;
        MappedBuffer messages = encoded(MappedBuffer::allocate, burst);
        return IntStream.range(0, (burst.length + most - 1) / most)
                .mapToObj(batch -> IntStream.range(batch * most, Math.min(burst.length, (batch + 1) * most))
                        .mapToObj(i -> new BufferVector().reset(messages, offset(i), Message.LENGTH))
                        .toArray(BufferVector[]::new))
                .toArray(BufferVector[][]::new);
    }

    @Override
    public boolean poll() {
        return receiver.poll(Receiver.LIMIT) > 0;
    }

    @Override
    public void close() {
        library.close();
    }
}
