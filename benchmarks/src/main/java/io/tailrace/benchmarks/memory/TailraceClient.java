/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.FrameHandler;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A program that uses Tailrace. */
final class TailraceClient implements Library.Client {
    private final Tailrace tailrace;

    TailraceClient(Path directory) {
        tailrace = Tailrace.connect(directory);
    }

    static AutoCloseable launchDriver(Path directory, Library.Terms terms) {
        DriverConfig config = DriverConfig.defaults().withDirectory(directory);
        return MediaDriver.launch(
                terms == Library.Terms.DEFAULT ? config : config.withTermLength(Library.Terms.SHORT_LENGTH));
    }

    @Override
    public MutableDirectBuffer allocate(int length) {
        return MappedBuffer.allocate(length);
    }

    @Override
    public Library.Outlet publish(int stream) {
        Publication publication = tailrace.addPublication(name(stream));
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
        Subscription subscription = tailrace.addSubscription(name(stream));
        FrameHandler handler = (buffer, offset, length, header) -> sequences.take(buffer, offset);
        return () -> subscription.poll(handler, Library.Intake.LIMIT);
    }

    private static String name(int stream) {
        return "memory-" + stream;
    }

    @Override
    public void close() {
        tailrace.close();
    }
}
