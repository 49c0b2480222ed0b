/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.OverrunHandler;
import io.tailrace.Tailrace;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.Console;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.ToolCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tailrace record}: a stream to a file. */
@Command(
        name = "record",
        mixinStandardHelpOptions = true,
        description = {
            "Records the messages of a stream in a file, with the time at which each was received, for replay.",
            "Ends by a signal, --count, --for, --idle or --until-end, with the file on the disk, and says so in the "
                    + "file. A file that has no such end, because this was killed or the disk was full, is good up "
                    + "to its last block; replay tells."
        },
        footer = {
            "",
            "With --policy drop no publisher waits for the disk. What is lost is told, and noted in the file.",
            "",
            "Example:",
            "  tailrace record quotes quotes.rec --from oldest",
            "  tailrace replay quotes.rec --info             what is in it; is it sound?"
        })
public final class RecordCommand extends ToolCommand {
    @Mixin
    private SubscriptionOptions options = new SubscriptionOptions();

    @Parameters(index = "0", paramLabel = "STREAM", description = "Name of the stream.")
    private String stream = "";

    @Parameters(index = "1", paramLabel = "FILE", description = "File to make; one that is there is not written over.")
    private @Nullable Path file;

    @Option(
            names = "--idle",
            paramLabel = "TIME",
            converter = Quantity.DurationNs.class,
            description = "End when no message has come for so long; with --count it is the most to wait for one.")
    private long idleNs = Receiver.ENDLESS;

    @Option(
            names = "--until-end",
            description = "End when the publishers that were there have gone, and all of theirs is recorded.")
    private boolean untilEnd;

    @Override
    public Integer call() {
        Path path = Objects.requireNonNull(file);
        SubscriptionConfig config = options.config();
        try (Tailrace tailrace = options.connect(directory(), "record " + stream);
                RecordingWriter writer = create(path)) {
            return record(tailrace, config, writer);
        } catch (FileAlreadyExistsException e) {
            throw new CommandException(
                    ExitCode.IN_USE,
                    "file exists: path=" + path + "; a recording is not written over: remove it, or name another");
        } catch (FileSystemException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    private RecordingWriter create(Path path) throws IOException {
        long epochNs = ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
        return RecordingWriter.create(path, stream, epochNs, System.nanoTime());
    }

    private int record(Tailrace tailrace, SubscriptionConfig config, RecordingWriter writer) throws IOException {
        try (Subscription subscription = subscribe(tailrace, noting(config, writer), writer)) {
            Receiver receiver =
                    new Receiver(subscription, writer, writer::flush, options.enough(idleNs, untilEnd), termination());
            int exitCode = receiver.receiveAll();
            writer.finish(System.nanoTime());
            receiver.checkCount();
            receiver.tell();
            Console.say(writer.fileLength() + " bytes in " + file);
            return exitCode;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static SubscriptionConfig noting(SubscriptionConfig config, RecordingWriter writer) {
        OverrunHandler teller = config.handlers().overrun();
        return config.withOverrunHandler((image, from, to) -> {
            teller.onOverrun(image, from, to);
            writer.loss(System.nanoTime(), image.logId(), from, to);
        });
    }

    private Subscription subscribe(Tailrace tailrace, SubscriptionConfig config, RecordingWriter writer)
            throws IOException {
        try {
            return tailrace.addSubscription(stream, config);
        } catch (RuntimeException e) {
            writer.discard();
            throw e;
        }
    }

    private static CommandException failed(Path path, IOException e) {
        return new CommandException(
                ExitCode.IO_FAILED,
                "cannot write the recording: " + e.getMessage() + ": path=" + path
                        + "; what is there is sound, but has no end: see it by replay " + path + " --info");
    }
}
