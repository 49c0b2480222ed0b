/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class PublicationConfigTest extends WithRig {
    private static final int LENGTH = 4 * Rig.TERM_LENGTH;
    private static final PublicationConfig LONG = PublicationConfig.DEFAULT.withTermLength(LENGTH);
    private static final int MINOR_FAULTS_FIELD = 7; // after the name of the program

    private Tailrace client;

    @BeforeEach
    void connect() {
        client = rig.connect();
    }

    @Test
    void aStreamHasTheTermLengthThatItsFirstPublicationAsksFor() {
        Subscription subscription = client.addSubscription(STREAM);
        Publication publication = client.addPublication(STREAM, LONG);

        assertEquals(LENGTH / 8 - 8, publication.maxMessageLength());
        Publication exclusive = client.addExclusivePublication(STREAM, LONG);
        assertEquals(LENGTH / 8 - 8, exclusive.maxMessageLength());
        assertNotEquals(publication.logId(), exclusive.logId());
        assertEquals(Rig.MAX_MESSAGE_LENGTH, client.addPublication("another").maxMessageLength());
        assertEquals(publication.logId(), client.addPublication(STREAM).logId());
        assertEquals(
                publication.logId(), rig.connect().addPublication(STREAM, LONG).logId());

        assertTrue(offer(publication, "a".repeat(LENGTH / 8 - 8)) > 0);
        rig.until("an image", () -> subscription.poll(received, 10) == 1);
    }

    @Test
    void aContradictionNamesBothLengthsOrRetentions() {
        PublicationConfig hour = PublicationConfig.DEFAULT.withRetention(Duration.ofHours(1));
        client.addPublication(STREAM, hour);
        client.addPublication("another");
        client.addPublication(STREAM);
        client.addPublication(STREAM, hour);
        client.addPublication("another", hour.withRetention(Duration.ZERO)); // The same as the driver's.

        assertRefused(STREAM, hour.withRetention(Duration.ofMinutes(1)), "retention=PT1H, asked for=PT1M");
        assertRefused(STREAM, hour.withRetention(Duration.ZERO), "retention=PT1H, asked for=PT0S");
        assertRefused("another", hour, "retention=PT0S, asked for=PT1H");
        assertRefused("another", LONG, "termLength=" + Rig.TERM_LENGTH);
        assertRefused("another", LONG, "asked for=" + LENGTH);
        client.addExclusivePublication(STREAM, hour.withRetention(Duration.ZERO)); // A log of its own.
    }

    private void assertRefused(String stream, PublicationConfig config, String expected) {
        RegistrationException refusal =
                assertThrows(RegistrationException.class, () -> client.addPublication(stream, config));
        assertEquals(RegistrationException.Reason.INVALID, refusal.reason());
        assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void touchedPagesMeetNoFaults() throws IOException {
        PublicationConfig config = PublicationConfig.DEFAULT.withTermLength(64 * Rig.TERM_LENGTH);
        client.addSubscription(STREAM);
        client.addSubscription("untouched");
        Publication untouched = client.addPublication("untouched", config);
        Publication touched = client.addPublication(STREAM, config.withTouchPages(true));

        long faultsUntouched = faultsOfFilling(untouched);
        long faultsTouched = faultsOfFilling(touched);

        int pages = config.termLength() / 2 / 4096;
        assumeTrue(faultsUntouched >= pages / 2, "pages are huge here: faults=" + faultsUntouched);
        assertTrue(faultsTouched < pages / 4, "faults=" + faultsTouched + ", untouched=" + faultsUntouched);
    }

    private static long faultsOfFilling(Publication publication) throws IOException {
        long before = minorFaults();
        assertTrue(Messages.fill(publication, 4000) > 0);
        return minorFaults() - before;
    }

    private static long minorFaults() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[MINOR_FAULTS_FIELD]);
    }
}
