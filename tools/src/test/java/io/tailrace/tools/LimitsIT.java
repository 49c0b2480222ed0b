/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The limits of a driver, reached by processes that are then killed. */
class LimitsIT {
    private static final int MANY = 6;
    private static final int ROOM = 2;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Tool startPub(String stream, String... options) throws IOException {
        List<String> words = Tool.wrap(List.of(options), "pub", stream, "--wait-subscriber", "100s");
        return Tool.start(directory, words.toArray(String[]::new));
    }

    private Tool startSub(String stream, int count) throws IOException {
        return Tool.start(directory, "sub", stream, "--count", "" + count);
    }

    @Test
    void ofManyProcessesAsManySucceedAsThereIsRoomForAndTheDeadMakeRoom() throws Exception {
        List<Tool> pubs = new ArrayList<>();
        try (Tool driver = Tool.driver(directory, "--max-logs", "" + ROOM, "--term-length", "64k")) {
            for (int i = 0; i < MANY; i++) {
                pubs.add(startPub("s" + i));
            }
            Await.until("refusals", () -> pubs.stream().filter(Tool::isAlive).count() <= ROOM);
            List<Tool> refused = pubs.stream().filter(pub -> !pub.isAlive()).toList();
            for (Tool pub : refused) {
                pub.assertFails(ExitCode.IN_USE, "too many logs", "logs=2, max=2", "pid ", "--max-logs");
            }
            pubs.removeAll(refused);
            assertEquals(ROOM, directory.driver().resolve("logs").toFile().list().length);
            pubs.get(0).kill();
            try (Tool late = startPub("late");
                    Tool sub = startSub("late", 1)) {
                late.input("hello\n");
                sub.assertExit(ExitCode.OK);
                assertEquals("hello\n", sub.out());
            }
            assertTrue(pubs.get(1).isAlive());
            assertEquals("", driver.err());
        } finally {
            pubs.forEach(Tool::close);
        }
    }

    /** Also how long a stream stays: that is its own, and not the driver's. */
    @Test
    void aDriverWithLowerLimitsKeepsWhatLives() throws Exception {
        String[] options = {"--retain", "0s", "--term-length", "64k"};
        try (Tool first = Tool.driver(directory, options);
                Tool subA = startSub("a", 2);
                Tool subB = startSub("b", 2);
                Tool pubA = startPub("a", "--retain", "2h");
                Tool pubB = startPub("b")) {
            pubA.input("1\n");
            pubB.input("1\n");
            subA.awaitOut("1\n");
            subB.awaitOut("1\n");
            first.kill();
            try (Tool next = Tool.driver(directory, Tool.quick("driver", "--max-logs", "1", "--retain", "0s"))) {
                next.awaitErr("logs=2, max=1");
                pubA.awaitErr("driver back");
                Run.of(directory, "pub c message").assertFails(ExitCode.IN_USE, "logs=2, max=1");
                pubA.input("2\n");
                pubB.input("2\n");
                subA.assertExit(ExitCode.OK);
                subB.assertExit(ExitCode.OK);
                assertTrue(pubB.isAlive());
                pubA.endInput();
                pubA.assertExit(ExitCode.OK);
                try (Tool late = Tool.run(directory, "sub", "a", "--from", "oldest", "--count", "2")) {
                    late.assertExit(ExitCode.OK);
                    assertEquals("1\n2\n", late.out());
                }
            }
        }
    }
}
