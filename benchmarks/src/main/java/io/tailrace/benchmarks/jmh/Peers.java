/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.jmh;

import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.Library;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.jctools.queues.MpscArrayQueue;
import org.openjdk.jmh.infra.Blackhole;

/** Finds a library that carries messages within one process, by its name, and has helpers of several benchmarks. */
final class Peers {
    /** The largest number that a queue of objects carries: boxing should not be measured. */
    static final int MOST = 4096;

    private static final int CAPACITY = 64 * 1024;
    private static final long TOKENS = 1_000_000;

    private Peers() {}

    /** {@return a library of queues, or a candidate with its driver in a directory that does not exist yet} */
    static Library open(String name, Path directory) {
        return switch (name) {
            case "wait-free" -> new QueueLibrary(new OneToOneConcurrentArrayQueue<>(CAPACITY));
            case "array-blocking" -> new QueueLibrary(new ArrayBlockingQueue<>(CAPACITY));
            case "concurrent-linked" -> new QueueLibrary(new ConcurrentLinkedQueue<>());
            case "jctools-mpsc" -> new QueueLibrary(new MpscArrayQueue<>(CAPACITY));
            case "agrona-many-to-one-ring" -> {
                withoutBoundsChecks();
                yield new RingLibrary(directory);
            }
            default -> {
                Candidate candidate = Candidate.named(name);
                if (candidate.isAeron() && candidate.aeron().tuned()) {
                    withoutBoundsChecks();
                }
                yield candidate.open(directory, true, true);
            }
        };
    }

    /** As Agrona's users do by a flag. JMH gives all candidates the same flags, but each has its own JVM. */
    private static void withoutBoundsChecks() {
        System.setProperty(UnsafeBuffer.DISABLE_BOUNDS_CHECKS_PROP_NAME, "true");
        if (UnsafeBuffer.SHOULD_BOUNDS_CHECK) {
            throw new IllegalStateException("Agrona's buffers were used before: fork each benchmark");
        }
    }

    /** {@return an executor with a new virtual thread for each task} By reflection: this is compiled for JDK 17. */
    static ExecutorService newVirtualThreads() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no virtual threads: java=" + Runtime.version(), e);
        }
    }

    /** {@return how many tokens of {@link Blackhole#consumeCPU} keep a processor busy for so long} */
    static long tokens(int us) {
        Blackhole.consumeCPU(TOKENS); // Compiles it.
        Blackhole.consumeCPU(TOKENS);
        long startNs = System.nanoTime();
        Blackhole.consumeCPU(TOKENS);
        return us * 1_000L * TOKENS / (System.nanoTime() - startNs);
    }

    /** One queue of boxed numbers, by offer and poll, never by blocking methods. */
    private record QueueLibrary(Queue<Long> queue) implements Library {
        private static final Long[] BOXES = LongStream.range(0, MOST).boxed().toArray(Long[]::new);

        @Override
        public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
            return limit -> {
                int messages = 0;
                for (Long value = queue.poll(); value != null; value = messages < limit ? queue.poll() : null) {
                    inbox.take(value);
                    messages++;
                }
                return messages;
            };
        }

        @Override
        public Sender sender(int stream) {
            return (value, count, length) -> queue.offer(BOXES[(int) value]);
        }
    }

    /** Agrona's ring buffer of many producers, on a mapped file. */
    private static final class RingLibrary implements Library {
        /** The limit of the talk: zeroing, which follows each read, then counts in a long burst. */
        private static final int READ_LIMIT = 16;

        private static final int TYPE = 1;

        private final MappedByteBuffer file;
        private final ManyToOneRingBuffer ring;

        RingLibrary(Path path) {
            file = IoUtil.mapNewFile(path.toFile(), CAPACITY + RingBufferDescriptor.TRAILER_LENGTH);
            ring = new ManyToOneRingBuffer(new UnsafeBuffer(file));
        }

        @Override
        public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
            MessageHandler handler = (type, buffer, index, length) -> inbox.take(buffer, index, length);
            return limit -> ring.read(handler, READ_LIMIT);
        }

        @Override
        public Sender sender(int stream) {
            UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(Sender.MAX_LENGTH, 64));
            return (value, count, length) -> {
                message.putLong(0, value);
                return ring.write(TYPE, message, 0, length);
            };
        }

        @Override
        public void close() {
            IoUtil.unmap(file);
        }
    }
}
