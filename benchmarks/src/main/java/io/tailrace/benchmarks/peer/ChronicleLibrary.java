/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import io.tailrace.benchmarks.peer.Library.Inbox;
import io.tailrace.benchmarks.peer.Library.Receiver;
import io.tailrace.benchmarks.peer.Library.Sender;
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
 * Chronicle Queue, whose files are in shared memory and are kept until the end of its block, because it cannot discard
 * messages earlier.
 */
final class ChronicleLibrary implements Library {
    /** Its required JVM flags on JDK 17 or newer, and one that silences its log. */
    static final List<String> JVM_FLAGS = List.of(
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

    private final Path directory;
    private final List<ChronicleQueue> queues = new ArrayList<>();

    ChronicleLibrary(Path directory) {
        this.directory = directory;
    }

    @Override
    public String description() {
        return "Chronicle Queue, files in shared memory, as shipped";
    }

    private ChronicleQueue queue(int stream) {
        ChronicleQueue queue = SingleChronicleQueueBuilder.binary(directory.resolve("stream-" + stream))
                .build();
        queues.add(queue);
        return queue;
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        return new ChronicleReceiver(queue(stream).createTailer(), inbox);
    }

    @Override
    public Sender sender(int stream) {
        return new ChronicleSender(queue(stream).createAppender());
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
        public boolean send(long value, int count, int length) {
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
        private final Inbox inbox;

        ChronicleReceiver(ExcerptTailer tailer, Inbox inbox) {
            this.tailer = tailer;
            this.inbox = inbox;
        }

        @Override
        public int poll(int limit) {
            int messages = 0;
            while (messages < limit && takeOne()) {
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
    }
}
