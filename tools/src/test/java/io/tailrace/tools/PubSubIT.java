/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.tailrace.Publication;
import io.tailrace.Tailrace;
import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
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
import java.util.stream.IntStream;
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
    void argumentsComeOutALineEach() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "grün", "--count", "4");
                Tool hex = Tool.start(directory, "sub", "grün", "--count", "4", "--format", "hex");
                Tool none = Tool.start(directory, "sub", "grün", "--count", "4", "--format", "none");
                Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("grün")) {
            assertTrue(publication.awaitSubscribers(3, PATIENCE));
            try (Tool pub = Tool.start(directory, "pub", "grün", "one", "", " @two ", "€")) {
                pub.assertExit(ExitCode.OK);
                assertEquals("4 sent\n", pub.err());
                assertEquals("", pub.out());
            }
            sub.assertExit(ExitCode.OK);
            assertEquals("one\n\n @two \n€\n", sub.out());
            assertTrue(sub.err().matches("4 received, [0-9,]+ messages/s, [0-9.]+ MB/s\n"), sub::err);
            hex.assertExit(ExitCode.OK);
            assertEquals("6f6e65\n\n204074776f20\ne282ac\n", hex.out());
            none.assertExit(ExitCode.OK);
            assertEquals("", none.out());
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
    void whoIsToPublishMoreSaysHowManyItSentUntilASignal() throws IOException {
        try (Tool sub = Tool.start(directory, "sub", "quotes");
                Tool counting = Tool.start(directory, "pub", "quotes", "--count", "1m", "--rate", "20")) {
            sub.awaitOut("0000000000000002\n");
            counting.terminate();
            counting.assertExit(ExitCode.INTERRUPTED_BY_TERM);
            assertTrue(counting.err().matches("[0-9]+ sent\n"), counting::err);
        }
    }

    @Test
    void anyBytesComeOutAsTheyWentIn() throws IOException {
        byte[] bytes = new byte[3_000_000];
        new Random(1).nextBytes(bytes);
        bytes[bytes.length - 1] = '\n';
        long lines =
                IntStream.range(0, bytes.length).filter(i -> bytes[i] == '\n').count();
        Path in = Files.write(directory.path().resolve("in"), bytes);
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
    void closedOutputEndsQuietly() throws IOException {
        List<String> piped = Tool.shell("\"$@\" | head -n 1; exit ${PIPESTATUS[0]}", Tool.quick("sub", "quotes"));
        try (Tool sub = Tool.start(directory, piped);
                Tool pub = Tool.start(directory, "pub", "quotes")) {
            pub.input("one\n");
            sub.awaitOut("one\n");
            Await.until("the end of the subscriber", () -> {
                pub.input("more\n");
                return !sub.isAlive();
            });
            sub.assertExit(ExitCode.OK);
            assertEquals("one\n", sub.out());
            assertEquals("", sub.err());
        }
    }

    @ParameterizedTest
    @CsvSource({"sub quotes, 74", "sub --help, 74", "check, 3"})
    void fullOutputIsReported(String line, int code) throws IOException {
        List<String> command = Tool.shell("exec \"$@\" > /dev/full", Tool.quick(line.split(" ")));
        try (Tool full = Tool.start(directory, command)) {
            if (line.equals("sub quotes")) {
                publishToAll(1, "message");
            }
            full.assertFails(code, "standard output");
        }
    }

    @Test
    void aSubscriberWhoseOutputNobodyReadsIsNotWaitedForLong() throws IOException {
        String toNobody = "exec \"$@\" > >(exec sleep 30)";
        String muchText = "yes 0123456789 | head -c 256k | \"$@\"";
        try (Tool sub = Tool.start(directory, Tool.shell(toNobody, Tool.quick("sub", "quotes")));
                Tool pub = Tool.run(
                        directory, Tool.shell(muchText, Tool.quick("pub", "quotes", "--wait-subscriber", "1m")))) {
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

    @Test
    void closedInputSendsNothing() throws IOException {
        try (Tool none = Tool.start(directory, Tool.shell("exec \"$@\" <&-", Tool.quick("pub", "quotes")))) {
            none.assertExit(ExitCode.OK);
            assertEquals("0 sent\n", none.err());
        }
    }

    /** One without a count or a time ends well: see {@link #linesArePublishedAsSoonAsTheyAreRead}. */
    @ParameterizedTest
    @CsvSource({"HUP, 129, --count, 10", "TERM, 143, --for, 10m"})
    void whatASignalEndsBeforeItsCountOrTimeSaysSo(String signal, int code, String end, String when) throws Exception {
        try (Tool sub = Tool.start(directory, "sub", "quotes", end, when)) {
            publishToAll(1, "one");
            sub.awaitOut("one\n");
            assumeFalse(sub.ignores(signal), "ignored in the background, and so by this process");
            sub.signal(signal);
            sub.assertExit(code);
            assertTrue(sub.err().startsWith("1 received, "), sub::toString);
        }
    }
}
