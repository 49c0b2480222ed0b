/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A stream into a history and back, by processes: at the pace of then, killed, and with nothing to replay. */
class RecordReplayIT {
    private static final int TERM_LENGTH = 256 * 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private String kept = "";
    private MediaDriver driver;
    private Tailrace tailrace;

    @BeforeEach
    void start() {
        kept = directory.path().resolve("kept").toString();
        driver = MediaDriver.launch(
                DriverConfig.DEFAULT.withDirectory(directory.driver()).withTermLength(TERM_LENGTH));
        tailrace = Tailrace.connect(directory.driver());
    }

    @AfterEach
    void stop() {
        tailrace.close();
        driver.close();
    }

    private static void offer(Publication publication, String text) {
        assertTrue(publication.offer(text.getBytes(StandardCharsets.UTF_8), PATIENCE) > 0);
    }

    @Test
    void theSpeedIsAShareOfThatOfThen() throws IOException, InterruptedException {
        try (Publication publication = tailrace.addPublication("quotes");
                Tool record = historian("--until-end")) {
            assertTrue(publication.awaitSubscribers(1, PATIENCE));
            offer(publication, "one");
            Await.until("what is kept", () -> Run.of(directory, "history export " + kept + " quotes")
                    .out()
                    .equals("one\n"));
            Thread.sleep(400); // The pause that the test measures.
            offer(publication, "two");
            publication.close();
            record.assertExit(ExitCode.OK);
        }
        long startNs = System.nanoTime();
        List<String> received = new ArrayList<>();
        try (Subscription again = tailrace.addSubscription("again");
                Tool replay = Tool.start(directory, "history", "replay", kept, "quotes", "again", "--speed", "0.5")) {
            while (replay.isAlive() || again.isConnected()) {
                again.poll(
                        (buffer, offset, length, header) ->
                                received.add(buffer.getStringWithoutLengthUtf8(offset, length)),
                        256,
                        Duration.ofMillis(20));
            }
            replay.assertExit(ExitCode.OK);
            assertTrue(replay.err().endsWith("2 sent\n"), replay::toString);
        }
        assertEquals(List.of("one", "two"), received);
        assertTrue(System.nanoTime() - startNs >= 800_000_000);
    }

    private Tool historian(String... options) throws IOException {
        List<String> words = Tool.wrap(List.of(options), "history", "--stream", "quotes", "--to", kept);
        Tool historian = Tool.start(directory, words.toArray(String[]::new));
        historian.awaitOut("READY dir=" + kept);
        return historian;
    }

    @Test
    void aDeadHistorianIsCriticalWithTheCommandThatHelpsAndTheNextOneGoesOn() throws IOException {
        try (Tool historian = historian()) {
            Run.out(directory, "pub quotes one --wait-subscriber 1m");
            assertFails(ExitCode.IN_USE, "history --stream s --to " + kept, "a historian is at work there");
            historian.kill();
        }
        Run.assertHas(
                Run.of(directory, "doctor").out(),
                "its historian is dead",
                "tailrace history --to " + kept + " --stream quotes");
        try (Tool historian = historian()) {
            Run.out(directory, "pub quotes two --wait-subscriber 1m");
            try (Tool sub = Tool.run(directory, "sub", "quotes", "--from", "beginning", "--count", "2")) {
                assertEquals("one\ntwo\n", sub.out(), historian::toString);
            }
        }
        assertEquals("one\ntwo\n", Run.out(directory, "history export " + kept + " quotes"));
        Files.move(Path.of(kept), directory.path().resolve("moved"));
        Run.assertHas(Run.out(directory, "ls"), "nothing of it can be read: ");
    }

    @Test
    void whatCannotBeReplayedIsTold() throws IOException {
        Run.out(directory, "history --stream quotes --to " + kept + " --for 0s");
        String found = Run.out(directory, "history verify " + kept);
        assertTrue(found.endsWith("0 messages, 0 bytes can be read; nothing is damaged\n"), found);
        assertFails(ExitCode.NO_DRIVER, "history replay " + kept + " s", "the history has nothing of stream \"s\"");
        assertFails(ExitCode.IO_FAILED, "history replay " + kept + "/x s", "no such file");
    }

    private void assertFails(int code, String line, String part) {
        Run.of(directory, line).assertFails(code, part);
    }
}
