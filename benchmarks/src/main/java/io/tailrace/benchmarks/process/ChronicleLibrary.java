/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Chronicle Queue, whose files lie in shared memory and are kept until its block ends: it has no other way to forget.
 */
final class ChronicleLibrary implements Library {
    private final Path directory;
    private final List<ChronicleQueue> queues = new ArrayList<>();

    ChronicleLibrary(Path directory) {
        this.directory = directory;
    }

    /** {@return what it asks for on a JDK 17 or newer, and that nobody needs its log} */
    static List<String> jvmFlags() {
        return List.of(
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED",
                "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                "--add-opens=jdk.compiler/com.sun.tools.javac=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-Dslf4j.internal.verbosity=ERROR");
    }

    @Override
    public String description() {
        return "Chronicle Queue, files in shared memory, as shipped";
    }

    private ChronicleQueue queue(Stream stream) {
        ChronicleQueue queue = SingleChronicleQueueBuilder.binary(directory.resolve(stream.name()))
                .build();
        queues.add(queue);
        return queue;
    }

    @Override
    public Receiver receiver(Stream stream) {
        return new ChronicleReceiver(queue(stream).createTailer());
    }

    @Override
    public Sender sender(Stream stream) {
        return new ChronicleSender(queue(stream).createAppender());
    }

    @Override
    public boolean isConnected() {
        return true; // Nobody needs to be there.
    }

    @Override
    public void close() {
        queues.forEach(ChronicleQueue::close);
    }

    private static final class ChronicleSender implements Sender {
        private final ExcerptAppender appender;
        private final byte[] message = new byte[MAX_LENGTH];

        ChronicleSender(ExcerptAppender appender) {
            this.appender = appender;
        }

        @Override
        public boolean send(long value, int length) {
            try (DocumentContext document = appender.writingDocument()) {
                Bytes<?> bytes = document.wire().bytes();
                bytes.writeLong(value);
                bytes.write(message, Long.BYTES, length - Long.BYTES);
            }
            return true;
        }
    }

    private static final class ChronicleReceiver implements Receiver {
        private final ExcerptTailer tailer;
        private final Inbox inbox = new Inbox();

        ChronicleReceiver(ExcerptTailer tailer) {
            this.tailer = tailer;
        }

        @Override
        public int poll() {
            int messages = 0;
            while (messages < LIMIT && takeOne()) {
                messages++;
            }
            return messages;
        }

        private boolean takeOne() {
            try (DocumentContext document = tailer.readingDocument()) {
                if (!document.isPresent()) {
                    return false;
                }
                inbox.take(document.wire().bytes().readLong());
                return true;
            }
        }

        @Override
        public Inbox inbox() {
            return inbox;
        }
    }
}
