/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publisher and subscriber as people use them: processes, pipes, signals. */
@Timeout(120)
class PubSubIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Tool driver;

    @BeforeEach
    void startDriver() throws IOException {
        driver = Tool.driver(directory);
    }

    @AfterEach
    void stopDriver() throws IOException {
        driver.close();
    }

    @Test
    void messagesComeOutALineEach() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes", "--count", "4");
                Tool pub = Tool.run(directory, "pub", "quotes", "one", "", " @two ", "grün")) {
            pub.assertExit(ExitCode.OK);
            assertEquals("4 sent\n", pub.err());
            assertEquals("", pub.out());
            sub.assertExit(ExitCode.OK);
            assertEquals("one\n\n @two \ngrün\n", sub.out());
            assertTrue(sub.err().matches("4 received, [0-9,]+ messages/s, [0-9.]+ MB/s\n"), sub::err);
        }
    }

    @Test
    void linesArePublishedAsSoonAsTheyAreRead() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("one\n");
            sub.awaitOut("one\n");
            pub.input("\ntw");
            pub.input("o\nthree");
            sub.awaitOut("two\n");
            assertEquals("one\n\ntwo\n", sub.out());
            pub.endInput();
            pub.assertExit(ExitCode.OK);
            assertEquals("4 sent\n", pub.err());
            sub.awaitOut("three\n");
            sub.terminate();
            sub.assertExit(ExitCode.OK);
            assertTrue(sub.err().startsWith("4 received, "), sub::err);
        }
    }

    @Test
    void anyBytesComeOutAsTheyWentIn() throws IOException {
        byte[] bytes = new byte[3_000_000];
        new Random(1).nextBytes(bytes);
        bytes[bytes.length - 1] = '\n';
        Path in = Files.write(directory.path().resolve("in"), bytes);
        long lines = 0;
        for (byte value : bytes) {
            lines += value == '\n' ? 1 : 0;
        }
        List<String> piped = new ArrayList<>(List.of("bash", "-c", "exec \"$@\" < " + in, "bash"));
        piped.addAll(Tool.commandLine("pub", "quotes", "--exclusive"));
        Path out = directory.path().resolve("copy");
        List<String> redirected = new ArrayList<>(List.of("bash", "-c", "exec \"$@\" > " + out, "bash"));
        redirected.addAll(Tool.commandLine("sub", "quotes", "--count", Long.toString(lines)));
        try (Tool sub = Tool.start(directory, redirected);
                Tool pub = Tool.start(directory, piped)) {
            pub.assertExit(ExitCode.OK);
            assertEquals(lines + " sent\n", pub.err());
            sub.assertExit(ExitCode.OK);
            assertArrayEquals(bytes, Files.readAllBytes(out));
        }
    }

    @Test
    void numberedMessagesAreAllThereInOrder() throws IOException {
        StringBuilder expected = new StringBuilder();
        for (int i = 1; i <= 100_000; i++) {
            expected.append(String.format("%06d\n", i));
        }
        for (String exclusive : new String[] {"--rate=1m", "--exclusive"}) {
            try (Tool sub = Tool.start(directory, "sub", "quotes", "--count", "100k");
                    Tool pub = Tool.run(directory, "pub", "quotes", "--count", "100k", "--size", "6", exclusive)) {
                pub.assertExit(ExitCode.OK);
                assertEquals("100000 sent\n", pub.err());
                sub.assertExit(ExitCode.OK);
                assertEquals(expected.toString(), sub.out());
            }
        }
    }

    @Test
    void argumentsAreUtf8WhateverTheLocale() throws IOException {
        List<String> inAscii = new ArrayList<>(List.of("env", "LC_ALL=C"));
        inAscii.addAll(Tool.commandLine("pub", "grün", "€"));
        try (Tool sub = Tool.start(directory, "sub", "grün", "--count", "1");
                Tool pub = Tool.start(directory, inAscii)) {
            pub.assertExit(ExitCode.OK);
            sub.assertExit(ExitCode.OK);
            assertEquals("€\n", sub.out());
        }
    }

    @Test
    void formatsShowTheSameMessage() throws IOException {
        try (Tool hex = Tool.start(directory, "sub", "quotes", "--count", "2", "--format", "hex");
                Tool json = Tool.start(directory, "sub", "quotes", "--count", "2", "--format", "json");
                Tool none = Tool.start(directory, "sub", "quotes", "--count", "2", "--format", "none")) {
            publishToAll(3, "ab", "");
            hex.assertExit(ExitCode.OK);
            assertEquals("6162\n\n", hex.out());
            json.assertExit(ExitCode.OK);
            assertEquals("""
                    {"position":N,"publisher":N,"length":2,"text":"ab"}
                    {"position":N,"publisher":N,"length":0,"text":""}
                    """, json.out().replaceAll("(position|publisher)\":\\d+", "$1\":N"));
            none.assertExit(ExitCode.OK);
            assertEquals("", none.out());
            assertTrue(none.err().startsWith("2 received, "), none::err);
        }
    }

    /** Publishes when so many subscribers are there: one that comes later would miss it. */
    private void publishToAll(int subscribers, String... messages) {
        try (Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("quotes")) {
            assertTrue(publication.awaitSubscribers(subscribers, PATIENCE));
            for (String message : messages) {
                byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
                publication.offer(MappedBuffer.of(bytes), 0, bytes.length, PATIENCE);
            }
        }
    }

    @Test
    void oldestIsWhatWasPublishedBefore() throws IOException {
        try (Tool first = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("one\ntwo\n");
            first.awaitOut("two\n");
            try (Tool late = Tool.start(directory, "sub", "quotes", "--from", "oldest", "--count", "2")) {
                late.assertExit(ExitCode.OK);
                assertEquals("one\ntwo\n", late.out());
            }
        }
    }

    @Test
    void aStoppedSubscriberThatDropsHoldsNobodyBackAndSaysWhatItLost() throws Exception {
        try (Tool sub = Tool.start(directory, "sub", "quotes", "--policy", "drop");
                Tool first = Tool.run(directory, "pub", "quotes", "first")) {
            first.assertExit(ExitCode.OK);
            sub.awaitOut("first\n");
            signal("-STOP", sub);
            try (Tool pub = Tool.run(directory, "pub", "quotes", "--count", "200000", "--size", "200")) {
                pub.assertExit(ExitCode.OK); // Many times what the log holds.
            }
            signal("-CONT", sub);
            try (Tool last = Tool.run(directory, "pub", "quotes", "last")) {
                last.assertExit(ExitCode.OK);
            }
            sub.awaitOut("last\n");
            assertTrue(sub.err().contains("lost "), sub.err());
            assertTrue(sub.err().contains(" bytes: stream=quotes, log="), sub.err());
        }
    }

    private static void signal(String signal, Tool tool) throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("kill", signal, Long.toString(tool.pid()))
                        .start()
                        .waitFor());
    }

    @Test
    void subscriberMayStartBeforeItsDriver() throws IOException {
        try (ToolDirectory other = ToolDirectory.create();
                Tool sub = Tool.start(other, "sub", "quotes", "--count", "1");
                Tool otherDriver = Tool.driver(other);
                Tool pub = Tool.run(other, "pub", "quotes", "early")) {
            pub.assertExit(ExitCode.OK);
            sub.assertExit(ExitCode.OK);
            assertEquals("early\n", sub.out());
            assertTrue(otherDriver.isAlive());
        }
    }

    @Test
    void subscriberEndsAfterItsTime() throws IOException {
        try (Tool sub = Tool.run(directory, "sub", "quotes", "--for", "300ms")) {
            sub.assertExit(ExitCode.OK);
            assertEquals("0 received, 0 messages/s, 0.0 MB/s\n", sub.err());
        }
    }

    @Test
    void subscriberEndsAfterItsTimeWithoutADriverToo() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes", "--for", "5s");
                Tool pub = Tool.run(directory, "pub", "quotes", "message")) {
            pub.assertExit(ExitCode.OK);
            driver.terminate();
            sub.awaitErr("driver lost");
            sub.assertExit(ExitCode.OK);
            assertEquals("message\n", sub.out());
            assertTrue(sub.err().contains("\n1 received, "), sub::err);
        }
    }

    @Test
    void closedOutputEndsQuietly() throws IOException {
        List<String> piped =
                new ArrayList<>(List.of("bash", "-c", "\"$@\" | head -n 1; exit ${PIPESTATUS[0]}", "bash"));
        piped.addAll(Tool.commandLine("sub", "quotes"));
        try (Tool sub = Tool.start(directory, piped);
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("one\n");
            sub.awaitOut("one\n");
            while (sub.isAlive()) {
                pub.input("more\n");
                Tool.pause();
            }
            sub.assertExit(ExitCode.OK);
            assertEquals("one\n", sub.out());
            assertEquals("", sub.err());
        }
    }

    @Test
    void fullOutputIsReported() throws IOException {
        List<String> redirected = new ArrayList<>(List.of("bash", "-c", "exec \"$@\" > /dev/full", "bash"));
        List<String> sub = new ArrayList<>(redirected);
        sub.addAll(Tool.commandLine("sub", "quotes"));
        try (Tool full = Tool.start(directory, sub);
                Tool pub = Tool.run(directory, "pub", "quotes", "message")) {
            pub.assertExit(ExitCode.OK);
            full.assertFails(ExitCode.IO_FAILED, "standard output");
        }
        for (String[] asking : new String[][] {{"--help"}, {"sub", "--help"}, {"--version"}}) {
            List<String> command = new ArrayList<>(redirected);
            command.addAll(Tool.commandLine(asking));
            try (Tool full = Tool.start(directory, command)) {
                full.assertFails(ExitCode.IO_FAILED, "standard output");
            }
        }
    }

    @Test
    void closedInputSendsNothing() throws IOException {
        try (Tool empty = Tool.run(directory, "pub", "quotes")) {
            empty.assertExit(ExitCode.OK);
            assertEquals("0 sent\n", empty.err());
        }
        List<String> closed = new ArrayList<>(List.of("bash", "-c", "exec \"$@\" <&-", "bash"));
        closed.addAll(Tool.commandLine("pub", "quotes"));
        try (Tool none = Tool.start(directory, closed)) {
            none.assertExit(ExitCode.OK);
            assertEquals("0 sent\n", none.err());
        }
    }

    @Test
    void publisherEndsInGoodOrderOnASignal() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes");
                Tool counting = Tool.start(directory, "pub", "quotes", "--count", "1m", "--rate", "20")) {
            pub.input("one\n");
            sub.awaitOut("one\n");
            sub.awaitOut("0000000000000002\n");
            pub.terminate();
            pub.assertExit(ExitCode.OK);
            assertEquals("1 sent\n", pub.err());
            counting.terminate();
            counting.assertExit(ExitCode.INTERRUPTED_BY_TERM);
            assertTrue(counting.err().matches("[0-9]+ sent\n"), counting::err);
        }
    }

    @ParameterizedTest
    @CsvSource({"HUP, 129", "INT, 130", "TERM, 143"})
    void whatASignalEndsBeforeItsCountOrTimeSaysSo(String signal, int exitCode) throws Exception {
        try (Tool counting = Tool.start(directory, "sub", "quotes", "--from", "oldest", "--count", "10");
                Tool timed = Tool.start(directory, "sub", "quotes", "--from", "oldest", "--for", "10m");
                Tool endless = Tool.start(directory, "sub", "quotes", "--from", "oldest");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("one\n");
            for (Tool sub : List.of(counting, timed, endless)) {
                sub.awaitOut("one\n");
                sub.signal(signal);
                // What runs in the background may have inherited that the signal is ignored.
                if (sub.ignores(signal)) {
                    sub.terminate();
                    continue;
                }
                sub.assertExit(sub == endless ? ExitCode.OK : exitCode);
                assertTrue(sub.err().startsWith("1 received, "), sub::toString);
            }
        }
    }

    @Test
    void whenTheDriverEndsTheyWaitForTheNextOneAndGoOn() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes");
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("one\n");
            sub.awaitOut("one\n");
            driver.terminate();
            driver.assertExit(ExitCode.OK);
            sub.awaitErr(
                    "tailrace: driver lost, waiting for the next one: tailrace driver --dir " + directory.driver());
            pub.awaitErr("tailrace: driver lost, ");
            pub.input("two\n");
            sub.awaitOut("two\n");
            driver = Tool.driver(directory);
            sub.awaitErr("tailrace: driver back: dir=" + directory.driver() + "\n");
            pub.awaitErr("tailrace: driver back: ");
            pub.input("three\n");
            pub.endInput();
            pub.assertExit(ExitCode.OK);
            assertEquals(List.of("3 sent"), pub.err().lines().skip(2).toList());
            sub.awaitOut("three\n");
            sub.terminate();
            sub.assertExit(ExitCode.OK);
            assertEquals("one\ntwo\nthree\n", sub.out());
        }
    }

    @Test
    void aDriverThatIsKilledUnderLoadAndStartedAgainCostsNoMessage() throws IOException {
        String count = "60000";
        try (Tool sub = Tool.start(directory, "sub", "quotes", "--count", count);
                Tool pub = Tool.start(directory, "pub", "quotes", "--count", count, "--size", "500", "--rate", "40k")) {
            sub.awaitOut("0000005000\n");
            driver.close(); // SIGKILL
            sub.awaitErr("driver lost");
            driver = Tool.driver(directory);
            pub.assertExit(ExitCode.OK);
            sub.assertExit(ExitCode.OK);
            long expected = 1;
            for (String line : sub.out().lines().toList()) {
                assertEquals(expected++, Long.parseLong(line));
            }
            assertEquals(60_001, expected);
            assertTrue(sub.err().contains("driver back"), sub::err);
            assertTrue(pub.err().contains("driver back"), pub::err);
        }
    }

    @Test
    void nothingIsLostThroughBackPressure() throws IOException {
        try (ToolDirectory small = ToolDirectory.create();
                Tool smallDriver = Tool.driver(small, "--term-length", "64k", "--threading", "shared");
                Tool sub = Tool.start(small, "sub", "quotes", "--count", "200000");
                Tool pub = Tool.run(small, "pub", "quotes", "--count", "200000")) {
            pub.assertExit(ExitCode.OK);
            sub.assertExit(ExitCode.OK);
            List<String> lines = sub.out().lines().toList();
            assertEquals(200_000, lines.size());
            for (int i = 0; i < lines.size(); i++) {
                assertEquals(i + 1, Long.parseLong(lines.get(i)));
            }
            assertTrue(smallDriver.isAlive());
        }
    }

    @Test
    void standardErrorHasNothingButTheSummary() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes", "--count", "1", "--format", "none");
                Tool pub = Tool.run(directory, "pub", "quotes", "message")) {
            sub.assertExit(ExitCode.OK);
            assertEquals(1, sub.err().lines().count(), sub::err);
            assertEquals("1 sent\n", pub.err());
            driver.terminate();
            driver.assertExit(ExitCode.OK);
            assertEquals("", driver.err());
            assertEquals(1, driver.out().lines().count(), driver::out);
        }
    }
}
