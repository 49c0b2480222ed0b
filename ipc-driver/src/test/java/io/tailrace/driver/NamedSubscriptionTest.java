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
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.stream.LogImage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Subscriptions with a name, whose places stay when they die or are closed. All in one thread. */
final class NamedSubscriptionTest extends WithMortalClients {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final SubscriptionConfig NAMED = SubscriptionConfig.DEFAULT.withName("risk", LEASE);

    /** How a holder goes. */
    enum End {
        DEATH,
        CLOSED_SUBSCRIPTION,
        CLOSED_CLIENT
    }

    private Publication publish() {
        return publisher.tailrace().addPublication(STREAM);
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

    /** The publisher notices both. */
    private void restartDriver() {
        driver.close();
        driver = MediaDriver.launch(config);
        until("it is back", () -> {
            publisher.invoke();
            return publisher.tailrace().isDriverAlive();
        });
    }

    private Subscription takeOver(SubscriptionConfig subscriptionConfig) {
        subscriber = client();
        return subscribe(subscriptionConfig);
    }

    private boolean isVacant(int count) {
        String[] notes = config.directory().resolve("names").toFile().list();
        return notes != null && notes.length == count;
    }

    @ParameterizedTest
    @EnumSource
    void theNextOfTheNameGoesOnWhereTheLastOneStopped(End end) throws Exception {
        Publication publication = publish();
        Subscription first = subscribe(NAMED);
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
    }

    @Test
    void whatIsLeftWhenAllHaveGoneWaitsForTheNextDriver() {
        Publication publication = publish();
        subscribe(NAMED);
        offer(publication, "a");
        subscriber.tailrace().close();
        publisher.tailrace().close();
        driver.close();
        driver = MediaDriver.launch(config);
        publisher = client();
        assertEquals(List.of("a"), poll(takeOver(NAMED), 1));
    }

    @Test
    void aSecondLivingOneIsRefusedWithThePidOfTheFirstAndSoIsAnotherPolicy() {
        Publication publication = publish();
        Subscription first = subscribe(NAMED);
        RegistrationException refusal = assertThrows(
                RegistrationException.class, () -> publisher.tailrace().addSubscription(STREAM, NAMED));
        assertEquals(RegistrationException.Reason.INVALID, refusal.reason());
        String holder = "the name is held: stream=quotes, name=risk, by client "
                + subscriber.tailrace().clientId() + " (pid "
                + ProcessHandle.current().pid();
        assertTrue(refusal.getMessage().startsWith(holder), refusal::getMessage);
        subscriber.tailrace().addSubscription("orders", NAMED).close();
        subscribe(NAMED.withName("other", Duration.ZERO)).close();

        offer(publication, "a");
        first.close();
        assertEquals(List.of("a"), poll(subscribe(NAMED), 1), "who closes a name may take it at once");
        subscriber.tailrace().close();
        refusal = assertThrows(RegistrationException.class, () -> takeOver(NAMED.withPolicy(Policy.DROP)));
        assertTrue(refusal.getMessage().startsWith("the name was held with another policy:"), refusal::getMessage);
        assertFalse(isVacant(0));
    }

    /** The lease ends while the holder is dead, also with the next driver; a lease of zero ends with its holder. */
    @ParameterizedTest
    @CsvSource({"300, false", "300, true", "0, false"})
    void whenItsLeaseHasEndedItIsAnyNewSubscription(int leaseMs, boolean restart) throws Exception {
        Publication publication = publish();
        subscribe(NAMED);
        subscriber.tailrace().close();
        takeOver(NAMED.withName("risk", Duration.ofMillis(leaseMs)));
        assertEquals(1, publication.subscriberCount());
        subscriber.die();
        if (leaseMs > 0) {
            until("it is found dead", () -> isVacant(1));
        }
        if (restart) {
            restartDriver();
        }
        offer(publication, "a");
        until("it is given up", () -> publication.subscriberCount() == 0);
        until("it is forgotten", () -> isVacant(0));

        Subscription next = takeOver(NAMED);
        offer(publication, "b");
        assertEquals(List.of("b"), poll(next, 1));
    }
}
