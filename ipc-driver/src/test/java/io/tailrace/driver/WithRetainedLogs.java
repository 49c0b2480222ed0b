/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.log.LogLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** A driver that retains ended logs, and clients, all without threads of their own. */
abstract class WithRetainedLogs extends WithInvokedDriver {
    static final String STREAM = "quotes";
    static final SubscriptionConfig OLDEST = SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST);
    static final long LOG_BYTES = LogLayout.META_LENGTH + 3L * Rig.TERM_LENGTH;

    final List<Tailrace> clients = new ArrayList<>();
    Recorder received = new Recorder();

    @Override
    void launchFirst() {
        // The test says how much is retained.
    }

    void launch(Retention retention) {
        driver = MediaDriver.launch(Rig.driverConfig(parent, errors).withRetention(retention));
    }

    @Override
    Tailrace connect() {
        Tailrace client = Tailrace.connect(Rig.clientConfig(driver.directory(), this::runDriver, errors));
        clients.add(client);
        return client;
    }

    void close(Tailrace client) {
        client.close();
        clients.remove(client);
    }

    @AfterEach
    void close() {
        List.copyOf(clients).forEach(this::close);
        driver.close();
        assertEquals(List.of(), errors);
        LeftFiles.assertOnlyRetainedLogs(driver.directory());
    }

    /** Waiting threads of a dispatch call this, too: one at a time. */
    private synchronized void runDriver() {
        driver.invoke();
    }

    @Override
    void cycle() {
        runDriver();
        clients.forEach(Tailrace::invoke);
    }

    Path log(long logId) {
        return new DriverDirectory(driver.directory()).log(logId);
    }

    boolean isThere(long logId) {
        return Files.exists(log(logId));
    }

    /** Returns the ids of the existing logs. */
    List<Long> logs() {
        String[] names = driver.directory().resolve("logs").toFile().list();
        return names == null
                ? List.of()
                : List.copyOf(
                        new TreeSet<>(Stream.of(names).map(Long::parseLong).toList()));
    }

    /** Publishes to a new log with a subscriber that reads all of it, and ends the log. Returns its id. */
    long publish(boolean exclusive, String... texts) {
        long logId = publishAs(PublicationConfig.DEFAULT, exclusive, texts);
        until("it is retained", () -> LeftFiles.isRetained(log(logId)));
        return logId;
    }

    /** The same, with a configuration that decides what becomes of the log. */
    long publishAs(PublicationConfig config, boolean exclusive, String... texts) {
        Tailrace client = connect();
        long logId;
        try (Subscription subscription = client.addSubscription(STREAM);
                Publication publication = exclusive
                        ? client.addExclusivePublication(STREAM, config)
                        : client.addPublication(STREAM, config)) {
            logId = publication.logId();
            until("connected", () -> publication.isConnected() && subscription.isConnected());
            for (String text : texts) {
                assertTrue(Messages.offer(publication, text) > 0, text);
                subscription.poll((buffer, offset, length, header) -> {}, 10);
            }
        }
        close(client);
        return logId;
    }

    List<String> read(Subscription subscription, int count) {
        until("everything is read", () -> {
            subscription.poll(received, 1);
            return received.texts().size() >= count;
        });
        until("it has ended", () -> !subscription.isConnected() || subscription.poll(received, 1) < 0);
        return received.texts();
    }
}
