/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.benchmarks.peer.Candidate.Product;
import io.tailrace.benchmarks.peer.TailraceLibrary.TailraceVariant;
import io.tailrace.driver.DriverConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
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
    void messagesComeThroughWhoeverRunsTheDriver(String name, @TempDir Path directory) {
        try (Library tailrace =
                Candidate.of(Product.TAILRACE, "exclusive", name).open(directory.resolve("driver"))) {
            long[] received = {0};
            Library.Receiver receiver =
                    tailrace.receiver(1, value -> received[0] += value == received[0] ? 1 : 0, true);
            Library.Sender sender = tailrace.sender(1);
            tailrace.awaitConnection();
            for (int sent = 0; received[0] < 1_000; ) { // Several lengths of the log.
                sent += sent < 1_000 && sender.send(sent, 1, 1_000) ? 1 : 0;
                receiver.poll(10);
            }
        }
    }
}
