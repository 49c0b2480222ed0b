/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.history;

import io.tailrace.benchmarks.peer.Library;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;

/** Chronicle Queue, with files on disk. */
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

    private ChronicleQueue queue(int stream) {
        ChronicleQueue queue = SingleChronicleQueueBuilder.binary(directory.resolve("stream-" + stream))
                .build();
        queues.add(queue);
        return queue;
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        ExcerptTailer tailer = queue(stream).createTailer();
        return limit -> {
            int messages = 0;
            while (messages < limit && takeOne(tailer, inbox)) {
                messages++;
            }
            return messages;
        };
    }

    private static boolean takeOne(ExcerptTailer tailer, Inbox inbox) {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return false;
            }
            inbox.take(document.wire().bytes().readLong());
            return true;
        }
    }

    @Override
    public Sender sender(int stream) {
        ExcerptAppender appender = queue(stream).createAppender();
        byte[] message = new byte[Sender.MAX_LENGTH];
        return (value, count, length) -> {
            try (DocumentContext document = appender.writingDocument()) {
                Bytes<?> bytes = document.wire().bytes();
                bytes.writeLong(value);
                bytes.write(message, Long.BYTES, length - Long.BYTES);
            }
            return true;
        };
    }

    @Override
    public void close() {
        queues.forEach(ChronicleQueue::close);
    }
}
