/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.driver.streams.ClientEntry;
import io.tailrace.log.LogLayout;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of a driver, and its messages when a limit is reached. */
final class DriverLimitsTest extends WithRetainedLogs {
    private void launch(Limits limits, Retention retention) {
        driver = MediaDriver.launch(
                Rig.driverConfig(parent, errors).withLimits(limits).withRetention(retention));
    }

    private void launch(Limits limits) {
        launch(limits, Retention.NONE);
    }

    private String[] names() {
        return driver.directory().resolve("names").toFile().list();
    }

    private static void assertRefused(Executable request, String... parts) {
        RegistrationException refusal = assertThrows(RegistrationException.class, request);
        assertEquals(RegistrationException.Reason.LIMIT, refusal.reason(), refusal.getMessage());
        assertContains(refusal.getMessage(), parts);
    }

    private static void assertContains(String text, String... parts) {
        for (String part : parts) {
            assertTrue(text.contains(part), text);
        }
    }

    @Test
    void oneMoreLogIsRefusedWithTheLimitAndWhoHoldsTheMost() {
        launch(Limits.DEFAULT.withLogs(3));
        Tailrace one = connect();
        Tailrace other = connect();
        Publication quotes = one.addPublication("quotes");
        one.addExclusivePublication("quotes");
        other.addPublication("trades");

        assertRefused(
                () -> other.addPublication("orders"),
                "logs=3, max=3",
                "stream=orders",
                "(pid " + ProcessHandle.current().pid() + ", ",
                "--max-logs");

        assertEquals(quotes.logId(), other.addPublication("quotes").logId(), "it shares an existing log");
        Subscription subscription = other.addSubscription("quotes");
        until("connected", quotes::isConnected);
        assertTrue(offer(quotes, "a") > 0);
        until("it arrives", () -> subscription.poll(received, 1) == 1);
    }

    @Test
    void aLogThatIsAboutToEndIsWaitedFor() {
        launch(Limits.DEFAULT.withLogs(1));
        Tailrace client = connect();
        Publication last = client.addPublication("s0");
        for (int i = 1; i < 6; i++) {
            last.close();
            last = client.addPublication("s" + i);
        }
    }

    @Test
    void whatALogTakesCountsAsItIsAllocated() {
        long max =
                5 * LOG_BYTES - 2 * LogLayout.META_LENGTH - 1; // One less than three logs, two of them with long terms.
        launch(Limits.DEFAULT.withLogBytes(max));
        Tailrace client = connect();
        PublicationConfig twice = PublicationConfig.DEFAULT.withTermLength(2 * Rig.TERM_LENGTH);
        client.addPublication("quotes", twice);
        client.addPublication("trades");

        assertRefused(
                () -> client.addPublication("orders", twice),
                "bytes=" + (3 * LOG_BYTES - LogLayout.META_LENGTH),
                "asked for=" + (2 * LOG_BYTES - LogLayout.META_LENGTH),
                "max=" + max,
                "--max-log-bytes");

        client.addPublication("orders");
        assertRefused(() -> client.addPublication("news"), "asked for=" + LOG_BYTES);
    }

    @Test
    void aClientHasSoManyPublicationsAndSubscriptions() {
        launch(Limits.DEFAULT.withPerClient(3));
        Tailrace client = connect();
        Subscription first = client.addSubscription("a");
        client.addPublication("b");
        client.addExclusivePublication("b");

        String[] parts = {"publications=2, subscriptions=1", "max=3", "client ", "pid ", "--max-per-client"};
        assertRefused(() -> client.addPublication("b"), parts);
        assertRefused(() -> client.addExclusivePublication("b"), parts);
        assertRefused(() -> client.addSubscription("b"), parts);

        connect().addSubscription("a");
        first.close();
        client.addSubscription("a"); // At once: the driver learns of the end first.
        assertRefused(() -> client.addSubscription("b"), parts);

        ClientEntry known = ((Conductor) SimulatedDriver.field(driver, "conductor"))
                .clients()
                .clients()
                .get(0);
        assertEquals(client.clientId(), known.id());
        assertEquals(3, ((Set<?>) SimulatedDriver.field(known, "listed")).size(), "nothing that was refused");
    }

    @Test
    void whoHasNoRoomForANameLeavesItForAnother() {
        launch(Limits.DEFAULT.withPerClient(2));
        SubscriptionConfig named = SubscriptionConfig.DEFAULT.withName("risk", Duration.ofSeconds(2));
        Tailrace publisher = connect();
        Publication publication = publisher.addPublication("quotes");
        Tailrace holder = connect();
        holder.addSubscription("quotes", named);
        until("connected", publication::isConnected);
        close(holder);
        assertTrue(offer(publication, "a") > 0);
        Tailrace full = connect();
        full.addSubscription("x");
        full.addSubscription("y");

        assertRefused(() -> full.addSubscription("quotes", named), "max=2");

        Subscription next = connect().addSubscription("quotes", named);
        until("it continues where the name stopped", () -> next.poll(received, 1) == 1);
        assertEquals(List.of("a"), received.texts());
        List.copyOf(clients).forEach(this::close);
        until("the name is vacant", () -> names().length > 0);
        until("the name is given up", () -> names().length == 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsOnlyRetainedGoesForWhatLivesTheOldestFirst(boolean byBytes) {
        Limits three = byBytes ? Limits.DEFAULT.withLogBytes(3 * LOG_BYTES) : Limits.DEFAULT.withLogs(3);
        launch(three, Retention.DEFAULT);
        long first = publish(false, "a");
        long second = publish(false, "b");
        Tailrace client = connect();
        client.addPublication("c");
        assertTrue(isThere(first) && isThere(second));

        client.addPublication("d");
        until("the first is gone", () -> !isThere(first));
        assertTrue(isThere(second));

        Publication last = client.addPublication("e");
        until("the second is gone", () -> !isThere(second));
        assertRefused(() -> client.addPublication("f"), "max=");
        last.close();
        assertDoesNotThrow(() -> client.addPublication("f"));
    }

    @Test
    void whatIsRetainedStaysWhereThatWouldNotHelp() {
        launch(Limits.DEFAULT.withLogBytes(3 * LOG_BYTES), Retention.DEFAULT);
        long retained = publish(false, "a");
        Tailrace client = connect();
        client.addPublication("b");

        assertRefused(
                () -> client.addPublication("c", PublicationConfig.DEFAULT.withTermLength(4 * Rig.TERM_LENGTH)),
                "--max-log-bytes");

        assertTrue(isThere(retained));
    }

    @Test
    void aDriverWithLowerLimitsKeepsWhatLivesAndSaysSo() {
        launch(Limits.DEFAULT);
        Tailrace client = connect();
        List<String> streams = List.of("s0", "s1", "s2");
        List<Publication> publications =
                streams.stream().map(client::addPublication).toList();
        List<Subscription> subscriptions =
                streams.stream().map(client::addSubscription).toList();
        driver.close();

        launch(new Limits(1, 2 * LOG_BYTES, 2));
        until("the client has noticed", () -> !client.isDriverAlive());
        until("the client knows the next driver", client::isDriverAlive);
        for (int i = 0; i < 200; i++) {
            cycle();
        }

        List<String> told = errors.stream().map(Throwable::getMessage).toList();
        errors.clear();
        assertEquals(2, told.size(), told::toString);
        assertContains(told.get(0), "logs=3, max=1", "bytes=" + 3 * LOG_BYTES + ", max=" + 2 * LOG_BYTES);
        assertContains(told.get(1), "max=2", "publications=3, subscriptions=3", "client ");
        for (int i = 0; i < 3; i++) {
            assertFalse(publications.get(i).isClosed());
            assertTrue(offer(publications.get(i), "m" + i) > 0);
            Subscription subscription = subscriptions.get(i);
            until("it arrives", () -> subscription.poll(received, 1) == 1);
        }
        assertRefused(() -> client.addSubscription("s0"), "max=2");
        Tailrace other = connect();
        assertRefused(() -> other.addPublication("s3"), "logs=3, max=1");
        publications.forEach(Publication::close);
        subscriptions.forEach(Subscription::close);
        client.addPublication("s3");
        client.addSubscription("s3");
    }

    @Test
    void aLimitIsOneAtLeast() {
        launch(Limits.DEFAULT);
        assertThrows(IllegalArgumentException.class, () -> Limits.DEFAULT.withLogs(0));
        assertThrows(IllegalArgumentException.class, () -> Limits.DEFAULT.withLogBytes(-1));
        assertThrows(IllegalArgumentException.class, () -> Limits.DEFAULT.withPerClient(0));
    }
}
