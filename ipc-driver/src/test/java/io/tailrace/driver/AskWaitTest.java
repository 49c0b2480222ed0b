/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.Tailrace;
import io.tailrace.WaitSet;
import io.tailrace.ask.AnswerStatus;
import io.tailrace.ask.RequestException;
import io.tailrace.ask.RequestHandler;
import io.tailrace.ask.Requester;
import io.tailrace.ask.RequesterConfig;
import io.tailrace.ask.Responder;
import io.tailrace.injector.CooperativeConfig;
import io.tailrace.injector.CooperativeWorkers;
import io.tailrace.injector.Tasklet;
import io.tailrace.injector.WakeSource;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait for answers and for requests. */
final class AskWaitTest extends WithThreads {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long REST_MS = 100;

    /** A thread that polls all the time takes the whole time. */
    private static final long MOST_CPU_NS = 30_000_000;

    private Tailrace asking;
    private Tailrace answering;
    private Thread thread;
    private Responder responder;

    @BeforeEach
    void connectBoth() {
        asking = connect();
        answering = connect();
    }

    private void respond(RequestHandler handler) {
        responder = Responder.open(answering, STREAM, handler);
        Responder own = responder;
        thread = new Thread(() -> {
            while (!own.isClosed()) {
                own.poll(64, PATIENCE);
            }
        });
        thread.start();
    }

    @AfterEach
    void closeBoth() throws InterruptedException {
        answering.close();
        asking.close();
        if (thread != null) {
            thread.join(TimeUnit.SECONDS.toMillis(10));
            assertFalse(thread.isAlive(), "its poll ends with its client");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aThreadThatAsksWaitsForTheFirstResponder() throws Exception {
        Requester requester = Requester.open(asking, STREAM);
        CompletableFuture<byte[]> answer = CompletableFuture.supplyAsync(() -> requester.ask(bytes("x"), PATIENCE));
        Thread.sleep(50);
        assertFalse(answer.isDone());
        respond((buffer, offset, length, reply) -> reply.offer(buffer, offset, length));
        assertArrayEquals(bytes("x"), answer.get(10, TimeUnit.SECONDS));
    }

    @Test
    void whyThereIsNoAnswerTheExceptionTells() {
        respond((buffer, offset, length, answer) -> {
            switch (buffer.getByte(offset)) {
                case 'f' -> throw new IllegalArgumentException("bad question");
                case 'n' -> answer.tryClaim(8); // Not committed.
                case 'k' -> answer.keep();
                default -> responder.close();
            }
        });
        Requester requester = Requester.open(asking, STREAM);
        assertTrue(requester.awaitConnected(PATIENCE));
        assertTells(requester, "f", PATIENCE, AnswerStatus.FAILED, "bad question");
        Await.until("the responder's client gets the report, after the answer", () -> !errors.isEmpty());
        assertEquals("bad question", errors.remove().getCause().getMessage());
        assertTells(requester, "n", PATIENCE, AnswerStatus.NOT_TAKEN, "did not take");
        assertTells(requester, "k", Duration.ofMillis(50), AnswerStatus.TIMED_OUT, "no answer in time");
        assertTells(requester, "close", PATIENCE, AnswerStatus.GONE, "has gone");
        OfferTimeoutException refused =
                assertThrows(OfferTimeoutException.class, () -> requester.ask(bytes("x"), Duration.ofMillis(50)));
        assertEquals(OfferStatus.NOT_CONNECTED, refused.status());
        assertEquals(0, requester.inFlight());
        requester.close();
        assertThrows(IllegalStateException.class, () -> requester.ask(bytes("x"), PATIENCE));
        assertEquals(0, requester.poll(64));
        assertTrue(requester.isClosed());
    }

    private static void assertTells(
            Requester requester, String request, Duration timeout, AnswerStatus status, String text) {
        RequestException thrown = assertThrows(RequestException.class, () -> requester.ask(bytes(request), timeout));
        assertEquals(status, thrown.status());
        assertTrue(thrown.getMessage().contains(text), thrown::getMessage);
        assertTrue(thrown.getMessage().contains(STREAM), thrown::getMessage);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThreadThatWaitsIsInterrupted(boolean finds) throws Exception {
        CountDownLatch sent = new CountDownLatch(finds ? 1 : 0);
        if (finds) {
            respond((buffer, offset, length, answer) -> {
                answer.keep();
                sent.countDown();
            });
        }
        Requester requester = Requester.open(asking, STREAM);
        assertEquals(finds, requester.awaitConnected(finds ? PATIENCE : Duration.ZERO));
        CompletableFuture<String> told = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            RequestException e =
                    assertThrows(RequestException.class, () -> requester.ask(bytes("x"), Duration.ofHours(1)));
            told.complete(Thread.currentThread().isInterrupted() + " " + e.getMessage());
        });
        waiting.start();
        sent.await();
        Thread.sleep(50);
        waiting.interrupt();
        String message = told.get();
        assertTrue(message.startsWith("true "), message);
        assertEquals(!finds, message.contains("interrupted before the request was sent: stream="), message);
    }

    @ParameterizedTest
    @EnumSource(names = {"GONE", "TIMED_OUT"})
    void whatEndsWithoutAnAnswerWakesTheThreadThatPolls(AnswerStatus status) throws Exception {
        boolean isGone = status == AnswerStatus.GONE;
        respond((buffer, offset, length, answer) -> answer.keep());
        Requester requester = Requester.open(
                asking,
                STREAM,
                (buffer, offset, length, header) -> assertEquals(status, header.status()),
                RequesterConfig.DEFAULT.withTimeout(isGone ? Duration.ofHours(1) : Duration.ofMillis(100)));
        assertTrue(requester.awaitConnected(PATIENCE));
        long startNs = System.nanoTime();
        assertTrue(requester.ask(MappedBuffer.of(new byte[8]), 0, 8) >= 0);
        CompletableFuture<Integer> polled =
                CompletableFuture.supplyAsync(() -> requester.poll(64, Duration.ofHours(1)));
        if (isGone) {
            Thread.sleep(50);
            responder.close();
        }
        assertEquals(1, polled.get());
        assertTrue(isGone || System.nanoTime() - startNs >= 100_000_000, "not early");
    }

    @Test
    void aWaitSetWaitsForAnswersAndForTheEndOfAResponder() throws Exception {
        respond((buffer, offset, length, answer) -> answer.offer(buffer, offset, length));
        AtomicLong told = new AtomicLong();
        Requester requester =
                Requester.open(asking, STREAM, (buffer, offset, length, header) -> told.incrementAndGet());
        assertTrue(requester.awaitConnected(PATIENCE));
        try (WaitSet set = asking.newWaitSet()) {
            set.add(requester.answers());
            assertTrue(requester.ask(MappedBuffer.of(new byte[8]), 0, 8) >= 0);
            while (told.get() == 0) {
                set.awaitMessage(PATIENCE); // The arrival of the responder may end the first wait.
                requester.poll(64);
            }
            responder.close();
            while (requester.responderCount() > 0) {
                assertTrue(set.awaitMessage(PATIENCE));
                requester.poll(64);
            }
            requester.poll(64);
            assertFalse(set.awaitMessage(Duration.ofMillis(20)), "and then it sleeps");
        }
    }

    @Test
    void aTaskletAnswersAndIsWokenByRequests() {
        Responder own = Responder.open(
                answering, STREAM, (buffer, offset, length, answer) -> answer.offer(buffer, offset, length));
        Tasklet tasklet = new Tasklet() {
            @Override
            public Progress call() {
                return own.poll(64) > 0 ? Progress.PROGRESS : Progress.NO_PROGRESS;
            }

            @Override
            public List<WakeSource> wakeSources() {
                return List.of(own.requests().wakeSource());
            }
        };
        try (CooperativeWorkers workers = new CooperativeWorkers(CooperativeConfig.DEFAULT)) {
            workers.add(tasklet);
            Requester requester = Requester.open(asking, STREAM);
            for (int i = 0; i < 100; i++) {
                assertArrayEquals(bytes("x" + i), requester.ask(bytes("x" + i), PATIENCE));
            }
        }
    }

    @Test
    void threadsThatWaitTakeNoProcessor() throws Exception {
        respond((buffer, offset, length, answer) -> answer.offer(buffer, offset, length));
        Requester requester = Requester.open(asking, STREAM);
        assertArrayEquals(bytes("x"), requester.ask(bytes("x"), PATIENCE));
        Thread waiting = new Thread(() -> requester.poll(64, PATIENCE));
        waiting.start();
        Thread.sleep(100); // It pauses for shorter times before it sleeps.
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] ids = {waiting.getId(), thread.getId()};
        long[] before = threads.getThreadCpuTime(ids);
        Thread.sleep(REST_MS);
        long[] after = threads.getThreadCpuTime(ids);
        for (int i = 0; i < ids.length; i++) {
            long tookNs = after[i] - before[i];
            assertTrue(tookNs < MOST_CPU_NS, "thread " + i + " took " + tookNs + " ns");
        }
        requester.close();
        waiting.join(10_000);
        assertFalse(waiting.isAlive(), "closing ends the wait");
    }
}
