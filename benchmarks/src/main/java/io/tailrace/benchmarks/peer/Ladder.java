/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;
import static io.tailrace.log.FrameLayout.TYPE_DATA;
import static io.tailrace.log.FrameLayout.TYPE_PAD;

import io.tailrace.driver.DriverConfig;
import io.tailrace.events.Events;
import io.tailrace.file.FileAccess;
import io.tailrace.internal.Padded;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogCreation;
import io.tailrace.log.LogFiles;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.PublisherLimit;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.log.SubscriberProgress;
import io.tailrace.log.ThreadGuard;
import io.tailrace.log.ThreadGuard.Occupancy;
import io.tailrace.log.WakeHandshake;
import io.tailrace.log.Waker;
import io.tailrace.log.maintain.ReaderCleaning;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ClaimRegister;
import io.tailrace.log.publish.ClaimRegisters;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.read.CatchUpPause;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.memory.TermMemory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The way from a sketch to Tailrace, in rungs: the sketch carries messages through a log of Tailrace's format, and each
 * rung adds what one promise costs. The last rung reads and writes by Tailrace's own classes, below its API. There is
 * no driver, and one publisher and one subscriber.
 */
public final class Ladder implements Library {
    /** A promise, added to all those before it. */
    public enum Rung {
        /** Frames in the order of their claims, a limit, clean memory; no access leaves the mapped memory. */
        SKETCH,
        /** The bytes that a caller passes lie in its buffer, and are not too many. */
        ARGUMENTS,
        /** A second thread is refused (exclusive) or served (concurrent); others know which claim is open. */
        INSIDE,
        /** Any thread may close. */
        CLOSED,
        /** Sleepers are woken. */
        SLEEPERS,
        /** Tools see the number of messages, and JFR the handlers. */
        FIGURES,
        /** A subscriber that caught up leaves the line of the next header to the publisher. */
        PAUSE,
        /** Late subscribers find history, and whichever subscriber dies, memory is cleaned. */
        CLEANING,
        /** Failures at any place of an offer, lost subscribers, batches: Tailrace's appender. */
        APPENDER,
        /** Damage is recognized, and memory not cleaned yet is not read: Tailrace's reader. */
        READER
    }

    /** The last rung of this JVM. */
    private static Rung top = Rung.SKETCH;

    /** Constants, so that the JIT leaves out what is above the last rung. */
    private static final class Has {
        static final boolean ARGUMENTS = top.compareTo(Rung.ARGUMENTS) >= 0;
        static final boolean INSIDE = top.compareTo(Rung.INSIDE) >= 0;
        static final boolean CLOSED = top.compareTo(Rung.CLOSED) >= 0;
        static final boolean SLEEPERS = top.compareTo(Rung.SLEEPERS) >= 0;
        static final boolean FIGURES = top.compareTo(Rung.FIGURES) >= 0;
        static final boolean PAUSE = top.compareTo(Rung.PAUSE) >= 0;
        static final boolean CLEANING = top.compareTo(Rung.CLEANING) >= 0;
        static final boolean APPENDER = top.compareTo(Rung.APPENDER) >= 0;
        static final boolean READER = top.compareTo(Rung.READER) >= 0;
    }

    private static final int STREAMS = 2;
    private static final int ID = 1;
    /** The sketch zeroes a page at once, and Tailrace, while messages stream, after 16 KiB. */
    private static final int PAGE = 4096;

    private static final int PUT_OFF_LENGTH = 16 * 1024;

    private final Path directory;
    private final boolean isExclusive;

    private Ladder(boolean isExclusive, Path directory) {
        this.directory = directory;
        this.isExclusive = isExclusive;
    }

    /**
     * Opens it.
     *
     * @param rung the same for all that this JVM opens
     * @param isFirst whether it creates the logs, which the second process opens
     */
    static Ladder open(Rung rung, boolean isExclusive, Path directory, boolean isFirst) {
        top = rung;
        if (Has.READER != (rung == Rung.READER) || Has.ARGUMENTS != (rung != Rung.SKETCH)) {
            throw new IllegalStateException("this JVM stands on another rung: rung=" + rung);
        }
        Ladder ladder = new Ladder(isExclusive, directory);
        if (isFirst) {
            ladder.create();
        }
        return ladder;
    }

    private void create() {
        int kind = isExclusive ? LogLayout.KIND_EXCLUSIVE : LogLayout.KIND_CONCURRENT;
        try {
            Files.createDirectories(directory);
            for (int stream = 1; stream <= STREAMS; stream++) {
                LogMeta.Constants constants =
                        LogMeta.Constants.of(stream, "ladder", DriverConfig.DEFAULT_TERM_LENGTH, kind);
                try (LogCreation creation = new LogCreation(path(stream), constants, FileAccess.PRIVATE)) {
                    while (!creation.step(Integer.MAX_VALUE)) {}
                }
                LogMeta meta = log(stream).meta();
                meta.activateSubscriber(0, ID, ID, ProcessHandle.current().pid(), 0, SubscriberPolicy.BLOCK);
                meta.subscriberCountRelease(1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path path(int stream) {
        return directory.resolve("log-" + stream);
    }

    @SuppressWarnings("MustBeClosedChecker") // It lives as long as its process.
    private LogBuffers log(int stream) {
        try {
            return LogFiles.open(path(stream), LogFiles.Access.EVERYTHING).buffers();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Receiver receiver(int stream, Inbox inbox, boolean runsDriver) {
        return new Reader(log(stream), inbox);
    }

    @Override
    public Sender sender(int stream) {
        LogBuffers log = log(stream);
        return isExclusive ? new Exclusive(log) : new Concurrent(log);
    }

    /** What both kinds of publishers have. */
    private abstract static class Publisher extends Padded implements Sender {
        long limit;
        long termEnd;

        @SuppressWarnings("unused") // padding
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        final LogBuffers log;
        final LogMeta meta;
        final AtomicBoolean closed = new AtomicBoolean();
        final WakeHandshake sleepers;
        private final PublisherLimit publisherLimit;
        private final int maxLength;
        private final MappedBuffer source = MappedBuffer.allocate(MAX_LENGTH);
        private final @Nullable Appender appender;
        TermMemory term;

        Publisher(LogBuffers log, @Nullable Appender appender) {
            this.log = log;
            this.meta = log.meta();
            this.term = log.memory(0);
            this.termEnd = log.termLength();
            this.maxLength = LogLayout.maxMessageLength(log.termLength());
            this.publisherLimit = new PublisherLimit(log);
            this.sleepers = WakeHandshake.ofSubscribers(meta, Waker.Source.NONE);
            this.appender = appender;
        }

        @Override
        public final boolean send(long value, int count, int length) {
            source.putLong(0, value);
            if (appender != null) {
                return appender.offer(source, 0, length) > 0;
            }
            if (Has.ARGUMENTS) {
                if (length < 0 || length > maxLength) {
                    throw new IllegalArgumentException("length=" + length);
                }
                source.boundsCheck(0, length);
            }
            boolean accepted = append(source, length, FrameLayout.align(HEADER_LENGTH + length));
            if (Has.SLEEPERS) {
                sleepers.wake();
            }
            return accepted;
        }

        abstract boolean append(DirectBuffer message, int length, int alignedLength);

        /** {@return whether there is space at a position} */
        final boolean findLimit(long position) {
            limit = publisherLimit.find(position);
            return position < limit;
        }

        final void nextTerm() {
            term = log.memory(termEnd);
            termEnd += log.termLength();
        }
    }

    private static final class Exclusive extends Publisher {
        private long tail;
        private final ThreadGuard guard = new ThreadGuard(0);

        Exclusive(LogBuffers log) {
            super(log, Has.APPENDER ? new ExclusiveAppender(log, 0, Waker.Source.NONE) : null);
        }

        @Override
        boolean append(DirectBuffer message, int length, int alignedLength) {
            Occupancy occupancy = Has.INSIDE ? guard.enter() : null;
            long position = occupancy != null ? occupancy.word() - Occupancy.INSIDE : tail;
            boolean accepted = !(Has.CLOSED && closed.getOpaque());
            if (accepted && position + alignedLength > Math.min(limit, termEnd)) {
                accepted = position < limit || findLimit(position);
                if (accepted && position + alignedLength > termEnd) {
                    position = pad(position);
                }
            }
            long end = position;
            if (accepted) {
                term.putBytes(position, HEADER_LENGTH, message, 0, length);
                term.headerRelease(position, FrameLayout.header(HEADER_LENGTH + length, TYPE_DATA, 0));
                end += alignedLength;
            }
            if (occupancy != null) {
                occupancy.leave(end);
            } else {
                tail = end;
            }
            return accepted;
        }

        private long pad(long position) {
            long end = termEnd;
            if (end > position) {
                term.headerRelease(position, FrameLayout.header((int) (end - position), TYPE_PAD, 0));
            }
            nextTerm();
            return end;
        }
    }

    private static final class Concurrent extends Publisher {
        private long lastPosition;
        private final ClaimRegisters registers = new ClaimRegisters();

        Concurrent(LogBuffers log) {
            super(log, Has.APPENDER ? new ConcurrentAppender(log, 0, Waker.Source.NONE) : null);
        }

        @Override
        boolean append(DirectBuffer message, int length, int alignedLength) {
            if (lastPosition >= limit && !findLimit(lastPosition)) {
                return false;
            }
            ClaimRegister register = Has.INSIDE ? registers.tryBegin(alignedLength) : null;
            boolean accepted = !(Has.CLOSED && closed.getOpaque());
            if (accepted) {
                long position = claim(alignedLength);
                term.fetchEnd(position, alignedLength);
                term.headerRelease(position, FrameLayout.header(-alignedLength, TYPE_DATA, 0));
                VarHandle.storeStoreFence();
                term.putBytes(position, HEADER_LENGTH, message, 0, length);
                term.headerRelease(position, FrameLayout.header(HEADER_LENGTH + length, TYPE_DATA, 0));
                lastPosition = position + alignedLength;
            }
            if (register != null) {
                register.end();
            }
            return accepted;
        }

        private long claim(int alignedLength) {
            long position = meta.getAndAddTail(alignedLength);
            while (position + alignedLength > termEnd) {
                if (position < termEnd) {
                    log.pad(position, alignedLength, 0);
                    position = meta.getAndAddTail(alignedLength);
                }
                nextTerm();
            }
            return position;
        }
    }

    private static final class Reader extends Padded implements Receiver {
        private long position;
        private long messages;
        private long cleaned;

        @SuppressWarnings("unused") // padding
        private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

        private final LogBuffers log;
        private final LogMeta meta;
        private final Inbox inbox;
        private final FrameReader frames;
        private final SubscriberProgress progress;
        private final ThreadGuard guard = new ThreadGuard(0);
        private final AtomicBoolean closed = new AtomicBoolean();
        private final WakeHandshake sleepers;
        private final CatchUpPause pause = new CatchUpPause(true);
        private final ReaderCleaning cleaning;
        private TermMemory term;

        Reader(LogBuffers log, Inbox inbox) {
            this.log = log;
            this.meta = log.meta();
            this.term = log.memory(0);
            this.inbox = inbox;
            this.frames = new FrameReader(log, 0);
            this.progress = meta.progress(0);
            this.sleepers = WakeHandshake.ofPublishers(meta, Waker.Source.NONE);
            this.cleaning = new ReaderCleaning(log, 0, ID, Waker.Source.NONE);
        }

        @Override
        public int poll(int limit) {
            if (Has.PAUSE) {
                pause.beforePoll();
            }
            long header = Has.READER ? frames.glance() : term.headerAcquire(position);
            if (FrameLayout.length(header) <= 0) {
                foundNothing();
                return 0;
            }
            Occupancy occupancy = Has.INSIDE ? guard.enter() : null;
            int count = pollInside(header, limit);
            if (occupancy != null) {
                occupancy.leave(0);
            }
            return count;
        }

        private void foundNothing() {
            if (Has.PAUSE) {
                pause.foundNothing();
            }
            if (Has.CLEANING && position >= cleaned) {
                cleaned = cleaning.read(position);
            }
        }

        private int pollInside(long first, int limit) {
            Events.HandlerRun run = Has.FIGURES ? Events.beginHandlers() : null;
            int count = 0;
            long header = Has.READER && !frames.isMessage(first) ? frames.next() : first;
            while (FrameLayout.length(header) > 0) {
                if (FrameLayout.type(header) == TYPE_DATA) {
                    MappedBuffer buffer = Has.READER ? frames.buffer() : term.buffer();
                    int offset = Has.READER ? frames.payloadOffset() : term.offset(position) + HEADER_LENGTH;
                    consume(header);
                    count++;
                    inbox.take(buffer, offset, FrameLayout.length(header) - HEADER_LENGTH);
                } else {
                    consume(header);
                }
                boolean goesOn = count < limit
                        && !(Has.PAUSE && count == 1 && pause.looksAway())
                        && !(Has.CLOSED && closed.getOpaque());
                header = goesOn ? Has.READER ? frames.next() : term.headerAcquire(position) : 0;
            }
            publishPosition(count);
            if (Has.PAUSE) {
                pause.afterPoll(count, count < limit);
            }
            if (run != null) {
                run.ended("ladder", ID, ID, count, position);
            }
            return count;
        }

        private void consume(long header) {
            if (Has.READER) {
                frames.consume(header);
                position = frames.position();
                return;
            }
            position += FrameLayout.align(FrameLayout.length(header));
            if (term.offset(position) == 0) {
                term = log.memory(position);
            }
        }

        private void publishPosition(int count) {
            if (Has.FIGURES) {
                messages += count;
                progress.release(position, messages);
            } else {
                meta.subscriberPositionRelease(0, position);
            }
            if (Has.SLEEPERS) {
                sleepers.wakeAt(position);
            }
            if (!Has.CLEANING) {
                zero();
            } else if (position - cleaned >= PUT_OFF_LENGTH) {
                cleaned = cleaning.read(position);
            }
        }

        private void zero() {
            if (position - cleaned >= PAGE) {
                for (; position - cleaned >= PAGE; cleaned += PAGE) {
                    log.term(cleaned).zero(log.offset(cleaned), PAGE);
                }
                meta.cleanPositionRelease(cleaned);
            }
        }
    }
}
