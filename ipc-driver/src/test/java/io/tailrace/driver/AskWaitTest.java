/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferStatus;
import io.tailrace.OfferTimeoutException;
import io.tailrace.WaitSet;
import io.tailrace.ask.Answer;
import io.tailrace.ask.AnswerStatus;
import io.tailrace.ask.RequestException;
import io.tailrace.ask.RequestHandler;
import io.tailrace.ask.Requester;
import io.tailrace.ask.RequesterConfig;
import io.tailrace.ask.Responder;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that wait for answers and for requests. */
final class AskWaitTest extends WaitFixture {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private Thread thread;
    private Responder responder;

    private void respond(RequestHandler handler) {
        responder = Responder.open(subscriber, STREAM, handler);
        Responder own = responder;
        thread = new Thread(() -> {
            while (!own.isClosed()) {
                own.poll(64, PATIENCE);
            }
        });
        thread.start();
    }

    @AfterEach
    void endPolls() throws InterruptedException {
        subscriber.close();
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
        Requester requester = Requester.open(publisher, STREAM);
        Future<byte[]> answer = asleep(() -> requester.ask(bytes("x"), PATIENCE));
        respond((buffer, offset, length, reply) -> reply.offer(buffer, offset, length));
        assertArrayEquals(bytes("x"), answer.get(10, TimeUnit.SECONDS));
    }

    @Test
    void whyThereIsNoAnswerTheExceptionTells() {
        respond((buffer, offset, length, answer) -> {
            switch (buffer.getByte(offset)) {
                case 'f' -> throw new IllegalArgumentException("bad question");
                case 'n' -> answer.tryClaim(8); // Not committed.
                case 'k' -> answer.keep(new Answer());
                default -> responder.close();
            }
        });
        Requester requester = Requester.open(publisher, STREAM);
        assertTrue(requester.answers().awaitConnected(PATIENCE));
        assertTells(requester, "f", PATIENCE, AnswerStatus.FAILED, "bad question");
        Await.until("the responder's client gets the report, after the answer", () -> !errors.isEmpty());
        assertEquals("bad question", errors.remove().getCause().getMessage());
        assertTells(requester, "n", PATIENCE, AnswerStatus.NOT_TAKEN, "NOT_TAKEN");
        assertTells(requester, "k", Duration.ofMillis(50), AnswerStatus.TIMED_OUT, "TIMED_OUT");
        assertTells(requester, "close", PATIENCE, AnswerStatus.GONE, "GONE");
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
                answer.keep(new Answer());
                sent.countDown();
            });
        }
        Requester requester = Requester.open(publisher, STREAM);
        assertEquals(finds, requester.answers().awaitConnected(finds ? PATIENCE : Duration.ZERO));
        Future<String> waiting = asleep(() -> {
            RequestException e =
                    assertThrows(RequestException.class, () -> requester.ask(bytes("x"), Duration.ofHours(1)));
            return Thread.currentThread().isInterrupted() + " " + e.getMessage();
        });
        sent.await();
        Thread.sleep(50);
        sleeper.get().interrupt();
        String message = waiting.get();
        assertTrue(message.startsWith("true "), message);
        assertEquals(!finds, message.contains("interrupted before the request was sent: stream="), message);
    }

    @ParameterizedTest
    @EnumSource(names = {"GONE", "TIMED_OUT"})
    void whatEndsWithoutAnAnswerWakesTheThreadThatPolls(AnswerStatus status) throws Exception {
        boolean isGone = status == AnswerStatus.GONE;
        respond((buffer, offset, length, answer) -> answer.keep(new Answer()));
        Requester requester = Requester.open(
                publisher,
                STREAM,
                (buffer, offset, length, header) -> assertEquals(status, header.status()),
                RequesterConfig.DEFAULT.withTimeout(isGone ? Duration.ofHours(1) : Duration.ofMillis(100)));
        assertTrue(requester.answers().awaitConnected(PATIENCE));
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
                Requester.open(publisher, STREAM, (buffer, offset, length, header) -> told.incrementAndGet());
        assertTrue(requester.answers().awaitConnected(PATIENCE));
        try (WaitSet set = publisher.newWaitSet()) {
            set.add(requester.answers());
            assertTrue(requester.ask(MappedBuffer.of(new byte[8]), 0, 8) >= 0);
            while (told.get() == 0) {
                set.awaitMessage(PATIENCE); // The arrival of the responder may end the first wait.
                requester.poll(64);
            }
            responder.close();
            while (requester.answers().imageCount() > 0) {
                assertTrue(set.awaitMessage(PATIENCE));
                requester.poll(64);
            }
            Await.until("it sleeps, once the image has gone, too", () -> {
                requester.poll(64);
                return !set.awaitMessage(Duration.ofMillis(20));
            });
        }
    }

    @Test
    void threadsThatWaitTakeNoProcessor() throws Exception {
        respond((buffer, offset, length, answer) -> answer.offer(buffer, offset, length));
        Requester requester = Requester.open(publisher, STREAM);
        assertArrayEquals(bytes("x"), requester.ask(bytes("x"), PATIENCE));
        Future<Integer> waiting = asleep(() -> requester.poll(64, LONG));
        assertUsesNoProcessor();
        sleeper.set(thread);
        assertUsesNoProcessor();
        requester.close();
        assertEquals(0, waiting.get(), "closing ends the wait");
    }
}
