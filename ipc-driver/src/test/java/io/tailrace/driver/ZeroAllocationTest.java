/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tailrace.Claim;
import io.tailrace.ControlledFrameHandler;
import io.tailrace.FrameHandler;
import io.tailrace.PublicationConfig;
import io.tailrace.ask.AnswerStatus;
import io.tailrace.ask.Requester;
import io.tailrace.ask.Responder;
import io.tailrace.codecs.PublicationReadyDecoder;
import io.tailrace.codecs.PublicationReadyEncoder;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.dispatch.DispatchBuilder;
import io.tailrace.memory.BufferVector;
import io.tailrace.sbe.SbeClaim;
import io.tailrace.sbe.SbeHandler;
import io.tailrace.testing.Await;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Offers, polls and dispatches through the API allocate nothing, back pressure and term ends included. */
final class ZeroAllocationTest extends DispatchFixture {
    private static final int LENGTH = 32;
    /** Publications have longer terms than others here, and 100,000 messages go around their log. */
    private static final PublicationConfig LONG_TERMS = PublicationConfig.DEFAULT.withTermLength(1024 * 1024);

    private static final int MESSAGES = 100_000;
    /** A log with short terms goes around many times. */
    private static final int DISPATCHED = 50_000;

    private static final int ROUNDS = 24;

    private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final BufferVector[] vectors = {
        new BufferVector().reset(buffer, 0, LENGTH / 2), new BufferVector().reset(buffer, LENGTH / 2, LENGTH / 2)
    };
    private final byte[] array = new byte[LENGTH];
    private final ByteBuffer heap = ByteBuffer.wrap(array);
    private final ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH);
    private final Claim claim = new Claim();

    private final AtomicLong dispatched = new AtomicLong();
    private final AtomicInteger tasks = new AtomicInteger();
    private volatile Runnable task;
    private long frames;
    private long asked;
    private long publisherIds;

    private final FrameHandler handler = (bytes, offset, length, header) -> {
        frames++;
        publisherIds += header.publisherId() + header.position() + bytes.getByte(offset);
    };
    private FrameHandler polled = handler;
    private final ControlledFrameHandler controlledHandler = (bytes, offset, length, header) -> {
        frames++;
        return (frames & 7) == 0 ? ControlledFrameHandler.Action.COMMIT : ControlledFrameHandler.Action.CONTINUE;
    };

    /** The ways to offer one message. */
    private List<LongSupplier> offers() {
        return List.of(
                () -> publication.offer(buffer, 0, LENGTH),
                () -> publication.offer(buffer, 0, 8, buffer, 8, LENGTH - 8),
                () -> publication.offer(buffer, 0, LENGTH, PATIENCE),
                () -> publication.offer(array),
                () -> publication.offer(array, PATIENCE),
                () -> publication.offer(heap.clear()),
                () -> publication.offer(direct.position(3)),
                () -> publication.offer(direct.position(3), PATIENCE),
                this::claimAndCommit);
    }

    private long allocated() {
        return memory.getCurrentThreadAllocatedBytes();
    }

    private long claimAndCommit() {
        long result = publication.tryClaim(LENGTH, claim);
        if (result > 0) {
            claim.buffer().putLong(0, result);
            claim.commit();
        }
        return result;
    }

    private static long claimAndEncode(SbeClaim<PublicationReadyEncoder> typed) {
        long result = typed.tryClaim(0);
        if (result > 0) {
            typed.encoder().clientId(1).registrationId(2).logId(result).slot(4);
            typed.commit();
        }
        return result;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyWayToOfferAndToPollAllocatesNothing(boolean exclusive) {
        publication = exclusive
                ? publisher.addExclusivePublication("s", LONG_TERMS)
                : publisher.addPublication("s", LONG_TERMS);
        subscription = subscriber.addSubscription("s");
        assertTrue(publication.awaitSubscribers(1, PATIENCE));
        List<LongSupplier> offers = offers();
        allocated(); // The first measurement itself allocates.
        for (LongSupplier offer : offers) {
            assertAllocatesNothing("way " + offers.indexOf(offer), offer);
        }
        SbeClaim<PublicationReadyEncoder> typed = new SbeClaim<>(publication, new PublicationReadyEncoder());
        polled = SbeHandler.of(new PublicationReadyDecoder(), (message, header) -> {
            frames++;
            publisherIds += message.logId();
        });
        assertAllocatesNothing("typed messages", () -> claimAndEncode(typed));
        polled = handler;
        assertAllocatesNothing("batches", () -> publication.offerBatch(vectors, 2));
        assertTrue(frames >= (offers.size() + 3L) * MESSAGES);
        assertTrue(publisherIds > 0);
    }

    @Test
    void askingAndAnsweringAllocateNothing() {
        Responder first = Responder.open(publisher, "s", (bytes, offset, length, answer) -> {
            answer.tryClaim(length);
            answer.buffer().putBytes(0, bytes, offset, length);
            answer.commit();
        });
        Responder second =
                Responder.open(publisher, "s", (bytes, offset, length, answer) -> answer.offer(bytes, offset, length));
        Requester requester = Requester.open(publisher, "s", (bytes, offset, length, header) -> {
            frames += header.status() == AnswerStatus.ANSWERED ? 1 : 0;
            publisherIds += header.correlation();
        });
        Await.until(
                "two responders",
                () -> first.poll(1) + second.poll(1) == 0 && requester.answers().imageCount() == 2);
        allocated();
        List<LongSupplier> ways = List.of(
                () -> requester.ask(buffer, 0, LENGTH),
                () -> requester.askAll(buffer, 0, LENGTH),
                () -> claimAndCommit(requester));
        for (LongSupplier way : ways) {
            assertAllocatesNothing("way to ask " + ways.indexOf(way), () -> {
                for (int i = 0; i < MESSAGES; i++) {
                    asked += way.getAsLong() >= 0 ? 1 : 0;
                    first.poll(10);
                    second.poll(10);
                    requester.poll(10);
                }
            });
        }
        assertTrue(asked >= 3L * MESSAGES && frames >= asked, "asked=" + asked + ", frames=" + frames);
    }

    private static long claimAndCommit(Requester requester) {
        long correlation = requester.tryClaim(LENGTH);
        if (correlation >= 0) {
            requester.buffer().putLong(0, correlation);
            requester.commit();
        }
        return correlation;
    }

    private void assertAllocatesNothing(String what, LongSupplier offer) {
        assertAllocatesNothing(what, () -> exchange(offer, MESSAGES));
    }

    private void assertAllocatesNothing(String what, Runnable work) {
        assertAllocatesNothing(what, this::allocated, work);
    }

    private static void assertAllocatesNothing(String what, LongSupplier allocated, Runnable work) {
        long bytes = 1;
        // The JVM allocates now and then in the calling thread when it recompiles, but not per message or per lap.
        for (int round = 0; bytes > 0 && round < ROUNDS; round++) {
            long before = allocated.getAsLong();
            work.run();
            bytes = allocated.getAsLong() - before;
        }
        assertEquals(0, bytes, "bytes allocated by " + what);
    }

    /** Makes this many calls, and polls their messages in both ways. */
    private void exchange(LongSupplier offer, int calls) {
        int accepted = 0;
        while (accepted < calls) {
            if (offer.getAsLong() > 0) {
                accepted++;
            }
            if ((accepted & 15) == 0) {
                subscription.poll(polled, polled.equals(handler) ? 10 : 100);
                subscription.controlledPoll(controlledHandler, polled.equals(handler) ? 100 : 0);
            }
        }
        while (subscription.poll(polled, 100) > 0) {
            Thread.onSpinWait();
        }
    }

    /** An executor that allocates nothing itself, because all its tasks are the same object. */
    private void execute(Runnable newTask) {
        task = newTask;
        tasks.incrementAndGet();
    }

    private void runTasks() {
        while (!Thread.currentThread().isInterrupted()) {
            int waiting = tasks.get();
            if (waiting > 0 && tasks.compareAndSet(waiting, waiting - 1)) {
                task.run();
            } else {
                LockSupport.parkNanos(50_000);
            }
        }
    }

    /** Nor does it need a task of its own. */
    @ParameterizedTest
    @CsvSource({"1,any", "2,any", "2,key"})
    void aDispatchedMessageAllocatesNothingInAnyThread(int workers, String order) {
        List<Thread> threads =
                Stream.generate(() -> new Thread(this::runTasks)).limit(3).toList();
        threads.forEach(Thread::start);
        DispatchBuilder builder = Dispatch.of(
                        subscription,
                        (bytes, offset, length, header) ->
                                dispatched.addAndGet(bytes.getLong(offset) + header.position()))
                .workers(workers)
                .unordered();
        if (order.equals("key")) {
            builder.orderPerKey((bytes, offset, length) -> bytes.getLong(offset));
        }
        LongSupplier allocated = () -> threads.stream()
                .mapToLong(thread -> memory.getThreadAllocatedBytes(thread.getId()))
                .sum();
        try (Dispatch dispatch = builder.start(this::execute)) {
            assertAllocatesNothing("a dispatch", allocated, () -> {
                long recruits = figure(dispatch.counterSource(), "recruits");
                offerAndAwait();
                long newRecruits = figure(dispatch.counterSource(), "recruits") - recruits;
                assertTrue(newRecruits < DISPATCHED / 4, () -> "recruits=" + newRecruits);
            });
        } finally {
            threads.forEach(Thread::interrupt);
        }
    }

    private void offerAndAwait() {
        long end = 0;
        for (int i = 0; i < DISPATCHED; i++) {
            end = offer(publication, i, LENGTH);
        }
        long last = end;
        Await.until("everything is done", () -> image().position() == last);
    }
}
