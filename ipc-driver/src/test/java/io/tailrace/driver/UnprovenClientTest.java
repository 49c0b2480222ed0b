/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.control.DriverDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A subscriber's files were deleted, and the driver starts again: nothing proves that the subscriber is dead. */
final class UnprovenClientTest extends WithInvokedDriver {
    private Tailrace publisher;
    private Tailrace subscriber;
    private Subscription subscription;
    private Publication publication;

    @BeforeEach
    void loseTheFiles() throws IOException {
        publisher = connect();
        subscriber = connect();
        publication = publisher.addPublication("quotes");
        subscription = subscriber.addSubscription("quotes");
        driver.close();
        try (Stream<Path> files = Files.list(files())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(files());
    }

    @AfterEach
    void close() {
        publisher.close();
        subscriber.close();
        driver.close();
    }

    @Override
    TailraceConfig clientConfig() {
        return super.clientConfig().withErrorHandler(error -> {});
    }

    private Path files() {
        return new DriverDirectory(config.directory()).client(subscriber.clientId());
    }

    private void startAgain() {
        driver = MediaDriver.launch(config);
        for (int i = 0; i < 200; i++) {
            driver.invoke();
            publisher.invoke();
        }
    }

    @Test
    void itKeepsWhatItHoldsUntilWhoKnowsThatItHasEndedSaysSoByALockFile() throws IOException {
        startAgain();
        assertEquals(1, errors.size(), errors::toString);
        String message = errors.remove(0).getMessage();
        assertTrue(message.contains("cannot be proven dead"), message);
        assertTrue(offer(publication, "a") > 0, "it is still there");
        assertEquals(1, subscription.poll(new Recorder(), 10));

        driver.close();
        Path lock = Path.of(message.substring(message.lastIndexOf(": ") + 2));
        assertEquals(files(), lock.getParent());
        Files.createDirectory(lock.getParent());
        Files.createFile(lock);
        startAgain();
        until("it holds nothing, and its files are gone", () -> {
            publisher.invoke();
            return !publication.isConnected() && !Files.exists(files());
        });
        assertEquals(List.of(), errors);
    }
}
