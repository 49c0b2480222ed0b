/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.dump.DumpRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publisher and subscriber as people use them: processes, pipes, signals. */
@Tag("smoke")
class PubSubIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private MediaDriver driver;

    /** In this JVM, which saves a start: no test here ends the driver. */
    @BeforeEach
    void startDriver() {
        driver = MediaDriver.launch(DriverConfig.DEFAULT.withDirectory(directory.driver()));
    }

    @AfterEach
    void stopDriver() {
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
        Path out = directory.path().resolve("copy");
        List<String> redirected = Tool.quick("sub", "quotes", "--count", Long.toString(lines));
        List<String> piped = Tool.quick("pub", "quotes", "--exclusive");
        try (Tool sub = Tool.start(directory, Tool.shell("exec \"$@\" > " + out, redirected));
                Tool pub = Tool.start(directory, Tool.shell("exec \"$@\" < " + in, piped))) {
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
        List<String> inAscii = Tool.wrap(Tool.quick("pub", "grün", "€"), "env", "LC_ALL=C");
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

    /** Publishes once all {@code subscribers} are there: a later one would miss the messages. */
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
    void theNextOfANameGoesOnWhereTheLastOneWasKilled() throws Exception {
        try (Tool pub = Tool.start(directory, "pub", "quotes")) {
            try (Tool first = Tool.start(directory, "sub", "quotes", "--name", "risk")) {
                pub.input("one\n");
                first.awaitOut("one\n");
            }
            pub.input("two\n");
            DumpRun dump = DumpRun.of(directory.driver(), "quotes");
            assertTrue(dump.out().contains("name \"risk\""), dump::out);
            try (Tool next = Tool.start(directory, "sub", "quotes", "--name", "risk", "--count", "1")) {
                next.assertExit(ExitCode.OK);
                assertEquals("two\n", next.out());
            }
        }
    }

    @Test
    void aStoppedSubscriberThatDropsHoldsNobodyBackAndSaysWhatItLost() throws Exception {
        try (Tool sub = Tool.start(directory, "sub", "quotes", "--policy", "drop")) {
            publishToAll(1, "first");
            sub.awaitOut("first\n");
            sub.stop();
            try (Tool pub = Tool.run(directory, "pub", "quotes", "--count", "200000", "--size", "200")) {
                pub.assertExit(ExitCode.OK); // Many times the capacity of the log.
            }
            sub.signal("CONT");
            publishToAll(1, "last");
            sub.awaitOut("last\n");
            assertTrue(sub.err().contains("lost "), sub.err());
            assertTrue(sub.err().contains(" bytes: stream=quotes, log="), sub.err());
        }
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
    void closedOutputEndsQuietly() throws IOException {
        List<String> piped = Tool.shell("\"$@\" | head -n 1; exit ${PIPESTATUS[0]}", Tool.quick("sub", "quotes"));
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
        String toFull = "exec \"$@\" > /dev/full";
        try (Tool full = Tool.start(directory, Tool.shell(toFull, Tool.quick("sub", "quotes")))) {
            publishToAll(1, "message");
            full.assertFails(ExitCode.IO_FAILED, "standard output");
        }
        for (String[] asking : new String[][] {{"--help"}, {"sub", "--help"}, {"--version"}}) {
            try (Tool full = Tool.start(directory, Tool.shell(toFull, Tool.quick(asking)))) {
                full.assertFails(ExitCode.IO_FAILED, "standard output");
            }
        }
    }

    @Test
    void aSubscriberWhoseOutputNobodyReadsIsNotWaitedForLong() throws IOException {
        String toNobody = "exec \"$@\" > >(exec sleep 30)";
        String muchText = "yes 0123456789 | head -c 256k | \"$@\"";
        try (Tool sub = Tool.start(directory, Tool.shell(toNobody, Tool.quick("sub", "quotes")));
                Tool pub = Tool.run(directory, Tool.shell(muchText, Tool.quick("pub", "quotes")))) {
            pub.assertExit(ExitCode.OK);
            awaitStandstill();
            long startNs = System.nanoTime();
            sub.terminate();
            sub.assertExit(ExitCode.INTERRUPTED_BY_TERM);
            assertTrue(System.nanoTime() - startNs < 8_000_000_000L, "it would wait for ten seconds");
        }
    }

    /** Waits until the subscriber lags and no longer reads, at forty looks: its output is full. */
    private void awaitStandstill() {
        String last = "";
        int looks = 0;
        while (looks < 40) {
            Tool.pause();
            String dump = DumpRun.of(directory.driver(), "quotes", "-n", "0").out();
            Matcher lagging = Pattern.compile("  subscriber .*  lag [1-9].*").matcher(dump);
            String now = lagging.find() ? lagging.group() : "";
            looks = !now.isEmpty() && now.equals(last) ? looks + 1 : 0;
            last = now;
        }
    }

    /** As in containers, where each client has PID 1. */
    @Test
    void aClientOfAnotherPidNamespaceIsToldApart() throws IOException {
        List<String> isolated = Users.isolated(Tool.quick("sub", "quotes"));
        assumeTrue(SmallFileSystem.run("unshare", "--pid", "--fork", "--mount-proc", "true"), "this needs root");
        try (Tool sub = Tool.start(directory, isolated)) {
            String line = "";
            while (!line.contains("sub") || line.contains("suspect")) { // On a busy machine it is silent for a second.
                try (Tool clients = Tool.run(directory, "clients")) {
                    clients.assertExit(ExitCode.OK);
                    line = clients.out().lines().skip(2).findFirst().orElse("");
                }
            }
            assertTrue(
                    line.matches("\\d+ +lives, its PID is of namespace \\d+ \\(lsns\\) +1 .* tailrace sub quotes.*"),
                    line);
            assertTrue(sub.isAlive());
        }
    }

    @Test
    void closedInputSendsNothing() throws IOException {
        try (Tool empty = Tool.run(directory, "pub", "quotes")) {
            empty.assertExit(ExitCode.OK);
            assertEquals("0 sent\n", empty.err());
        }
        try (Tool none = Tool.start(directory, Tool.shell("exec \"$@\" <&-", Tool.quick("pub", "quotes")))) {
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

    /** One without a count or a time ends well: see {@link #linesArePublishedAsSoonAsTheyAreRead}. */
    @ParameterizedTest
    @CsvSource({"HUP, 129, --count 10", "INT, 130, --count 10", "TERM, 143, --count 10", "TERM, 143, --for 10m"})
    void whatASignalEndsBeforeItsCountOrTimeSaysSo(String signal, int exitCode, String end) throws Exception {
        String[] words = end.split(" ", -1);
        try (Tool sub = Tool.start(directory, "sub", "quotes", words[0], words[1])) {
            publishToAll(1, "one");
            sub.awaitOut("one\n");
            assumeFalse(sub.ignores(signal), "ignored in the background, and so by this process");
            sub.signal(signal);
            sub.assertExit(exitCode);
            assertTrue(sub.err().startsWith("1 received, "), sub::toString);
        }
    }

    @Test
    void nothingIsLostThroughBackPressure() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes", "--count", "200000");
                Tool pub = Tool.run(directory, "pub", "quotes", "--count", "200000", "--term-length", "64k")) {
            pub.assertExit(ExitCode.OK);
            sub.assertExit(ExitCode.OK);
            List<String> lines = sub.out().lines().toList();
            assertEquals(200_000, lines.size());
            for (int i = 0; i < lines.size(); i++) {
                assertEquals(i + 1, Long.parseLong(lines.get(i)));
            }
        }
    }
}
