/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.SubscriptionConfig;
import io.tailrace.WaitPolicy;
import io.tailrace.control.Command;
import io.tailrace.control.CommandRing;
import io.tailrace.file.FileAccess;
import io.tailrace.liveness.FileOwner;
import io.tailrace.log.FrameLayout;
import io.tailrace.log.Waker;
import io.tailrace.log.publish.Appender;
import io.tailrace.log.publish.ConcurrentAppender;
import io.tailrace.log.publish.ExclusiveAppender;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.proof.LogPool;
import io.tailrace.proof.StressLog;
import io.tailrace.sleep.AgentIdle;
import io.tailrace.sleep.ClientSleepers;
import io.tailrace.sleep.ClientWakers;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.LogPublication;
import io.tailrace.stream.MessageWaitSet;
import io.tailrace.stream.StreamSubscription;
import io.tailrace.wait.Waits;
import io.tailrace.wait.Waits.SleepCounts;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Closing while another thread offers or polls. Neither of them has a fence between announcing itself and checking
 * whether it is closed; the safepoint that the closer makes all threads pass replaces it. So the twins close without
 * it. A thread that enters for the first time does so under a lock, which is such a fence, so it has entered once
 * before.
 */
public class CloseStress {
    private static final String STREAM = "stress";
    private static final long ID = 7;
    private static final int FRAME_LENGTH = FrameLayout.HEADER_LENGTH + Long.BYTES;
    private static final MappedBuffer MESSAGE = StressLog.message(Long.BYTES, 1);

    private static final LogPool CONCURRENT = LogPool.ofConcurrentLogs();
    private static final LogPool EXCLUSIVE = LogPool.ofExclusiveLogs();
    private static final SlotPool SLOTS = new SlotPool();
    private static final ClientCounters NO_COUNTERS = new ClientCounters(
            () -> {
                throw new AssertionError("nobody counts");
            },
            new UserHandlers(error -> {}));
    private static final Waits NOBODY_WAITS = new Waits(
            new ClientSleepers(Path.of(""), () -> FileAccess.PRIVATE, 1, error -> {}),
            new ClientWakers(id -> Path.of(""), Path.of(""), error -> {}),
            new AgentIdle(0, () -> {
                throw new AssertionError("nobody rests");
            }),
            new SleepCounts(source -> {}),
            true,
            () -> false,
            () -> {});

    private static LogPublication publication(Appender appender, Consumer<LogPublication> closer) {
        LogPublication.Surroundings surroundings =
                new LogPublication.Surroundings(closer, NOBODY_WAITS, () -> true, id -> FileOwner.UNKNOWN);
        return LogPublication.of(STREAM, ID, appender, WaitPolicy.BALANCED, surroundings);
    }

    /** The part of a client's conductor that gives back closed handles; one actor uses it. */
    private static final class Conductor {
        private static final int RING_LENGTH = 1024;

        private final OneToOneRingBuffer ring =
                new OneToOneRingBuffer(MappedBuffer.allocate(RING_LENGTH + RingBufferDescriptor.TRAILER_LENGTH));
        private final CommandRing.Sender sender = new CommandRing.Sender(ring, Waker.NOBODY);

        void giveBack(ClosingQueue closings) {
            while (!closings.isEmpty()) {
                closings.doWork(sender, 0);
            }
            ring.read((type, buffer, index, length) -> {});
        }
    }

    private static final Conductor CONDUCTOR = new Conductor();

    /**
     * Lets the other actor begin at about the time when this one closes: because of its safepoint, giving back takes so
     * long that otherwise they would meet only in the first state of each stride.
     */
    private static final class Start {
        private static final int MAX_WAIT = 4000;
        private static final int MAX_DELAY = 256;
        private static final int STEP = 37;

        private static int delay;

        private volatile boolean closing;
        private volatile boolean hasTurn;

        /** The other actor has entered once. */
        void takeTurn() {
            hasTurn = true;
        }

        void awaitTurn() {
            for (int i = 0; i < MAX_WAIT && !hasTurn; i++) {
                Thread.onSpinWait();
            }
        }

        void awaitClosing() {
            for (int i = 0; i < MAX_WAIT && !closing; i++) {
                Thread.onSpinWait();
            }
        }

        /** With a delay that varies in steps of about a nanosecond, so that it meets every part of the other's work. */
        void beginClosing() {
            closing = true;
            delay = (delay + STEP) % MAX_DELAY;
            for (int i = 0; i < delay && closing; i++) {}
        }
    }

    private static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private static boolean isCommitted(StressLog log) {
        return FrameLayout.length(log.buffers().term(0).getLongAcquire(0)) > 0;
    }

    /** An offer to a concurrent publication. */
    @JCStressTest
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Closed before the offer.")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The message was committed before the handle was quiet.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "A message was claimed or committed when the handle was quiet: its slot belongs to another.")
    @State
    public static class Offer {
        final StressLog log = CONCURRENT.take(0, StressLog.TERM_LENGTH);
        final Start start = new Start();
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);
        final ClosingQueue closings = new ClosingQueue(new UserHandlers(error -> {}), () -> {});
        final LogPublication publication = publication(appender, this::giveBackWhenQuiet);
        long tailWhenQuiet;
        boolean committedWhenQuiet;

        private void giveBackWhenQuiet(LogPublication closed) {
            closings.add(appender::isQuiet, this::whenQuiet, new Command.RemovePublication(ID));
        }

        private void whenQuiet() {
            tailWhenQuiet = log.meta().tailAcquire();
            committedWhenQuiet = isCommitted(log);
        }

        @Actor
        public void offer(II_Result result) {
            start.awaitClosing();
            result.r1 = publication.offer(MESSAGE, 0, Long.BYTES) > 0 ? 1 : 0;
        }

        @Actor
        public void close() {
            start.beginClosing();
            publication.close();
            CONDUCTOR.giveBack(closings);
        }

        @Arbiter
        public void check(II_Result result) {
            boolean sameTail = log.meta().tailAcquire() == tailWhenQuiet;
            result.r2 = sameTail && committedWhenQuiet == tailWhenQuiet > 0 ? 1 : 0;
            CONCURRENT.giveBack(log);
        }
    }

    /** The same without the safepoint. */
    @JCStressTest
    @JCStressMeta(Offer.class)
    @State
    public static class OfferWeakened {
        final StressLog log = CONCURRENT.take(0, StressLog.TERM_LENGTH);
        final Appender appender = new ConcurrentAppender(log.buffers(), 0, Waker.Source.NONE);
        long tailWhenQuiet;
        boolean committedWhenQuiet;

        @Actor
        public void offer(II_Result result) {
            result.r1 = appender.offer(MESSAGE, 0, Long.BYTES) > 0 ? 1 : 0;
        }

        @Actor
        public void close() {
            appender.close();
            spinUntil(appender::isQuiet);
            tailWhenQuiet = log.meta().tailAcquire();
            committedWhenQuiet = isCommitted(log);
        }

        @Arbiter
        public void check(II_Result result) {
            boolean sameTail = log.meta().tailAcquire() == tailWhenQuiet;
            result.r2 = sameTail && committedWhenQuiet == tailWhenQuiet > 0 ? 1 : 0;
            CONCURRENT.giveBack(log);
        }
    }

    /** An offer to an exclusive publication, whose final tail is stored when it is quiet. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "1, 1", "2, 2"},
            expect = ACCEPTABLE,
            desc = "Each accepted message is before the final tail.")
    @Outcome(expect = FORBIDDEN, desc = "The final tail leaves out an accepted message.")
    @State
    public static class ExclusiveOffer {
        final StressLog log = EXCLUSIVE.take(0, StressLog.TERM_LENGTH);
        final Start start = new Start();
        final ExclusiveAppender appender = new ExclusiveAppender(log.buffers(), 0, Waker.Source.NONE);
        final ClosingQueue closings = new ClosingQueue(new UserHandlers(error -> {}), () -> {});
        final LogPublication publication = publication(appender, this::giveBackWhenQuiet);

        private void giveBackWhenQuiet(LogPublication closed) {
            closings.add(appender::isQuiet, appender::publishFinalTail, new Command.RemovePublication(ID));
        }

        @Actor
        public void offer(II_Result result) {
            int first = publication.offer(MESSAGE, 0, Long.BYTES) > 0 ? 1 : 0;
            start.awaitClosing();
            result.r1 = first + (publication.offer(MESSAGE, 0, Long.BYTES) > 0 ? 1 : 0);
        }

        @Actor
        public void close() {
            start.beginClosing();
            publication.close();
            CONDUCTOR.giveBack(closings);
        }

        @Arbiter
        public void check(II_Result result) {
            result.r2 = (int) log.meta().tailAcquire() / FRAME_LENGTH;
            EXCLUSIVE.giveBack(log);
        }
    }

    /** The same without the safepoint. */
    @JCStressTest
    @JCStressMeta(ExclusiveOffer.class)
    @State
    public static class ExclusiveOfferWeakened {
        final StressLog log = EXCLUSIVE.take(0, StressLog.TERM_LENGTH);
        final Start start = new Start();
        final ExclusiveAppender appender = new ExclusiveAppender(log.buffers(), 0, Waker.Source.NONE);

        @Actor
        public void offer(II_Result result) {
            int first = appender.offer(MESSAGE, 0, Long.BYTES) > 0 ? 1 : 0;
            start.takeTurn();
            result.r1 = first + (appender.offer(MESSAGE, 0, Long.BYTES) > 0 ? 1 : 0);
        }

        @Actor
        public void close() {
            start.awaitTurn();
            appender.close();
            spinUntil(appender::isQuiet);
            appender.publishFinalTail();
        }

        @Arbiter
        public void check(II_Result result) {
            result.r2 = (int) log.meta().tailAcquire() / FRAME_LENGTH;
            EXCLUSIVE.giveBack(log);
        }
    }

    /**
     * A poll, whose last store is the position, in a slot that belongs to another subscriber as soon as the image is
     * quiet.
     */
    @JCStressTest
    @Outcome(
            id = {"0, 1", "1, 1"},
            expect = ACCEPTABLE,
            desc = "The slot is its new owner's.")
    @Outcome(expect = FORBIDDEN, desc = "The poll stored its position in a slot that had been given away.")
    @State
    public static class Poll {
        final SlotPool.Slot slot = SLOTS.take();
        final Start start = new Start();
        final ClosingQueue closings = new ClosingQueue(new UserHandlers(error -> {}), () -> {});
        final StreamSubscription subscription = new StreamSubscription(
                STREAM,
                ID,
                SubscriptionConfig.DEFAULT,
                new StreamSubscription.Surroundings(
                        this::giveBackWhenQuiet,
                        image -> {},
                        error -> {},
                        NO_COUNTERS,
                        NOBODY_WAITS,
                        CloseStress::noWaitSet),
                null);
        final LogImage image = new LogImage(subscription, slot.files(), slot.index(), slot.position());

        public Poll() {
            subscription.add(image);
        }

        private void giveBackWhenQuiet(StreamSubscription closed) {
            closings.add(image::isQuiet, slot::giveToAnother, new Command.RemoveSubscription(ID));
        }

        @Actor
        public void poll(II_Result result) {
            image.poll((buffer, offset, length, header) -> {}, 0);
            start.awaitClosing();
            result.r1 = subscription.poll((buffer, offset, length, header) -> {}, 1);
        }

        @Actor
        public void close() {
            start.beginClosing();
            subscription.close();
            CONDUCTOR.giveBack(closings);
        }

        @Arbiter
        public void check(II_Result result) {
            result.r2 = slot.isAnothers() ? 1 : 0;
            SLOTS.giveBack(slot);
        }
    }

    /** The same without the safepoint. */
    @JCStressTest
    @JCStressMeta(Poll.class)
    @State
    public static class PollWeakened {
        private static final StreamSubscription SUBSCRIPTION = new StreamSubscription(
                STREAM,
                ID,
                SubscriptionConfig.DEFAULT,
                new StreamSubscription.Surroundings(
                        closed -> {}, image -> {}, error -> {}, NO_COUNTERS, NOBODY_WAITS, CloseStress::noWaitSet),
                null);

        final SlotPool.Slot slot = SLOTS.take();
        final Start start = new Start();
        final LogImage image = new LogImage(SUBSCRIPTION, slot.files(), slot.index(), slot.position());

        @Actor
        public void poll(II_Result result) {
            image.poll((buffer, offset, length, header) -> {}, 0);
            start.takeTurn();
            result.r1 = image.poll((buffer, offset, length, header) -> {}, 1);
        }

        @Actor
        public void close() {
            start.awaitTurn();
            image.close();
            spinUntil(image::isQuiet);
            slot.giveToAnother();
        }

        @Arbiter
        public void check(II_Result result) {
            result.r2 = slot.isAnothers() ? 1 : 0;
            SLOTS.giveBack(slot);
        }
    }

    private static MessageWaitSet noWaitSet() {
        throw new UnsupportedOperationException("nobody waits");
    }
}
