/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.history;

import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.history.segment.BlockClock;
import io.tailrace.history.segment.SegmentWriter;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.segment.HistoryFolder;
import io.tailrace.segment.StreamHistory;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.pubsub.Receiver;
import io.tailrace.tools.pubsub.SubscriptionOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace history record}: records a stream once, into a history of its own. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        description = "Keeps one stream in a directory of its own, without a historian, until a signal, "
                + "--count, --for, --idle or --until-end. Publishers wait for it. At "
                + "the end all data is on disk; after a crash, up to the last whole block.",
        footer = {"", "Example:", "  tailrace history record quotes quotes.history --from oldest"})
public final class RecordCommand extends ToolCommand {
    private static final int LONGEST_BLOCK = 1 << 20;

    @Mixin
    private SubscriptionOptions options = new SubscriptionOptions();

    @Parameters(index = "0", paramLabel = "STREAM", description = "Name of the stream.")
    private String stream = "";

    @Parameters(index = "1", paramLabel = "DIR", description = "New or empty directory.")
    private @Nullable Path target;

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "Exit when no message has arrived for this time.")
    private long idleNs = Receiver.ENDLESS;

    @Override
    public Integer call() throws IOException {
        Path path = Objects.requireNonNull(target);
        String[] names = path.toFile().list();
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && (names == null || names.length > 0)) {
            throw new CommandException(
                    ExitCode.IN_USE,
                    "not an empty directory: path=" + path + "; a recording is not overwritten: give another");
        }
        SubscriptionConfig config = options.config();
        if (config.readsHistory()) {
            throw new CommandException(ExitCode.USAGE, "a history need not be recorded: copy its directory");
        }
        try (Tailrace tailrace = options.connect(directory(), "record " + stream);
                Subscription subscription = tailrace.addSubscription(stream, config);
                Recorder recorder = new Recorder(subscription, path)) {
            if (names == null) {
                FileAccess.PRIVATE.createDirectory(path);
            }
            int exitCode = recorder.receiveAll();
            long bytes = recorder.finish();
            recorder.checkCount();
            recorder.tell();
            Console.say(bytes + " bytes in " + path);
            return exitCode;
        }
    }

    /** Receives messages into a history, which stores the frames of each log unchanged. One thread. */
    private final class Recorder extends Receiver implements AutoCloseable {
        private final Subscription subscription;
        private final StreamHistory history;
        private final BlockClock clock = new BlockClock();
        private final Map<Image, SegmentWriter> writers = new HashMap<>();
        private long left;

        Recorder(Subscription subscription, Path path) {
            super(subscription, (b, o, l, h) -> {}, () -> {}, options.enough(idleNs), termination());
            this.subscription = subscription;
            this.history = new HistoryFolder(path).stream(stream);
        }

        @Override
        protected int poll(long limit) {
            left = limit;
            subscription.images().forEach(image -> image.pollBlock(this::append, LONGEST_BLOCK));
            return (int) (limit - left);
        }

        private void append(DirectBuffer buffer, int offset, int length, long position, Image image) {
            int end = offset;
            while (end < offset + length && left > 0) {
                int frame = FrameLayout.length(buffer.getLong(end));
                if (FrameLayout.type(buffer.getLong(end)) == FrameLayout.TYPE_DATA) {
                    left--;
                    received(frame - FrameLayout.HEADER_LENGTH);
                }
                end += FrameLayout.align(frame);
            }
            try {
                if (end > offset) {
                    SegmentWriter writer = writer(image);
                    BlockClock.Moment now = clock.now();
                    writer.enter(now.era());
                    writer.append(buffer, offset, end - offset, position, now.ms());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private SegmentWriter writer(Image image) throws IOException {
            SegmentWriter writer = writers.get(image);
            if (writer == null) {
                Path log = new DriverDirectory(directory().path()).log(image.logId());
                try (MappedFile meta = LogLayout.FORMAT.openReadOnly(LogFiles.metaPath(log))) {
                    LogMeta.Constants constants = new LogMeta(meta.buffer()).constants();
                    writer = SegmentWriter.open(
                            history.log(image.logId()), constants, HistoryCommand.DEFAULT.segmentLength());
                }
                writers.put(image, writer);
            }
            return writer;
        }

        /** Flushes everything to the disk; returns the number of bytes written. */
        long finish() throws IOException {
            for (Map.Entry<Image, SegmentWriter> log : writers.entrySet()) {
                if (log.getKey().isEndOfStream()) {
                    log.getValue().endLog();
                }
                log.getValue().force();
            }
            return writers.values().stream()
                    .mapToLong(SegmentWriter::bytesWritten)
                    .sum();
        }

        @Override
        public void close() throws IOException {
            for (SegmentWriter writer : writers.values()) {
                writer.close();
            }
        }
    }
}
