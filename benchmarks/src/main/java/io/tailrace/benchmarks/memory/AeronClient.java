/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import java.nio.file.Path;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A program that uses Aeron IPC. */
final class AeronClient implements Library.Client {
    private final Aeron aeron;
    private final String channel;

    AeronClient(Path directory, Library.Terms terms) {
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory.toString()));
        channel = terms == Library.Terms.DEFAULT ? "aeron:ipc" : "aeron:ipc?term-length=" + Library.Terms.SHORT_LENGTH;
    }

    static AutoCloseable launchDriver(Path directory) {
        return MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(directory.toString())
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true));
    }

    @Override
    public MutableDirectBuffer allocate(int length) {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(length, Long.BYTES));
    }

    @Override
    public Library.Outlet publish(int stream) {
        Publication publication = aeron.addPublication(channel, stream);
        return new Library.Outlet() {
            @Override
            public boolean isConnected() {
                return publication.isConnected();
            }

            @Override
            public long offer(DirectBuffer message, int length) {
                return publication.offer(message, 0, length);
            }
        };
    }

    @Override
    public Library.Intake subscribe(int stream, Sequences sequences) {
        Subscription subscription = aeron.addSubscription(channel, stream);
        FragmentAssembler handler =
                new FragmentAssembler((buffer, offset, length, header) -> sequences.take(buffer, offset));
        return () -> subscription.poll(handler, Library.Intake.LIMIT);
    }

    @Override
    public void close() {
        aeron.close();
    }
}
