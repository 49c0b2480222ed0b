/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.RegistrationException;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Trust;
import io.tailrace.file.MappingLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Neither the driver nor history is on the class path of these tests. */
final class ServicesTest {
    @TempDir
    Path folder;

    @Test
    void whatIsMissingIsNamedWithItsArtifact() {
        for (Services<?> missing : new Services<?>[] {Services.DRIVER, Services.HISTORY}) {
            String message =
                    assertThrows(TailraceException.class, missing::require).getMessage();
            assertTrue(
                    message.startsWith("no " + missing.purpose() + ": add io.tailrace:" + missing.artifact()), message);
        }
    }

    @Test
    void aRefusalOfTheDriverStaysThatIfHistoryCannotBeAsked() throws IOException {
        DriverDirectory directory = new DriverDirectory(folder);
        Files.createDirectory(directory.histories());
        SubscriptionConfig config = SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(1, 0));
        RegistrationException refusal =
                new RegistrationException(RegistrationException.Reason.INVALID, "the log is gone");

        LogOpener opener = new LogOpener(directory, new Trust(null), MappingLimit.ofProcess());

        assertSame(
                refusal, assertThrows(RegistrationException.class, () -> opener.findReplay("quotes", config, refusal)));
        assertTrue(refusal.getSuppressed()[0].getMessage().contains("io.tailrace:ipc-history"));
    }
}
