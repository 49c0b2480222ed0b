/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The command that lets publishers continue that a vacant name holds back. */
class InterventionIT {
    private static final byte[] MESSAGE = new byte[1000];

    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private MediaDriver driver;

    @BeforeEach
    void startDriver() {
        driver = MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(directory.driver()).withTermLength(64 * 1024));
    }

    @AfterEach
    void stopDriver() {
        driver.close();
    }

    private void assertReleases(int code, String line, String... parts) {
        Run run = Run.of(directory, "release " + line);
        assertEquals(code, run.code(), run::toString);
        Run.assertHas(run.out() + run.err(), parts);
    }

    @Test
    void aVacantNameThatHoldsAStreamIsReleased() throws IOException {
        SubscriptionConfig risk = SubscriptionConfig.DEFAULT.withName("risk", Duration.ofHours(1));
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("quotes");
                Subscription other = tailrace.addSubscription("quotes");
                Subscription subscription = tailrace.addSubscription("quotes", risk)) {
            assertTrue(publication.awaitSubscribers(2, Duration.ofSeconds(30)));
            long pid = ProcessHandle.current().pid();
            assertReleases(ExitCode.IN_USE, "risk --yes", "that name is held: risk (client", "pid " + pid);
            subscription.close();
            send(publication, other, () -> Run.out(directory, "ls")
                    .contains("held back by risk (no process holds that name"));
            Run.assertHas(Run.out(directory, "ls"), "start its program again", "tailrace release risk --stream quotes");
            long held = publication.position();
            assertReleases(
                    ExitCode.USAGE,
                    "risk",
                    "this ends the lease of \"risk\" on \"quotes\"",
                    "of messages that it has not read",
                    "--yes");
            assertReleases(ExitCode.NO_DRIVER, "rsik --yes", "there are: \"risk\"");
            assertReleases(ExitCode.NO_DRIVER, "risk --stream qoutes --yes", "there are: \"quotes\"");
            assertAnswered("", "nothing was changed");
            assertTrue(publication.offer(MESSAGE) < 0, "nothing was changed");
            assertAnswered("y", "released \"risk\" on \"quotes\": ", "lost to it");
            send(publication, other, () -> publication.position() >= held + 1_000_000);
            assertReleases(ExitCode.NO_DRIVER, "risk --yes", "there are: none");
        }
    }

    /** Answers the question on a terminal, and requires that these words come. */
    private void assertAnswered(String answer, String... parts) throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script of util-linux");
        String command = String.join(" ", Tool.quick("release", "risk"));
        try (Tool tool = Tool.start(directory, List.of("script", "-qec", command, "/dev/null"))) {
            tool.awaitOut("Continue? [y/N]");
            tool.input(answer + "\n");
            tool.assertExit(ExitCode.OK);
            Run.assertHas(tool.out(), parts);
        }
    }

    /** Sends as much as there is room for, until something is the case; the other subscription reads all. */
    private static void send(Publication publication, Subscription other, BooleanSupplier isDone) {
        Await.until("as much as there is room for", () -> {
            while (publication.offer(MESSAGE) > 0) {
                other.poll((buffer, offset, length, header) -> {}, 64);
            }
            other.poll((buffer, offset, length, header) -> {}, 64);
            return isDone.getAsBoolean();
        });
    }
}
