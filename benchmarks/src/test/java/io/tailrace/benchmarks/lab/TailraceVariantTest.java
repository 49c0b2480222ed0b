/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.driver.DriverConfig;
import io.tailrace.memory.MappedBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TailraceVariantTest {
    @ParameterizedTest
    @CsvSource({"64k, 65536, false", "1m, 1048576, false", "1m-subscriber, 1048576, true"})
    void aNameTellsTheTermsAndWhoRunsTheDriver(String name, int termLength, boolean isDrivenBySubscriber) {
        assertEquals(new TailraceVariant(name, termLength, isDrivenBySubscriber), TailraceVariant.named(name));
    }

    @Test
    void twoHaveTheDefaultTerms() {
        assertEquals(TailraceVariant.DEFAULT, TailraceVariant.named("default"));
        TailraceVariant subscriber = TailraceVariant.named("subscriber");
        assertEquals(DriverConfig.DEFAULT_TERM_LENGTH, subscriber.termLength());
        assertTrue(subscriber.isDrivenBySubscriber());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shipped", "-subscriber", "1m-sleep", "1k", "3m"})
    void othersAreNone(String name) {
        assertThrows(IllegalArgumentException.class, () -> TailraceVariant.named(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"64k", "64k-subscriber"})
    @Timeout(30)
    void messagesComeThroughWhoeverRunsTheDriver(String name, @TempDir Path directory) {
        TailraceVariant variant = TailraceVariant.named(name);
        try (EmbeddedTailrace tailrace = new EmbeddedTailrace(variant, directory.resolve("driver"))) {
            Runnable driverCycle = tailrace.driverCycle();
            if (variant.isDrivenBySubscriber()) {
                assertNotNull(driverCycle);
            } else {
                assertNull(driverCycle);
            }
            Subscription subscription = tailrace.client().addSubscription("s");
            Publication publication = tailrace.client().addPublication("s");
            assertTrue(publication.awaitSubscribers(1, Duration.ofSeconds(10)));
            MappedBuffer message = MappedBuffer.allocate(1_000);
            int received = 0;
            for (int sent = 0; received < 1_000; ) { // Several times the log.
                sent += sent < 1_000 && publication.offer(message, 0, 1_000) > 0 ? 1 : 0;
                received += subscription.poll((buffer, offset, length, header) -> {}, 10);
                if (driverCycle != null) {
                    driverCycle.run();
                }
            }
        }
    }
}
