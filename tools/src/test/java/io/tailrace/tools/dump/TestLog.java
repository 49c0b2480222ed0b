/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.JoinAt;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.Subscriber;
import io.tailrace.log.SubscriberName;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A log in files, with a publisher, a subscriber and its keeper: the work of the driver and two clients. */
public final class TestLog {
    static final int TERM_LENGTH = 64 * 1024;
    static final long PUBLISHING_CLIENT = 951;
    static final long PUBLISHING_PID = 811;

    private static final long PUBLISHER = 12;
    private static final long SUBSCRIBER = 14;

    final Path directory;
    final LogBuffers log;
    final LogMeta meta;
    final LogMaintenance kept;
    final Appender appender;
    final int subscriber;

    private final FrameReader reader;

    /** Makes log 17 of the stream "quotes" under a driver's directory. */
    TestLog(Path driverDirectory, int kind) {
        this(driverDirectory, 17, "quotes", kind);
    }

    TestLog(Path driverDirectory, long logId, String stream, int kind) {
        this(driverDirectory, LogMeta.Constants.of(logId, stream, TERM_LENGTH, kind));
    }

    TestLog(Path driverDirectory, LogMeta.Constants constants) {
        int kind = constants.kind();
        try {
            Path logs = Files.createDirectories(driverDirectory.resolve("logs"));
            directory = logs.resolve(Long.toString(constants.logId()));
            create(directory, constants);
            log = LogFiles.open(directory, LogFiles.Access.EVERYTHING).buffers();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        meta = log.meta();
        kept = new LogMaintenance(log, Waker.Source.NONE, (any, position, length, publisherSlot) -> {});
        int slot = kept.addPublisher(PUBLISHER, PUBLISHING_CLIENT, PUBLISHING_PID);
        Subscriber blocking = new Subscriber(
                SUBSCRIBER, PUBLISHING_CLIENT + 1, PUBLISHING_PID + 1, SubscriberPolicy.BLOCK, SubscriberName.NONE);
        subscriber = kept.addSubscriber(blocking, JoinAt.TAIL);
        appender = kind == KIND_EXCLUSIVE
                ? new ExclusiveAppender(log, slot, Waker.Source.NONE)
                : new ConcurrentAppender(log, slot, Waker.Source.NONE);
        reader = new FrameReader(log, kept.joinPosition(subscriber));
        keep();
    }

    /** Makes the files of a log that nobody uses. */
    public static void create(Path directory, LogMeta.Constants constants) throws IOException {
        try (LogCreation creation = new LogCreation(directory, constants, FileAccess.PRIVATE)) {
            while (!creation.step(TERM_LENGTH)) {
                // One piece for each step.
            }
        }
    }

    /** {@return the meta file, to damage it} */
    MappedBuffer metaBuffer() {
        try (MappedFile file = MappedFile.openReadWrite(LogFiles.metaPath(directory))) {
            return file.buffer();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Truncates a file, as another process may. */
    static void truncate(Path file, long length) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void truncateTerms() {
        for (int term = 0; term < LogLayout.TERM_COUNT; term++) {
            truncate(LogFiles.termPath(directory, term), 0);
        }
    }

    /** Publishes a text. Returns the position of its frame. */
    long publish(String text) {
        return publish(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Publishes a message. Returns the position of its frame. */
    long publish(byte[] payload) {
        long end = appender.offer(MappedBuffer.of(payload), 0, payload.length);
        if (end < 0) {
            throw new IllegalStateException("not published: status=" + end);
        }
        return end - FrameLayout.align(FrameLayout.HEADER_LENGTH + payload.length);
    }

    /** Publishes and consumes messages of this length until the tail has reached a position. */
    void turnTo(long position, int length) {
        byte[] payload = new byte[length];
        while (appender.position() < position) {
            publish(payload);
            consume();
        }
    }

    /** Makes the subscriber read all messages, and then the keeper work. */
    void consume() {
        read();
        keep();
    }

    void read() {
        long header;
        while ((header = reader.next()) != 0) {
            reader.consume(header);
        }
        meta.subscriberPositionRelease(subscriber, reader.position());
    }

    void keep() {
        for (int i = 0; i < 16; i++) {
            kept.cycle(registrationId -> {});
        }
    }

    /** Closes the publisher, which ends the log. */
    void endPublisher() {
        appender.close();
        if (appender instanceof ExclusiveAppender exclusive) {
            exclusive.publishFinalTail();
        }
        kept.endPublisher(PUBLISHER);
        keep();
    }

    long headerAt(long position) {
        return log.term(position).getLong(log.offset(position));
    }

    /** Overwrites eight bytes, as damage would. */
    void plant(long position, long value) {
        log.term(position).putLong(log.offset(position), value);
    }

    long tail() {
        return appender.position();
    }
}
