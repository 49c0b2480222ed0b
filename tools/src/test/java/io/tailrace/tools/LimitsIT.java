/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.RegistrationException;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The limits of a driver, reached by processes that are then killed. */
class LimitsIT {
    private static final int MANY = 12;
    private static final int ROOM = 2;
    private static final String LOG_BYTES = Integer.toString(28_672 + 3 * 65_536);

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Tool startPub(String stream) throws IOException {
        return Tool.start(directory, "pub", stream, "--wait-subscriber", "100s");
    }

    private List<String> logs() throws IOException {
        try (Stream<Path> logs = Files.list(directory.driver().resolve("logs"))) {
            return logs.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static void await(List<Tool> tools, int ended) throws InterruptedException {
        while (tools.stream().filter(tool -> !tool.isAlive()).count() < ended) {
            Thread.sleep(10);
        }
    }

    @Test
    void ofManyProcessesAsManySucceedAsThereIsRoomForAndTheDeadMakeRoom() throws Exception {
        try (Tool driver = Tool.driver(directory, "--max-logs", "" + ROOM, "--term-length", "64k")) {
            List<Tool> pubs = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                pubs.add(startPub("s" + i));
            }
            await(pubs, MANY - ROOM);
            Thread.sleep(1000); // Longer than any process is waited for.
            List<Tool> living = pubs.stream().filter(Tool::isAlive).toList();
            assertEquals(ROOM, living.size());
            for (Tool pub : pubs) {
                if (!living.contains(pub)) {
                    pub.assertFails(ExitCode.IN_USE, "too many logs", "logs=2, max=2", "pid ", "--max-logs");
                }
            }
            assertEquals(ROOM, logs().size());

            living.get(0).signal("KILL");
            try (Tool late = startPub("late");
                    Tool sub = Tool.start(directory, "sub", "late", "--count", "1")) {
                late.input("hello\n");
                sub.assertExit(ExitCode.OK);
                assertEquals("hello\n", sub.out());
            }
            pubs.forEach(Tool::close);
            assertEquals("", driver.err());
        }
    }

    @Test
    void whatStaysGoesForWhatLivesAndALongerLogIsRefused() throws IOException {
        try (Tool driver = Tool.driver(directory, "--max-log-bytes", LOG_BYTES, "--term-length", "64k")) {
            for (String stream : List.of("a", "b")) {
                try (Tool sub = Tool.start(directory, "sub", stream, "--count", "1");
                        Tool pub = Tool.run(directory, "pub", stream, "message of " + stream)) {
                    pub.assertExit(ExitCode.OK);
                    sub.assertExit(ExitCode.OK);
                }
            }
            try (Tool dump = Tool.run(directory, "sub", "b", "--from", "oldest", "--count", "1")) {
                dump.assertExit(ExitCode.OK);
                assertEquals("message of b\n", dump.out());
            }
            assertEquals(1, logs().size());
            try (Tool pub = Tool.run(directory, "pub", "c", "--term-length", "128k", "message")) {
                pub.assertFails(ExitCode.IN_USE, "too many bytes of logs", "max=" + LOG_BYTES, "--max-log-bytes");
            }
            assertEquals("", driver.err());
        }
    }

    @Test
    void aDriverWithLowerLimitsKeepsWhatLives() throws Exception {
        try (Tool first = Tool.driver(directory, "--term-length", "64k");
                Tool subA = Tool.start(directory, "sub", "a", "--count", "2");
                Tool subB = Tool.start(directory, "sub", "b", "--count", "2");
                Tool pubA = startPub("a");
                Tool pubB = startPub("b")) {
            pubA.input("1\n");
            pubB.input("1\n");
            subA.awaitOut("1\n");
            subB.awaitOut("1\n");
            first.signal("KILL");
            try (Tool next = Tool.driver(directory, "--max-logs", "1", "--term-length", "64k")) {
                next.awaitErr("logs=2, max=1");
                pubA.awaitErr("driver back");
                try (Tool refused = Tool.run(directory, "pub", "c", "message")) {
                    refused.assertFails(ExitCode.IN_USE, "logs=2, max=1");
                }
                pubA.input("2\n");
                pubB.input("2\n");
                subA.assertExit(ExitCode.OK);
                subB.assertExit(ExitCode.OK);
                assertTrue(pubA.isAlive() && pubB.isAlive());
            }
        }
    }

    @Test
    void aClientHasSoManyPublicationsAndSubscriptions() throws IOException {
        try (Tool driver = Tool.driver(directory, "--max-per-client", "2", "--term-length", "64k");
                Tailrace client = Tailrace.connect(TailraceConfig.DEFAULT.withDirectory(directory.driver()))) {
            client.addSubscription("a");
            client.addPublication("a");
            RegistrationException refusal = assertThrows(RegistrationException.class, () -> client.addPublication("b"));
            assertEquals(RegistrationException.Reason.LIMIT, refusal.reason());
            assertTrue(
                    refusal.getMessage()
                            .contains("pid " + ProcessHandle.current().pid()),
                    refusal::getMessage);
            assertEquals("", driver.err());
        }
    }

    @Test
    void howLongAStreamStaysIsItsOwn() throws Exception {
        try (Tool driver = Tool.driver(directory, "--retain", "0s", "--term-length", "64k")) {
            try (Tool sub = Tool.start(directory, "sub", "s", "--count", "2");
                    Tool pub = Tool.start(directory, "pub", "s", "--retain", "2h")) {
                pub.input("first\n");
                sub.awaitOut("first\n");
                try (Tool other = Tool.run(directory, "pub", "s", "--retain", "10m", "message")) {
                    other.assertFails(ExitCode.USAGE, "retention=PT2H", "asked for=PT10M");
                }
                driver.signal("KILL");
                try (Tool next = Tool.driver(directory, "--retain", "0s", "--term-length", "64k")) {
                    pub.awaitErr("driver back");
                    pub.input("second\n");
                    sub.assertExit(ExitCode.OK);
                    pub.endInput();
                    pub.assertExit(ExitCode.OK);
                    try (Tool late = Tool.run(directory, "sub", "s", "--from", "oldest", "--count", "2")) {
                        late.assertExit(ExitCode.OK);
                        assertEquals("first\nsecond\n", late.out());
                    }
                    assertEquals(1, logs().size());
                }
            }
        }
    }
}
