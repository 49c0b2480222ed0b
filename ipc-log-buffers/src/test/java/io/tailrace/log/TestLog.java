/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static io.tailrace.log.FrameLayout.HEADER_LENGTH;

import io.tailrace.log.maintain.LogMaintenance;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ClaimRegisters;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.log.read.FrameReader;
import io.tailrace.memory.MappedBuffer;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.agrona.DirectBuffer;

/** A log in memory, with 64 KiB terms unless a test needs longer ones, and accessors for tests. */
public final class TestLog {
    public static final int TERM_LENGTH = LogLayout.MIN_TERM_LENGTH;
    public static final long RING_LENGTH = (long) LogLayout.TERM_COUNT * TERM_LENGTH;
    public static final int LONGEST_FRAME = TERM_LENGTH / LogLayout.LONGEST_FRAMES_PER_TERM;
    public static final int LONGEST_MESSAGE = LONGEST_FRAME - HEADER_LENGTH;

    /** First positions of logs that have run for a while: at laps, terms, and where 32 bits overflow. */
    @SuppressWarnings("MutablePublicArray") // Tests do not change it.
    public static final long[] STARTS = {0, TERM_LENGTH, 7 * RING_LENGTH, (1L << 31) - RING_LENGTH, 1L << 32, 1L << 44};

    /** Never the thread of a test: in the common pool, a thread that waits for its own task runs it. */
    public static final Executor OTHER_THREAD = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "other");
        thread.setDaemon(true);
        return thread;
    });

    /** The three terms and the meta. */
    private final MappedBuffer[] memory;

    private final MappedBuffer[] terms = new MappedBuffer[LogLayout.TERM_COUNT];
    private final LogBuffers log;
    private final LogMeta meta;
    private final ByteBuffer metaBytes;

    public TestLog(LogMeta.Constants constants) {
        this(constants, allocate(constants));
    }

    private TestLog(LogMeta.Constants constants, MappedBuffer[] memory) {
        this.memory = memory;
        MappedBuffer metaBuffer = memory[memory.length - 1];
        metaBytes = metaBuffer.byteBuffer();
        new LogMeta(metaBuffer).initialise(constants);
        for (int i = 0; i < terms.length; i++) {
            terms[i] = memory[i].view(0, constants.termLength());
        }
        log = new LogBuffers(metaBuffer, terms);
        meta = log.meta();
    }

    private static MappedBuffer[] allocate(LogMeta.Constants constants) {
        int termLength = constants.termLength();
        return IntStream.of(termLength, termLength, termLength, LogLayout.META_LENGTH)
                .mapToObj(MappedBuffer::allocate)
                .toArray(MappedBuffer[]::new);
    }

    /** {@return a new log in the memory of this one, which is not used any more} */
    public TestLog recycle(LogMeta.Constants constants) {
        for (MappedBuffer buffer : memory) {
            buffer.zero(0, buffer.capacity());
        }
        return new TestLog(constants, memory);
    }

    /**
     * {@return the same log, as long as it is new, in memory that is not reached by its address: only there can an
     * access be made to fail}
     */
    public TestLog breakable() {
        MappedBuffer[] buffers =
                Stream.of(memory).map(own -> new MappedBuffer(own.byteBuffer())).toArray(MappedBuffer[]::new);
        return new TestLog(log.constants(), buffers);
    }

    /** As if all terms had been consumed and cleaned. */
    public TestLog recycleTerms() {
        for (MappedBuffer term : terms) {
            term.zero(0, TERM_LENGTH);
        }
        return this;
    }

    public static TestLog of(boolean exclusive) {
        return exclusive ? exclusive() : concurrent();
    }

    public static TestLog concurrent() {
        return of(LogLayout.KIND_CONCURRENT, TERM_LENGTH / 2, TERM_LENGTH);
    }

    public static TestLog exclusive() {
        return of(LogLayout.KIND_EXCLUSIVE, TERM_LENGTH / 2, TERM_LENGTH);
    }

    public static TestLog of(int kind, long window, long reserve) {
        return new TestLog(new LogMeta.Constants(4711, "quotes", TERM_LENGTH, kind, window, reserve));
    }

    /** As if everything before had been published, consumed and cleaned. */
    public TestLog startingAt(long position) {
        meta.tailRelease(position);
        meta.limitRelease(position);
        meta.cleanPositionRelease(position);
        meta.cleaningTargetVolatile(position);
        meta.joinPositionRelease(position);
        return this;
    }

    /** With a subscriber, and a limit that the test sets itself. */
    public TestLog open(long limit) {
        meta.subscriberCountRelease(1);
        meta.limitRelease(limit);
        return this;
    }

    /** {@return the keeper of a log in which nobody sleeps} */
    public static LogMaintenance keep(LogBuffers log) {
        return new LogMaintenance(log, Waker.Source.NONE, (any, position, length, publisherSlot) -> {});
    }

    /** {@return a subscriber of policy BLOCK without a name} */
    public static Subscriber subscriber(long registrationId, long clientId, long pid) {
        return subscriber(registrationId, clientId, pid, SubscriberPolicy.BLOCK);
    }

    /** {@return a subscriber without a name} */
    public static Subscriber subscriber(long registrationId, long clientId, long pid, SubscriberPolicy policy) {
        return new Subscriber(registrationId, clientId, pid, policy, SubscriberName.NONE);
    }

    /** {@return an appender of the kind that the log wants} */
    public Appender appender(int slot) {
        return log.constants().kind() == LogLayout.KIND_EXCLUSIVE
                ? new ExclusiveAppender(log, slot, Waker.Source.NONE)
                : new ConcurrentAppender(log, slot, Waker.Source.NONE);
    }

    public LogBuffers log() {
        return log;
    }

    public LogMeta meta() {
        return meta;
    }

    /**
     * For a {@link #breakable} log: lets every write to the terms fail from now on, like a fault in the middle of an
     * operation, or succeed.
     */
    public void makeTermsReadOnly(boolean readOnly) {
        for (int term = 0; term < terms.length; term++) {
            makeTermReadOnly((long) term * TERM_LENGTH, readOnly);
        }
    }

    /** As {@link #makeTermsReadOnly}, for the term that holds a position. */
    public void makeTermReadOnly(long position, boolean readOnly) {
        int term = (int) (position / TERM_LENGTH % terms.length);
        if (readOnly) {
            terms[term].wrap(memory[term].byteBuffer().asReadOnlyBuffer());
        } else {
            terms[term].wrap(memory[term], 0, TERM_LENGTH);
        }
    }

    /**
     * For a {@link #breakable} log: lets every access to the meta file fail from now on, so that nothing can be claimed
     * or repaired, or succeed.
     */
    public void makeMetaUnreachable(boolean unreachable) {
        MappedBuffer buffer = memory[memory.length - 1];
        if (unreachable) {
            buffer.wrap(ByteBuffer.allocateDirect(0));
        } else {
            buffer.wrap(metaBytes);
        }
    }

    public long header(long position) {
        return log.headerAcquire(position);
    }

    public int lengthAt(long position) {
        return FrameLayout.length(header(position));
    }

    /** Writes the header of a claim by hand. */
    public void claimHeader(long position, int alignedLength, int slot) {
        log.headerRelease(position, FrameLayout.header(-alignedLength, FrameLayout.TYPE_DATA, slot));
    }

    /** Commits by hand a message of one repeated byte. */
    public void commit(long position, int messageLength, int slot) {
        log.term(position).setMemory(log.offset(position) + HEADER_LENGTH, messageLength, (byte) messageLength);
        int frameLength = HEADER_LENGTH + messageLength;
        log.headerRelease(position, FrameLayout.header(frameLength, FrameLayout.TYPE_DATA, slot));
    }

    /** Fills the log with messages between two positions, by hand. */
    public void commitUpTo(long from, long to, int slot) {
        long position = from;
        while (position < to) {
            int frameLength = (int) Math.min(Math.min(to - position, LONGEST_FRAME), log.remaining(position));
            commit(position, frameLength - HEADER_LENGTH, slot);
            position += frameLength;
        }
    }

    /** Every committed frame from a position on, as {@code DATA@position+length/owner} or {@code PAD@…}. */
    public List<String> frames(long from) {
        List<String> frames = new ArrayList<>();
        long position = from;
        long end = meta.cleanPositionAcquire() + RING_LENGTH;
        while (position < end && lengthAt(position) > 0) {
            long header = header(position);
            String type = FrameLayout.type(header) == FrameLayout.TYPE_PAD ? "PAD@" : "DATA@";
            frames.add(type + (position - from) + "+" + FrameLayout.length(header) + "/" + FrameLayout.owner(header));
            position += FrameLayout.align(FrameLayout.length(header));
        }
        return frames;
    }

    /** Every committed message from a position on. */
    public List<byte[]> messages(long from) {
        List<byte[]> messages = new ArrayList<>();
        FrameReader reader = new FrameReader(log, from);
        for (long header = reader.next(); header != 0; header = reader.next()) {
            messages.add(payload(reader, header));
            reader.consume(header);
        }
        return messages;
    }

    /** As a subscriber that reads all there is. {@return the position that it has reached, and stored} */
    public long readAll(int slot) {
        FrameReader reader = new FrameReader(log, meta.subscriberPositionAcquire(slot));
        for (long header = reader.next(); header != 0; header = reader.next()) {
            reader.consume(header);
        }
        meta.subscriberPositionRelease(slot, reader.position());
        return reader.position();
    }

    public static byte[] payload(FrameReader reader, long header) {
        byte[] message = new byte[FrameLayout.length(header) - HEADER_LENGTH];
        reader.buffer().getBytes(reader.payloadOffset(), message);
        return message;
    }

    public static boolean isZero(MappedBuffer buffer, int offset, int length) {
        for (int i = offset; i < offset + length; i += Long.BYTES) {
            if (buffer.getLong(i) != 0) {
                return false;
            }
        }
        return true;
    }

    public boolean isZero(long from, long to) {
        long position = from;
        while (position < to) {
            int length = (int) Math.min(to - position, log.remaining(position));
            if (!isZero(log.term(position), log.offset(position), length)) {
                return false;
            }
            position += length;
        }
        return true;
    }

    /** A source that does something, or fails, at the moment it is copied from. */
    public static DirectBuffer source(int capacity, Runnable whenRead) {
        ThreadLocal<Boolean> isNext = ThreadLocal.withInitial(() -> false); // A short message is read word by word.
        return (DirectBuffer) Proxy.newProxyInstance(
                TestLog.class.getClassLoader(), new Class<?>[] {DirectBuffer.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("boundsCheck")) {
                        isNext.set(true);
                    } else if (method.getName().startsWith("get") && isNext.get()) {
                        isNext.set(false);
                        whenRead.run();
                    }
                    Class<?> type = method.getReturnType();
                    return type == int.class ? (Object) capacity : type == long.class ? 0L : null;
                });
    }

    /** {@return registers of a handle that another thread used first} */
    public static ClaimRegisters registersOwnedByAnotherThread() {
        ClaimRegisters registers = new ClaimRegisters();
        CompletableFuture.runAsync(
                        () -> Objects.requireNonNull(registers.tryBegin(8)).end(), OTHER_THREAD)
                .join();
        registers.grow();
        return registers;
    }

    public static byte[] bytes(int length, int seed) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (seed * 31 + i * 7 + (i >> 8));
        }
        return bytes;
    }
}
