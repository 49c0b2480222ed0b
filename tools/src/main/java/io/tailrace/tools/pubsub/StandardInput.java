/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.Termination;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The standard input in chunks, as soon as they come. A thread of its own reads, because nothing wakes a thread that
 * waits for input when the command is asked to end.
 */
final class StandardInput {
    private static final int CHUNK_LENGTH = 64 * 1024;
    private static final int CHUNKS = 2;
    private static final Path DESCRIPTOR = Path.of("/proc/self/fd/0");

    private final InputStream input;
    private final Termination termination;
    private final BlockingQueue<Chunk> free = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<Chunk> filled = new ArrayBlockingQueue<>(CHUNKS);
    private @Nullable Chunk inUse;

    /** Some bytes of the input, until the next ones are asked for. */
    static final class Chunk {
        final byte[] bytes = new byte[CHUNK_LENGTH];
        final MappedBuffer buffer = MappedBuffer.of(bytes);
        /** Bytes in it; -1 at the end of the input. */
        int length;

        private @Nullable IOException failure;

        boolean isEnd() {
            return length < 0;
        }
    }

    private StandardInput(InputStream input, Termination termination) {
        this.input = input;
        this.termination = termination;
    }

    /** Begins to read. */
    static StandardInput open(Termination termination) {
        InputStream input = isClosed() ? InputStream.nullInputStream() : new FileInputStream(FileDescriptor.in);
        return open(input, termination);
    }

    static StandardInput open(InputStream input, Termination termination) {
        StandardInput standardInput = new StandardInput(input, termination);
        for (int i = 0; i < CHUNKS; i++) {
            standardInput.free.add(new Chunk());
        }
        Thread reader = new Thread("tailrace-input") {
            @Override
            public void run() {
                standardInput.readAll();
            }
        };
        reader.setDaemon(true);
        reader.start();
        return standardInput;
    }

    /**
     * A process that is started with its input closed gets descriptor 0 for the first file that it opens, and that is a
     * file of the JVM: its bytes are not for publishing.
     */
    private static boolean isClosed() {
        try {
            Path ownFile = Path.of(System.getProperty("java.home"), "lib", "modules");
            return Files.exists(ownFile) && Files.isSameFile(DESCRIPTOR, ownFile);
        } catch (IOException e) {
            return false; // A pipe or a terminal that has no file, or not Linux.
        }
    }

    private void readAll() {
        try {
            boolean more = true;
            while (more) {
                Chunk chunk = free.take();
                fill(chunk);
                more = !chunk.isEnd();
                filled.put(chunk);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // Nobody does that; the process is about to end.
        }
    }

    private void fill(Chunk chunk) {
        try {
            chunk.length = input.read(chunk.bytes);
        } catch (IOException e) {
            chunk.length = -1;
            chunk.failure = e;
        }
    }

    /**
     * Waits for more input; the chunk before is used up.
     *
     * @return null if the command was asked to end
     * @throws UncheckedIOException if it cannot be read
     */
    @Nullable
    Chunk poll() {
        if (inUse != null) {
            free.add(inUse);
            inUse = null;
        }
        termination.await(this::takeFilled);
        Chunk chunk = inUse;
        if (chunk != null && chunk.failure != null) {
            throw new UncheckedIOException(
                    new IOException("cannot read the standard input: " + chunk.failure.getMessage(), chunk.failure));
        }
        return chunk;
    }

    private void takeFilled() {
        try {
            inUse = filled.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
