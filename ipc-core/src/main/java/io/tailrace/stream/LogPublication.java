/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.Blocker;
import io.tailrace.Blocker.Role;
import io.tailrace.Claim;
import io.tailrace.ExclusivePublication;
import io.tailrace.OfferInterruptedException;
import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Publication;
import io.tailrace.TailraceException;
import io.tailrace.WaitPolicy;
import io.tailrace.events.Events;
import io.tailrace.liveness.FileOwner;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.memory.BufferVector;
import io.tailrace.report.SuggestedCommand;
import io.tailrace.wait.Durations;
import io.tailrace.wait.PeerWait;
import io.tailrace.wait.ThreadWait;
import io.tailrace.wait.Waits;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/** Publishes to a log that any number of publications share; its nested subclass publishes to an exclusive log. */
public sealed class LogPublication implements Publication {
    private static final long MIN_PARK_NS = 1_000;
    private static final long MAX_PARK_NS = 100_000;

    private final String stream;
    private final long registrationId;
    private final Appender appender;
    private final SpaceWait spaceWait;
    private final PeerWait subscriberWait;
    private final Surroundings surroundings;
    private volatile boolean closed;

    /**
     * The collaborators of a publication in its client.
     *
     * @param closer receives each publication that is closed
     * @param waits for calls that wait
     * @param isDriverAlive queried by calls that waited in vain
     * @param processes the description of a client by its id; used for messages
     */
    public record Surroundings(
            Consumer<LogPublication> closer,
            Waits waits,
            BooleanSupplier isDriverAlive,
            LongFunction<FileOwner> processes) {}

    private LogPublication(
            String stream, long registrationId, Appender appender, WaitPolicy waitPolicy, Surroundings surroundings) {
        this.stream = stream;
        this.registrationId = registrationId;
        this.appender = appender;
        this.spaceWait = new SpaceWait(waitPolicy, surroundings.waits);
        this.subscriberWait = new PeerWait(this::subscriberCount, this::isClosed, surroundings.waits);
        this.surroundings = surroundings;
    }

    /**
     * {@return the publication of an appender}
     *
     * @param waitPolicy for calls that wait
     */
    public static LogPublication of(
            String stream, long registrationId, Appender appender, WaitPolicy waitPolicy, Surroundings surroundings) {
        return appender instanceof ExclusiveAppender
                ? new Exclusive(stream, registrationId, appender, waitPolicy, surroundings)
                : new LogPublication(stream, registrationId, appender, waitPolicy, surroundings);
    }

    @Override
    public final long offer(DirectBuffer buffer, int offset, int length) {
        long result = appender.offer(buffer, offset, length);
        return result >= 0 ? result : refusal(result);
    }

    @Override
    public final long offer(DirectBuffer buffer, int offset, int length, Duration timeout) {
        long result = appender.offer(buffer, offset, length);
        return result >= 0 ? result : tryAgain(result, buffer, offset, length, timeout);
    }

    @Override
    public final long offer(byte[] message) {
        long result = appender.offer(message);
        return result >= 0 ? result : refusal(result);
    }

    @Override
    public final long offer(byte[] message, Duration timeout) {
        long result = appender.offer(message);
        return result >= 0 ? result : tryAgain(result, message, 0, message.length, timeout);
    }

    @Override
    public final long offer(ByteBuffer message) {
        long result = appender.offer(message);
        if (result < 0) {
            return refusal(result);
        }
        message.position(message.limit());
        return result;
    }

    @Override
    public final long offer(ByteBuffer message, Duration timeout) {
        long first = appender.offer(message);
        long result = first >= 0 ? first : tryAgain(first, message, message.position(), message.remaining(), timeout);
        message.position(message.limit());
        return result;
    }

    /**
     * Tries again when there is space, and a last time when the timeout is over.
     *
     * @param target the claim to be filled, or the content to be offered
     */
    private long tryAgain(long firstResult, Object target, int offset, int length, Duration timeout) {
        Events.BackPressure pressure = firstResult == Appender.BACK_PRESSURED ? Events.beginBackPressure() : null;
        if (pressure == null) {
            return tryUntil(firstResult, target, offset, length, timeout);
        }
        // Determined now: at the end of the wait the blocker may be another one, or gone.
        Blocker blocker = findBlocker();
        if (blocker != null) {
            pressure.by(
                    blocker.role().name(),
                    blocker.registrationId(),
                    blocker.clientId(),
                    blocker.pid(),
                    blocker.name(),
                    blocker.bytesBehind());
        }
        boolean accepted = false;
        try {
            long result = tryUntil(firstResult, target, offset, length, timeout);
            accepted = true;
            return result;
        } finally {
            pressure.ended(stream, logId(), registrationId, accepted);
        }
    }

    private long tryUntil(long firstResult, Object target, int offset, int length, Duration timeout) {
        long startNs = System.nanoTime();
        long timeoutNs = Durations.toNanos(timeout);
        long parkNs = MIN_PARK_NS;
        long result = firstResult;
        while (result < 0 && result != Appender.CLOSED) {
            boolean found = spaceWait.await(timeoutNs - (System.nanoTime() - startNs));
            result = claimOrOffer(target, offset, length);
            if (result < 0 && result != Appender.CLOSED) {
                if (!found) {
                    throw refused(result, timeout);
                }
                LockSupport.parkNanos(parkNs); // Another thread was faster, or a debt of this log is to be paid first.
                parkNs = Math.min(parkNs * 2, MAX_PARK_NS);
            }
        }
        if (result == Appender.CLOSED) {
            throw new IllegalStateException("publication is closed: stream=" + stream);
        }
        return result;
    }

    private long claimOrOffer(Object target, int offset, int length) {
        if (target instanceof Claim claim) {
            return claim.hold(appender, length);
        }
        if (target instanceof byte[] message) {
            return appender.offer(message);
        }
        return target instanceof ByteBuffer message
                ? appender.offer(message)
                : appender.offer((DirectBuffer) target, offset, length);
    }

    private TailraceException refused(long result, Duration timeout) {
        OfferStatus status = OfferStatus.of(refusal(result));
        String time = Durations.toMillis(timeout) + " ms: stream=" + stream + ", " + describe(status);
        return Thread.currentThread().isInterrupted()
                ? new OfferInterruptedException("interrupted while an offer waited for at most " + time)
                : new OfferTimeoutException(status, "offer not accepted within " + time);
    }

    @Override
    public final long offer(
            DirectBuffer first,
            int firstOffset,
            int firstLength,
            DirectBuffer second,
            int secondOffset,
            int secondLength) {
        long result = appender.offer(first, firstOffset, firstLength, second, secondOffset, secondLength);
        return result >= 0 ? result : refusal(result);
    }

    @Override
    public final long offerBatch(BufferVector[] messages, int count) {
        long result = appender.offerBatch(messages, count);
        return result >= 0 ? result : refusal(result);
    }

    @Override
    public final long tryClaim(int length, Claim claim) {
        long result = claim.hold(appender, length);
        return result >= 0 ? result : refusal(result);
    }

    @Override
    public final long claim(int length, Claim claim, Duration timeout) {
        long result = claim.hold(appender, length);
        return result >= 0 ? result : tryAgain(result, claim, 0, length, timeout);
    }

    /** For a mirror: {@link ExclusiveAppender#appendBlock}. Returns the position after it, or a negative status. */
    public final long appendBlock(DirectBuffer block, int offset, int length, long position) {
        return ((ExclusiveAppender) appender).appendBlock(block, offset, length, position);
    }

    /** For a mirror: {@link ExclusiveAppender#appendPadding}. Returns the position after it, or a negative status. */
    public final long appendPadding(long position, long length) {
        return ((ExclusiveAppender) appender).appendPadding(position, length);
    }

    /** For a mirror: {@link ExclusiveAppender#promiseLimit}; after this is closed, its current position. */
    public final long promiseLimit() {
        return closed ? appender.position() : ((ExclusiveAppender) appender).promiseLimit();
    }

    /**
     * For a mirror: its source has ended at this position, so the mirror ends too once this is closed, without being
     * vacant first.
     */
    public final void endSource(long position) {
        appender.log().meta().sourceEndRelease(position);
    }

    /** {@return a short description of the party that holds this back; null if there is none} */
    public final @Nullable String holder() {
        Blocker blocker = closed || appender.position() < appender.limit() ? null : blocker();
        return blocker == null ? null : inShort(blocker);
    }

    /** The appender knows of space, not of drivers. */
    private long refusal(long result) {
        boolean lost = result == Appender.BACK_PRESSURED
                && !surroundings.isDriverAlive.getAsBoolean()
                && appender.needsDriver()
                && isHeldByDriver(appender.position());
        return lost ? OfferStatus.DRIVER_LOST_CODE : result;
    }

    private String describe(OfferStatus status) {
        if (status == OfferStatus.DRIVER_LOST) {
            return "the media driver is lost, and only a driver can make space: start it again; offers then succeed";
        }
        String reason = status == OfferStatus.NOT_CONNECTED
                ? "no subscriber: start one, for example `" + SuggestedCommand.of("sub", stream) + "`"
                : "back pressure: " + describeBlocker();
        return surroundings.isDriverAlive.getAsBoolean()
                ? reason
                : reason + "; the media driver is lost: start it again";
    }

    private String describeBlocker() {
        Blocker blocker = blocker();
        return blocker == null
                ? "the media driver has not made space"
                : blocker.describe()
                        + (blocker.vacantFor() == null
                                ? surroundings
                                        .processes
                                        .apply(blocker.clientId())
                                        .heartbeat()
                                        .describe(System.nanoTime())
                                : "")
                        + ", window=" + appender.log().constants().window();
    }

    @Override
    public final boolean isConnected() {
        return subscriberCount() > 0;
    }

    @Override
    public final int subscriberCount() {
        return closed ? 0 : appender.log().meta().subscriberCountAcquire();
    }

    @Override
    public final boolean awaitSubscribers(int count, Duration timeout) {
        return subscriberWait.await(count, Durations.toNanos(timeout));
    }

    @Override
    public final String stream() {
        return stream;
    }

    @Override
    public final long registrationId() {
        return registrationId;
    }

    @Override
    public final long logId() {
        return appender.log().constants().logId();
    }

    @Override
    public final int maxMessageLength() {
        return appender.maxMessageLength();
    }

    @Override
    public final long position() {
        return appender.position();
    }

    @Override
    public final long limit() {
        return appender.limit();
    }

    @Override
    public final @Nullable Blocker blocker() {
        Blocker found = findBlocker();
        return found == null || found.clientId() == 0
                ? found
                : found.withProgram(
                        surroundings.processes.apply(found.clientId()).name());
    }

    private @Nullable Blocker findBlocker() {
        if (closed) {
            return null;
        }
        LogMeta meta = appender.log().meta();
        long tail = appender.position();
        if (isHeldByDriver(tail)) {
            return new Blocker(Role.DRIVER, 0, 0, 0, tail - meta.cleanPositionAcquire());
        }
        int slowest = slowest(meta);
        if (slowest < 0) {
            return null;
        }
        long position = meta.subscriberPositionAcquire(slowest);
        Blocker claimer = findClaimer(position, tail);
        long vacantForNs = meta.vacantForNs(slowest, System.nanoTime());
        return claimer != null
                ? claimer
                : new Blocker(
                        Role.SUBSCRIBER,
                        meta.subscribers().acquire(slowest),
                        meta.subscribers().client(slowest),
                        meta.subscribers().pid(slowest),
                        "",
                        tail - position,
                        meta.subscriberName(slowest).text(),
                        vacantForNs < 0 ? null : Duration.ofNanos(vacantForNs));
    }

    /** {@return whether space is missing for a reason other than a subscriber} Allocates nothing. */
    private boolean isHeldByDriver(long tail) {
        LogBuffers log = appender.log();
        int slowest = slowest(log.meta());
        long windowEnd = slowest < 0
                ? Long.MAX_VALUE
                : log.meta().subscriberPositionAcquire(slowest)
                        + log.constants().window();
        return tail >= appender.limit() && tail < windowEnd && log.meta().subscriberCountAcquire() > 0;
    }

    /** {@return the slot of the gating subscriber that is furthest behind; negative if none gates} */
    private static int slowest(LogMeta meta) {
        int slowest = -1;
        long least = Long.MAX_VALUE;
        for (int slot = 0; slot < LogLayout.MAX_SUBSCRIBERS; slot++) {
            boolean gates = meta.subscribers().acquire(slot) != 0 && meta.gates(slot);
            long position = meta.subscriberPositionAcquire(slot);
            if (gates && position < least) {
                slowest = slot;
                least = position;
            }
        }
        return slowest;
    }

    /** Another process writes the position, so it may have any value. */
    private @Nullable Blocker findClaimer(long position, long tail) {
        LogBuffers log = appender.log();
        boolean isInLog = position >= 0 && position < tail && position >= tail - log.ringLength();
        if (log.constants().kind() != LogLayout.KIND_CONCURRENT
                || !isInLog
                || position % FrameLayout.FRAME_ALIGNMENT != 0) {
            return null;
        }
        long header = log.headerAcquire(position);
        if (FrameLayout.length(header) > 0) {
            return null;
        }
        int owner = FrameLayout.owner(header);
        boolean isKnown = header != 0 && owner < LogLayout.MAX_PUBLISHERS;
        return new Blocker(
                Role.PUBLISHER,
                isKnown ? log.meta().publishers().acquire(owner) : 0,
                isKnown ? log.meta().publishers().client(owner) : 0,
                isKnown ? log.meta().publishers().pid(owner) : 0,
                tail - position);
    }

    /** {@return a name for people: the subscription's, else that of its program, else the pid} */
    private static String inShort(Blocker blocker) {
        if (blocker.role() == Role.DRIVER) {
            return "the media driver";
        }
        String name = blocker.name().isEmpty() ? blocker.program() : blocker.name();
        return name.isEmpty() ? "pid " + blocker.pid() : name;
    }

    @Override
    public final boolean isClosed() {
        return closed;
    }

    @Override
    public final synchronized void close() {
        if (!closed) {
            closed = true;
            appender.close();
            spaceWait.wait.close();
            subscriberWait.wakeAll();
            surroundings.closer.accept(this);
        }
    }

    /** Touches every page of the log, so that no message meets a page fault in this process. */
    public final void touchPages() {
        appender.log().touchPages();
    }

    /** {@return whether no thread offers, has an open claim, or waits} Stays true once it was closed. */
    public final boolean isQuiet() {
        return appender.isQuiet() && spaceWait.wait.isReleased();
    }

    /** Conductor, once it is quiet: a subscriber sees the whole of an exclusive log. */
    public final void publishFinalTail() {
        if (appender instanceof ExclusiveAppender exclusive) {
            exclusive.publishFinalTail();
        }
    }

    /** Conductor, once it is quiet: lets go of the memory of the log. */
    public final void release() {
        appender.release();
    }

    /**
     * Conductor: wakes threads that wait for subscribers that have arrived, maintains the appender. Returns work done.
     */
    public final int maintain() {
        return subscriberWait.tell() + appender.maintain();
    }

    /** Publishes to a log of its own. */
    private static final class Exclusive extends LogPublication implements ExclusivePublication {
        Exclusive(String stream, long id, Appender appender, WaitPolicy waitPolicy, Surroundings surroundings) {
            super(stream, id, appender, waitPolicy, surroundings);
        }
    }

    /**
     * The wait of a publication's threads for space, which subscribers make by reading, or the keeper by cleaning. One
     * thread waits for space, and the others for their turn. Any thread.
     */
    private final class SpaceWait implements ThreadWait.Source {
        private final ThreadWait wait;
        /** Fair: the longest-waiting thread is first. */
        private final ReentrantLock turn = new ReentrantLock(true);

        SpaceWait(WaitPolicy policy, Waits waits) {
            this.wait = new ThreadWait(policy, waits);
        }

        /**
         * {@return whether there is space; false if there was none in time, this is closed, or the thread is
         * interrupted}
         */
        boolean await(long timeoutNs) {
            long startNs = System.nanoTime();
            try {
                if (timeoutNs <= 0 || !turn.tryLock(timeoutNs, TimeUnit.NANOSECONDS)) {
                    return false;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            try {
                return wait.await(this, timeoutNs - (System.nanoTime() - startNs));
            } finally {
                turn.unlock();
            }
        }

        @Override
        public boolean isThere() {
            return appender.hasSpace();
        }

        @Override
        public boolean nameSleeper(int number) {
            return appender.nameSleeper(number);
        }

        /** Subscribers make space in small pieces, and do not wake publishers for each. */
        @Override
        public boolean isTold() {
            return false;
        }

        @Override
        public String toString() {
            return "space in the log of stream " + stream;
        }
    }
}
