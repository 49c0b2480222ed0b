/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.control.VacancyFiles;
import io.tailrace.stream.LogImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions with a name, whose places stay when they die or are closed. All in one thread. */
final class NamedSubscriptionTest extends WithInvokedDriver {
    private static final String STREAM = "quotes";
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final SubscriptionConfig NAMED = SubscriptionConfig.DEFAULT.withName("risk", LEASE);

    /** How a holder goes. */
    enum End {
        DEATH,
        CLOSED_SUBSCRIPTION,
        CLOSED_CLIENT
    }

    private final Recorder received = new Recorder();
    private SimulatedClient publisher;
    private SimulatedClient subscriber;

    @BeforeEach
    void launch() {
        publisher = client();
        subscriber = client();
    }

    private SimulatedClient client() {
        return new SimulatedClient(clientConfig(), () -> 0);
    }

    @AfterEach
    void close() {
        publisher.tailrace().close();
        driver.close();
        assertEquals(List.of(), errors);
    }

    @Override
    void cycle() {
        super.cycle();
        publisher.tailrace().invoke();
    }

    private void end(End end, Subscription subscription) throws Exception {
        switch (end) {
            case DEATH -> subscriber.die();
            case CLOSED_CLIENT -> subscriber.tailrace().close();
            default -> {
                subscription.close();
                subscriber.tailrace().invoke();
            }
        }
    }

    private void restartDriver() {
        driver.close();
        driver = MediaDriver.launch(config);
    }

    private void awaitBack(SimulatedClient... clients) {
        for (SimulatedClient client : clients) {
            until("it is back", () -> {
                client.invoke();
                return client.tailrace().isDriverAlive();
            });
        }
    }

    private Subscription takeOver(SubscriptionConfig subscriptionConfig) {
        subscriber = client();
        return subscriber.tailrace().addSubscription(STREAM, subscriptionConfig);
    }

    @ParameterizedTest
    @EnumSource
    void theNextOfTheNameGoesOnWhereTheLastOneStopped(End end) throws Exception {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        Subscription first = subscriber.tailrace().addSubscription(STREAM, NAMED);
        List.of("a", "b", "c").forEach(text -> offer(publication, text));
        assertEquals(List.of("a", "b"), poll(first, 2));

        end(end, first);
        offer(publication, "d");
        Subscription second = takeOver(NAMED);
        offer(publication, "e");

        assertEquals(List.of("c", "d", "e"), poll(second, 3));
        assertEquals(1, publication.subscriberCount());
        LogImage image = (LogImage) second.images().get(0);
        assertEquals(5, image.buffers().meta().progress(0).messages(), "both have read them");
        subscriber.tailrace().close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aVacantNameGatesAlsoBehindARestartOfTheDriver(boolean exclusive) throws Exception {
        Publication publication = exclusive
                ? publisher.tailrace().addExclusivePublication(STREAM)
                : publisher.tailrace().addPublication(STREAM);
        subscriber.tailrace().addSubscription(STREAM, NAMED);
        subscriber.die();
        restartDriver();
        awaitBack(publisher);

        int accepted = Messages.fill(publication, 1000);
        for (int i = 0; i < 200; i++) {
            driver.invoke();
            publisher.tailrace().invoke();
        }
        accepted += Messages.fill(publication, 1000);
        assertTrue(accepted * 1000 < 2 * Rig.TERM_LENGTH, "it is held back: accepted=" + accepted);
        restartDriver();
        awaitBack(publisher);

        assertEquals(1, publication.subscriberCount());
        assertEquals(accepted, poll(takeOver(NAMED), accepted).size());
        subscriber.tailrace().close();
    }

    @Test
    void aLogThatIsMadeMeanwhileHasAPlaceFromItsFirstMessageOn() throws Exception {
        subscriber.tailrace().addSubscription(STREAM, NAMED);
        subscriber.die();
        until("it is found dead", () -> isVacant(1));
        restartDriver();
        awaitBack(publisher);

        Publication publication = publisher.tailrace().addPublication(STREAM);
        assertTrue(offer(publication, "a") > 0);
        publication.close();
        Publication other = publisher.tailrace().addExclusivePublication(STREAM);
        assertTrue(offer(other, "b") > 0);
        restartDriver();
        awaitBack(publisher);

        Subscription next = takeOver(NAMED);
        assertEquals(List.of("a", "b"), poll(next, 2).stream().sorted().toList());
        assertTrue(isVacant(0));
        subscriber.tailrace().close();
    }

    private boolean isVacant(int count) {
        String[] notes = config.directory().resolve("names").toFile().list();
        return notes != null && notes.length == count;
    }

    /**
     * An earlier driver leaves this state if it could not note the name, and died before it deleted the client's
     * folder.
     */
    @Test
    void aPlaceWhoseNoteIsLostStaysWithItsDeadHolder() throws Exception {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        subscriber.tailrace().addSubscription(STREAM, NAMED);
        offer(publication, "a");
        Path clients = config.directory().resolve("clients");
        Path holder = clients.resolve(Long.toString(subscriber.tailrace().clientId()));
        subscriber.die();
        Map<Path, byte[]> left = new HashMap<>();
        try (Stream<Path> files = Files.walk(holder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                left.put(file, Files.readAllBytes(file));
            }
        }
        until("it is buried", () -> isVacant(1) && !Files.exists(holder));
        driver.close();
        VacancyFiles.deleteAll(config.directory().resolve("names"));
        for (Map.Entry<Path, byte[]> file : left.entrySet()) {
            Files.createDirectories(file.getKey().getParent());
            Files.write(file.getKey(), file.getValue());
        }
        driver = MediaDriver.launch(config);
        awaitBack(publisher);

        assertEquals(List.of("a"), poll(takeOver(NAMED), 1));
        subscriber.tailrace().close();
    }

    @Test
    void whatIsLeftWhenAllHaveGoneWaitsForTheNextDriver() throws Exception {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        subscriber.tailrace().addSubscription(STREAM, NAMED);
        offer(publication, "a");
        subscriber.tailrace().close();
        publisher.tailrace().close();
        restartDriver();
        publisher = client();

        assertEquals(List.of("a"), poll(takeOver(NAMED), 1));
        subscriber.tailrace().close();
    }

    @Test
    void aSecondLivingOneIsRefusedWithThePidOfTheFirst() {
        subscriber.tailrace().addSubscription(STREAM, NAMED);

        RegistrationException refusal = assertThrows(
                RegistrationException.class, () -> publisher.tailrace().addSubscription(STREAM, NAMED));

        assertEquals(RegistrationException.Reason.INVALID, refusal.reason());
        assertTrue(
                refusal.getMessage()
                        .startsWith("the name is held: stream=quotes, name=risk, by client "
                                + subscriber.tailrace().clientId() + " (pid "
                                + ProcessHandle.current().pid()),
                refusal::getMessage);
        Tailrace tailrace = subscriber.tailrace();
        tailrace.addSubscription("orders", NAMED).close();
        tailrace.addSubscription(STREAM, NAMED.withName("other", LEASE)).close();
        tailrace.close();
    }

    @Test
    void whoClosesANameMayTakeItAtOnce() {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        Subscription first = subscriber.tailrace().addSubscription(STREAM, NAMED);
        offer(publication, "a");
        first.close();

        Subscription second = subscriber.tailrace().addSubscription(STREAM, NAMED);

        assertEquals(List.of("a"), poll(second, 1));
        subscriber.tailrace().close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenItsLeaseHasEndedItIsAnyNewSubscription(boolean restart) throws Exception {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        subscriber.tailrace().addSubscription(STREAM, NAMED.withName("risk", Duration.ofMillis(300)));
        subscriber.die();
        until("it is found dead", () -> isVacant(1));
        if (restart) {
            restartDriver();
            awaitBack(publisher);
        }
        offer(publication, "a");

        until("it is given up", () -> publication.subscriberCount() == 0);
        until("it is forgotten", () -> isVacant(0));
        Subscription next = takeOver(NAMED);
        offer(publication, "b");
        assertEquals(List.of("b"), poll(next, 1));
        subscriber.tailrace().close();
    }

    /** In either order, no slot of the name gates afterwards, and later messages arrive. */
    @Test
    void itIsTakenOverWhileItsLeaseEnds() throws Exception {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        int found = 0;
        for (int i = 0; i < 20; i++) {
            SubscriptionConfig brief = NAMED.withName("risk", Duration.ofMillis(1 + 2L * i));
            Subscription first = subscriber.tailrace().addSubscription(STREAM, brief);
            offer(publication, "a");
            first.close();
            subscriber.tailrace().invoke();
            driver.invoke();
            Thread.sleep(20);
            if (i % 4 == 3) {
                restartDriver();
                awaitBack(publisher, subscriber);
            } else if (i % 2 == 0) {
                driver.invoke();
            }

            Subscription next = subscriber.tailrace().addSubscription(STREAM, brief.withName("risk", Duration.ZERO));
            offer(publication, "b");

            List<String> texts = poll(next, 1);
            found += texts.get(0).equals("a") ? 1 : 0;
            assertEquals("b", texts.get(0).equals("a") ? poll(next, 1).get(0) : texts.get(0));
            assertEquals(1, publication.subscriberCount());
            next.close();
            subscriber.tailrace().invoke();
            until("it is given up", () -> publication.subscriberCount() == 0);
        }
        assertTrue(found > 0, "in time");
        assertTrue(found < 20, "too late");
        assertTrue(isVacant(0));
        subscriber.tailrace().close();
    }

    @Test
    void leaseZeroGivesANameUp() {
        Publication publication = publisher.tailrace().addPublication(STREAM);
        subscriber.tailrace().addSubscription(STREAM, NAMED);
        subscriber.tailrace().close();
        takeOver(NAMED.withName("risk", Duration.ZERO));
        assertEquals(1, publication.subscriberCount());

        subscriber.tailrace().close();

        until("it is given up", () -> publication.subscriberCount() == 0);
        assertTrue(isVacant(0));
    }

    @Test
    void withPolicyDropItHoldsNobodyBackAndIsToldWhatItLost() throws Exception {
        List<Long> lost = new ArrayList<>();
        SubscriptionConfig dropping = NAMED.withPolicy(SubscriptionConfig.Policy.DROP)
                .withOverrunHandler((image, from, to) -> lost.addAll(List.of(from, to)));
        Publication publication = publisher.tailrace().addPublication(STREAM);
        Subscription first = subscriber.tailrace().addSubscription(STREAM, dropping);
        long position = offer(publication, "a");
        assertEquals(List.of("a"), poll(first, 1));
        subscriber.die();
        until("it is found dead", () -> isVacant(1));

        for (int i = 0; i < 20; i++) {
            assertTrue(Messages.fill(publication, 1000) >= 0);
            until("there is space", () -> offer(publication, "b") > 0);
            restartDriverOnce(i);
        }
        Subscription next = takeOver(dropping);
        next.poll(received, 1);

        assertEquals(position, lost.get(0));
        long behind = received.frames().get(0).position() - lost.get(1);
        assertTrue(behind >= 0 && behind < 1_008, "the first that is still there, or padding before it");
        assertTrue(lost.get(1) - position > Rig.TERM_LENGTH);
        subscriber.tailrace().close();
    }

    private void restartDriverOnce(int step) {
        if (step == 10) {
            restartDriver();
            awaitBack(publisher);
        }
    }

    @Test
    void anotherPolicyIsRefused() {
        subscriber.tailrace().addSubscription(STREAM, NAMED);
        subscriber.tailrace().close();

        RegistrationException refusal = assertThrows(
                RegistrationException.class, () -> takeOver(NAMED.withPolicy(SubscriptionConfig.Policy.DROP)));

        assertTrue(refusal.getMessage().startsWith("the name was held with another policy:"), refusal::getMessage);
        assertFalse(isVacant(0));
        subscriber.tailrace().close();
    }
}
