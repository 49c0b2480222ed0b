/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.ask.AnswerStatus.ANSWERED;
import static io.tailrace.ask.AnswerStatus.FAILED;
import static io.tailrace.ask.AnswerStatus.GONE;
import static io.tailrace.ask.AnswerStatus.TIMED_OUT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Tailrace;
import io.tailrace.ask.Answer;
import io.tailrace.ask.AnswerHandler;
import io.tailrace.ask.AnswerStatus;
import io.tailrace.ask.RequestHandler;
import io.tailrace.ask.Requester;
import io.tailrace.ask.RequesterConfig;
import io.tailrace.ask.Responder;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;

/** The outcomes of requests that a requester learns. */
final class AskTest extends WithRig {
    private static final PublicationConfig SHORT_TERMS = PublicationConfig.DEFAULT.withTermLength(Rig.TERM_LENGTH);
    private static final RequesterConfig CONFIG = RequesterConfig.DEFAULT.withPublication(SHORT_TERMS);

    /** An answer, as passed to a requester's handler. */
    private record Told(long correlation, AnswerStatus status, String text, boolean isLast) {}

    private final List<Told> told = new ArrayList<>();
    private final AnswerHandler teller = (buffer, offset, length, header) ->
            told.add(new Told(header.correlation(), header.status(), text(buffer, offset, length), header.isLast()));
    private final List<Responder> responders = new ArrayList<>();

    private static String text(DirectBuffer buffer, int offset, int length) {
        return buffer.getStringWithoutLengthUtf8(offset, length);
    }

    private static void answer(Answer answer, String text) {
        answer.offer(Messages.of(text), 0, text.length());
    }

    /** {@return a handler that answers with the request's text and its own name} */
    private static RequestHandler echo(String name) {
        return (buffer, offset, length, answer) -> answer(answer, text(buffer, offset, length) + name);
    }

    private static long ask(Requester requester, String text) {
        return requester.ask(Messages.of(text), 0, text.length());
    }

    private static long askAll(Requester requester, String text) {
        return requester.askAll(Messages.of(text), 0, text.length());
    }

    private Requester requester(RequesterConfig config) {
        return Requester.open(rig.connect(), STREAM, teller, config);
    }

    private Requester requester() {
        return requester(CONFIG);
    }

    private Responder responder(RequestHandler handler) {
        Responder responder = Responder.open(rig.connect(), STREAM, handler, SHORT_TERMS);
        responders.add(responder);
        return responder;
    }

    /** Waits until requesters and responders have found one another. */
    private void meet(Requester... requesters) {
        rig.until("requesters and responders know one another", () -> {
            responders.forEach(responder -> responder.poll(0));
            boolean all = true;
            for (Requester requester : requesters) {
                all &= requester.answers().imageCount() == responders.size();
            }
            return all;
        });
    }

    private int respond() {
        return responders.stream().mapToInt(responder -> responder.poll(64)).sum();
    }

    /** Runs all agents until the requester's handler was called that often. */
    private void untilTold(Requester requester, int count) {
        rig.until("told " + count, () -> {
            respond();
            requester.poll(64);
            return told.size() >= count;
        });
    }

    private final List<Answer> kept = new ArrayList<>();
    private final RequestHandler keeping = (buffer, offset, length, answer) -> {
        Answer later = new Answer();
        answer.keep(later);
        kept.add(later);
    };

    /** {@return a requester that the responders know} */
    private Requester met(RequesterConfig config) {
        Requester requester = requester(config);
        meet(requester);
        return requester;
    }

    private Requester met(AnswerHandler handler) {
        Requester requester = Requester.open(rig.connect(), STREAM, handler, CONFIG);
        meet(requester);
        return requester;
    }

    private Requester met() {
        return met(CONFIG);
    }

    @Test
    void eachRequestIsAnsweredByOneResponderAndEachHasItsTurn() {
        List.of("a", "b", "c").forEach(name -> responder(echo(name)));
        Requester requester = met();
        List<Long> correlations = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            correlations.add(ask(requester, "x" + i));
        }
        assertEquals(6, requester.inFlight());

        untilTold(requester, 6);
        rig.settle();
        respond();
        requester.poll(64);

        assertEquals(6, told.size(), "and no second answer");
        assertEquals(
                new HashSet<>(correlations),
                new HashSet<>(told.stream().map(Told::correlation).toList()));
        for (String name : List.of("a", "b", "c")) {
            assertEquals(
                    2, told.stream().filter(each -> each.text().endsWith(name)).count(), name);
        }
        assertTrue(told.stream().allMatch(each -> each.status() == ANSWERED && each.isLast()));
        assertEquals(0, requester.inFlight());
        assertEquals(0, requester.lateAnswers());
    }

    @Test
    void aRequestToAllIsAnsweredByAllAndEndsWithTheLast() {
        List.of("a", "b", "c").forEach(name -> responder(echo(name)));
        Requester requester = met();

        long correlation = askAll(requester, "x");
        untilTold(requester, 3);

        assertTrue(told.stream().allMatch(each -> each.correlation() == correlation));
        assertEquals(
                List.of(false, false, true), told.stream().map(Told::isLast).toList());
        assertEquals(
                List.of("xa", "xb", "xc"),
                told.stream().map(Told::text).sorted().toList());
        assertEquals(0, requester.inFlight());
    }

    @Test
    void whatAHandlerThrowsTheRequesterIsTold() {
        responder((buffer, offset, length, answer) -> {
            answer.tryClaim(100); // Left open, so it is given up.
            throw new IOException("no price for " + text(buffer, offset, length));
        });
        Requester requester = met();
        long correlation = ask(requester, "x");

        untilTold(requester, 1);

        assertEquals(List.of(new Told(correlation, FAILED, "java.io.IOException: no price for x", true)), told);
        Throwable reported = rig.takeErrors().get(0);
        assertEquals("no price for x", reported.getCause().getMessage());
        for (String part :
                List.of("stream=" + STREAM, "log=", "position=0", "java.io.IOException: no price for x, at ")) {
            assertTrue(reported.getMessage().contains(part), reported::toString);
        }
    }

    @Test
    void anErrorOfAHandlerIsThrownByThePollAndToldAndTheNextRequestIsHandled() {
        Responder responder = responder((buffer, offset, length, answer) -> {
            if (text(buffer, offset, length).equals("bad")) {
                throw new StackOverflowError("deep");
            }
            answer(answer, "fine");
        });
        Requester requester = met();
        ask(requester, "bad");
        ask(requester, "good");

        assertThrows(StackOverflowError.class, () -> responder.poll(64));
        untilTold(requester, 2);

        assertEquals(List.of(FAILED, ANSWERED), told.stream().map(Told::status).toList());
        assertEquals("fine", told.get(1).text());
    }

    @Test
    void aRequestThatIsKeptIsAnsweredLaterAndOnce() {
        responder(keeping);
        Requester requester = met();
        long first = ask(requester, "1");
        long second = ask(requester, "2");
        rig.until("both kept", () -> respond() >= 0 && kept.size() == 2);
        requester.poll(64);
        assertEquals(List.of(), told);

        answer(kept.get(1), "later 2");
        assertTrue(kept.get(0).tryClaim(7) > 0);
        assertThrows(IllegalStateException.class, () -> new Answer().keep(kept.get(0)), "it keeps no request");
        kept.get(0).buffer().putBytes(0, "later 1".getBytes(StandardCharsets.UTF_8));
        kept.get(0).commit();
        assertThrows(IllegalStateException.class, () -> answer(kept.get(0), "again"));
        untilTold(requester, 2);

        assertEquals(
                List.of(new Told(second, ANSWERED, "later 2", true), new Told(first, ANSWERED, "later 1", true)), told);
        rig.settle();
        requester.poll(64);
        assertEquals(2, told.size());
        assertEquals(0, requester.lateAnswers());
    }

    @Test
    void whereAllSlotsAreTakenThereIsBackPressureUntilOneIsFree() {
        responder(echo("!"));
        Requester requester = met(CONFIG.withCapacity(2));
        assertTrue(ask(requester, "1") >= 0);
        assertTrue(ask(requester, "2") >= 0);

        assertEquals(OfferStatus.BACK_PRESSURED_CODE, ask(requester, "3"));

        untilTold(requester, 2);
        assertTrue(ask(requester, "3") >= 0);
    }

    @Test
    void aResponderThatIsClosedHasGoneAndTheOthersAnswer() {
        Responder first = responder(keeping);
        responder(echo("b"));
        Requester requester = met();
        long toAll = askAll(requester, "x");
        ask(requester, "1");
        ask(requester, "2");
        rig.until("all handled", () -> {
            respond();
            requester.poll(64);
            return told.size() == 2;
        });

        first.close();
        responders.remove(first);
        untilTold(requester, 4);

        List<Told> gone = told.stream().filter(each -> each.status() == GONE).toList();
        assertEquals(2, gone.size(), told::toString);
        assertTrue(gone.stream().allMatch(Told::isLast));
        assertTrue(gone.stream().anyMatch(each -> each.correlation() == toAll));
        ask(requester, "3");
        untilTold(requester, 5);
        assertEquals("3b", told.get(4).text());
        assertEquals(0, requester.inFlight());
    }

    @Test
    void answersThatWereSentBeforeTheEndAreDelivered() {
        Responder responder = responder(echo("!"));
        Requester requester = met();
        for (int i = 0; i < 5; i++) {
            ask(requester, "x" + i);
        }
        rig.until("handled", () -> responder.poll(64) == 5);
        responder.close();
        responders.clear();
        rig.settle();

        untilTold(requester, 5);

        assertTrue(told.stream().allMatch(each -> each.status() == ANSWERED), told::toString);
    }

    @Test
    void aRequesterThatTakesNoAnswersStopsItsOwnRequestsAndNoOthers() {
        int[] handled = {0};
        byte[] large = new byte[4000];
        Responder responder = responder((buffer, offset, length, answer) -> {
            handled[0]++;
            assertTrue(answer.offer(MappedBuffer.of(large), 0, large.length) > 0, "there is room in every handler");
        });
        Requester slow = requester();
        Requester other = requester();
        meet(slow, other);
        int asked = 40;
        for (int i = 0; i < asked; i++) {
            assertTrue(ask(slow, "s" + i) >= 0);
        }
        rig.until("held", () -> responder.poll(64) == 0 && handled[0] > 4);
        rig.settle();
        int held = handled[0];
        assertTrue(held < asked, "handled=" + held);

        ask(other, "x");
        untilTold(other, 1);
        long startNs = System.nanoTime();
        assertEquals(0, responder.poll(64, Duration.ofMillis(20)), "it waits");
        assertTrue(System.nanoTime() - startNs >= 20_000_000);
        assertEquals(held + 1, handled[0]);

        untilTold(slow, 1 + asked);
        assertEquals(1 + asked, handled[0], "each was handled once");
        assertTrue(told.stream().allMatch(each -> each.status() == ANSWERED));
    }

    @Test
    void whatIsOwedToARequesterThatTakesNoAnswersIsToldWhenItDoes() {
        byte[] longest = new byte[Rig.MAX_MESSAGE_LENGTH - 16];
        boolean[] fails = {false};
        Responder responder = responder((buffer, offset, length, answer) -> {
            if (fails[0]) {
                answer.tryClaim(answer.maxLength());
                throw new IllegalStateException("failed");
            }
            assertTrue(answer.offer(MappedBuffer.of(longest), 0, longest.length) > 0);
        });
        Requester requester = met();
        for (int i = 0; i < 3; i++) { // Then a fourth request of that length reaches the limit.
            ask(requester, "x");
        }
        rig.until("three", () -> responder.poll(64) == 3);
        fails[0] = true;
        for (int i = 0; i < 8; i++) {
            ask(requester, "y");
        }
        rig.settle();
        responder.poll(64);

        untilTold(requester, 11);

        assertEquals(
                8,
                told.stream()
                        .filter(each -> each.status() == FAILED && each.text().endsWith(": failed"))
                        .count());
        assertEquals(8, rig.takeErrors().size());
    }

    @Test
    void requestsAndAnswersAreWrittenAndReadInPlace() {
        responder((buffer, offset, length, answer) -> {
            assertTrue(answer.tryClaim(16) > 0);
            assertEquals(16, answer.buffer().capacity());
            answer.buffer().putLong(0, buffer.getLong(offset) * 2);
            answer.buffer().putLong(8, length);
            answer.commit();
            assertEquals(0, answer.buffer().capacity());
            assertThrows(IllegalStateException.class, () -> answer.tryClaim(16), "it is answered");
        });
        List<Long> received = new ArrayList<>();
        AnswerHandler handler = (buffer, offset, length, header) -> {
            received.add(buffer.getLong(offset));
            received.add(buffer.getLong(offset + 8));
        };
        Requester requester = met(handler);
        assertTrue(requester.tryClaim(24) >= 0);
        assertEquals(24, requester.buffer().capacity());
        requester.buffer().putLong(0, 21);
        requester.commit();
        assertEquals(0, requester.buffer().capacity());
        assertThrows(IllegalStateException.class, requester::commit);
        assertTrue(requester.tryClaimForAll(8) >= 0);
        requester.buffer().putLong(0, 4);
        requester.commit();
        rig.until("answers", () -> {
            respond();
            requester.poll(64);
            return received.size() == 4;
        });
        assertEquals(List.of(42L, 24L, 8L, 8L), received);
    }

    @Test
    void aRequestThatIsNotCommittedIsNeitherSentNorInFlight() {
        responder(echo(""));
        Requester requester = met(CONFIG.withCapacity(1));
        assertTrue(requester.tryClaim(24) >= 0);
        assertEquals(1, requester.inFlight());
        requester.abort();
        requester.abort();
        assertEquals(0, requester.inFlight());

        ask(requester, "next");
        untilTold(requester, 1);
        assertEquals("next", told.get(0).text());
    }

    @Test
    void aHandlerMayAskAndMayNotPoll() {
        responder(echo("!"));
        Requester[] requester = {null};
        List<Throwable> thrown = new ArrayList<>();
        requester[0] = Requester.open(
                rig.connect(),
                STREAM,
                (buffer, offset, length, header) -> {
                    teller.onAnswer(buffer, offset, length, header);
                    if (told.size() < 3) {
                        assertTrue(ask(requester[0], "again") >= 0);
                        thrown.add(assertThrows(IllegalStateException.class, () -> requester[0].poll(1)));
                    }
                },
                CONFIG.withCapacity(1));
        meet(requester[0]);
        ask(requester[0], "first");
        untilTold(requester[0], 3);
        assertEquals(
                List.of("first!", "again!", "again!"),
                told.stream().map(Told::text).toList());
        assertEquals(2, thrown.size());
    }

    @Test
    void aHandlerThatThrowsLosesNoOtherAnswer() {
        Responder responder = responder(keeping);
        List<Long> heard = new ArrayList<>();
        Requester requester = met((buffer, offset, length, header) -> {
            heard.add(header.correlation());
            throw new IllegalStateException("of the handler");
        });
        List<Long> asked = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            asked.add(ask(requester, "x"));
        }
        rig.until("kept", () -> responder.poll(64) == 3);
        responder.close();
        responders.clear();
        rig.until("each has one outcome", () -> {
            try {
                requester.poll(64);
            } catch (IllegalStateException e) {
                assertEquals("of the handler", e.getMessage());
            }
            return heard.size() == 3;
        });
        requester.poll(64);
        assertEquals(new HashSet<>(asked), new HashSet<>(heard));
        assertEquals(3, heard.size());
    }

    @Test
    void aSecondThreadIsRefusedWhileOneIsInAHandler() throws Exception {
        Semaphore inside = new Semaphore(0);
        Semaphore end = new Semaphore(0);
        Responder responder = responder((buffer, offset, length, answer) -> {
            inside.release();
            end.acquire();
        });
        Requester requester = met((buffer, offset, length, header) -> {
            inside.release();
            end.acquireUninterruptibly();
        });
        ask(requester, "x");
        CompletableFuture<Integer> responding = CompletableFuture.supplyAsync(() -> responder.poll(1));
        inside.acquire();
        assertThrows(IllegalStateException.class, () -> responder.poll(1));
        end.release();
        assertEquals(1, responding.get());
        assertEquals(0, responder.poll(1), "and then one takes over");

        CompletableFuture<Integer> polling =
                CompletableFuture.supplyAsync(() -> requester.poll(1, Duration.ofMinutes(1)));
        inside.acquire();
        assertThrows(IllegalStateException.class, () -> requester.poll(1));
        assertThrows(IllegalStateException.class, () -> ask(requester, "y"));
        assertThrows(IllegalStateException.class, () -> requester.tryClaim(8));
        assertEquals(0, requester.inFlight());
        end.release();
        assertEquals(1, polling.get());
        assertTrue(ask(requester, "y") >= 0);
    }

    @Test
    void whatIsNoRequestIsRefusedAndTheNextOneAnswered() {
        Responder responder = responder(echo("!"));
        Tailrace stranger = rig.connect();
        Publication publication = stranger.addExclusivePublication(STREAM);
        Requester requester = met();
        rig.until("connected", publication::isConnected);
        assertTrue(Messages.offer(publication, "hello") > 0);

        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> rig.until("polled", () -> responder.poll(64) > 64));

        assertTrue(thrown.getMessage().contains("length=5"), thrown::getMessage);
        ask(requester, "x");
        untilTold(requester, 1);
        assertEquals("x!", told.get(0).text());
    }

    @Test
    void aRequesterThatHasGoneGetsNoAnswerAndIsForgotten() {
        Responder responder = responder(keeping);
        Tailrace client = rig.connect();
        Requester requester = Requester.open(client, STREAM, teller, CONFIG);
        meet(requester);
        ask(requester, "x");
        rig.until("kept", () -> respond() >= 0 && kept.size() == 1);

        requester.close();
        rig.until("gone", () -> respond() >= 0 && responder.requests().imageCount() == 0);
        respond();

        MappedBuffer text = MappedBuffer.of(new byte[3]);
        assertTrue(kept.get(0).offer(text, 0, 3) < 0);
    }

    @Test
    void configurationsAndLengthsAreChecked() {
        assertThrows(IllegalArgumentException.class, () -> RequesterConfig.DEFAULT.withCapacity(3));
        assertThrows(IllegalArgumentException.class, () -> RequesterConfig.DEFAULT.withCapacity(0));
        assertThrows(IllegalArgumentException.class, () -> RequesterConfig.DEFAULT.withTimeout(Duration.ZERO));
        IllegalArgumentException noName =
                assertThrows(IllegalArgumentException.class, () -> Requester.open(rig.connect(), "q".repeat(250)));
        assertTrue(noName.getMessage().contains("length=250"), noName.getMessage());
        assertTrue(noName.getMessage().contains("/answers/"), noName.getMessage());
        responder(echo(""));
        Requester requester = met();
        int longest = requester.maxRequestLength();
        MappedBuffer buffer = MappedBuffer.allocate(longest + 1);
        assertThrows(IllegalArgumentException.class, () -> requester.ask(buffer, 0, longest + 1));
        assertThrows(IllegalArgumentException.class, () -> requester.tryClaim(longest + 1));
        assertThrows(IndexOutOfBoundsException.class, () -> requester.ask(buffer, 2, longest));
        assertEquals(0, requester.inFlight());
        assertTrue(requester.ask(buffer, 1, longest) >= 0);
        untilTold(requester, 1);
        assertEquals(longest, told.get(0).text().length());
    }

    @Test
    void aLateAnswerIsDroppedAndHarmsNotTheRequestThatHasItsSlot() throws InterruptedException {
        responder(keeping);
        Requester requester = met(CONFIG.withCapacity(1).withTimeout(Duration.ofMillis(5)));
        long first = ask(requester, "1");
        untilTold(requester, 1);
        assertEquals(List.of(new Told(first, TIMED_OUT, "", true)), told);
        long second = ask(requester, "2");
        assertNotEquals(first, second);
        assertEquals(requester.slot(first), requester.slot(second));
        rig.until("both kept", () -> respond() >= 0 && kept.size() == 2);

        answer(kept.get(0), "late");
        answer(kept.get(1), "in time");
        requester.poll(64);
        untilTold(requester, 2);

        assertEquals(second, told.get(1).correlation());
        assertTrue(requester.lateAnswers() >= 1);
        if (told.get(1).status() == ANSWERED) { // Unless this machine slept for its 5 ms.
            assertEquals("in time", told.get(1).text());
        }
    }

    @Test
    void aResponderThatDoesNotPollHoldsRequestsBack() {
        responder(echo(""));
        Requester requester = met();
        MappedBuffer large = MappedBuffer.allocate(4000);
        long result = 0;
        while (result >= 0) {
            result = requester.ask(large, 0, 4000);
        }
        assertEquals(OfferStatus.BACK_PRESSURED_CODE, result);
        int inFlight = requester.inFlight();
        assertTrue(inFlight > 4);
        assertNotEquals(null, requester.blocker());

        untilTold(requester, inFlight);
        assertEquals(0, requester.inFlight());
    }
}
