/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.testing.ChildProcess;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A dump that follows a log: while the log grows, faster than it can be read, and to its end. */
class DumpFollowTest {
    private static final int T = TestLog.TERM_LENGTH;
    private static final Pattern SKIPPED =
            Pattern.compile("[0-9]+ bytes skipped, cleaned before they were read: from=([0-9]+), to=([0-9]+)");

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** Made on the command's thread, which a termination must know. */
    private volatile Termination termination = new Termination();

    private CompletableFuture<DumpRun> running = new CompletableFuture<>();

    private CompletableFuture<DumpRun> follow(String... options) {
        String[] arguments = Stream.concat(
                        Stream.of("--dir", directory.toString(), "quotes", "--follow"), Stream.of(options))
                .toArray(String[]::new);
        running = CompletableFuture.supplyAsync(
                () -> {
                    termination = new Termination();
                    return DumpRun.of(termination, out, arguments);
                },
                command -> new Thread(command).start());
        return running;
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private void awaitText(String text) {
        while (!running.isDone() && !text().contains(text)) {
            ChildProcess.pause();
        }
        assertTrue(text().contains(text), () -> "ended without '" + text + "': " + text());
    }

    private void end(CompletableFuture<DumpRun> run) {
        termination.request();
        assertEquals(0, run.join().exitCode(), text());
    }

    @ParameterizedTest
    @ValueSource(ints = {KIND_CONCURRENT, KIND_EXCLUSIVE})
    void showsTheLastFramesAndWhatComesUntilTheLogEnds(int kind) {
        TestLog log = new TestLog(directory, kind);
        for (int i = 0; i < 15; i++) {
            log.publish("before " + i);
        }
        CompletableFuture<DumpRun> run = follow();
        awaitText("\"before 14\"");
        for (int i = 0; i < 100; i++) {
            log.publish("after " + i);
            log.consume();
        }
        awaitText("\"after 99\"");
        log.endPublisher();
        DumpRun ended = run.join();
        assertEquals(0, ended.exitCode(), ended.error());
        assertEquals(110, ended.frames().size(), text());
        assertTrue(ended.frames().get(0).endsWith("\"before 5\""), text());
        assertTrue(ended.lastLine().startsWith("110 frames, "), text());
    }

    @Test
    void stopsAtWhatIsNotCommittedAndShowsItOnce() {
        TestLog log = new TestLog(directory, KIND_CONCURRENT);
        log.publish("first");
        long claim = log.appender.claimToHold(32);
        log.publish("behind the claim");
        CompletableFuture<DumpRun> run = follow();
        awaitText("\"first\"");
        log.plant(claim + 8, 0x4141414141414141L);
        log.appender.commitHeld(claim, 32);
        awaitText("\"behind the claim\"");
        end(run);
        List<String> types = run.join().frames().stream()
                .map(line -> columns(line).get(3))
                .filter(type -> !type.equals("PAD"))
                .toList();
        assertEquals(List.of("DATA", "DATA", "DATA"), types, text());
    }

    private static List<String> columns(String line) {
        return Pattern.compile(" +").splitAsStream(line.strip()).toList();
    }

    /** The listed and the skipped ranges together are the whole log, without a gap or a repetition. */
    @ParameterizedTest
    @ValueSource(ints = {KIND_CONCURRENT, KIND_EXCLUSIVE})
    void whatItLosesIsToldExactly(int kind) {
        TestLog log = new TestLog(directory, kind);
        log.publish("first");
        log.consume();
        CompletableFuture<DumpRun> run = follow("--limit", "8");
        awaitText("\"first\"");
        log.turnTo(200L * T, 5000);
        log.publish("last");
        awaitText("\"last\"");
        end(run);
        long expected = 0;
        for (String line : run.join().lines()) {
            MatchResult skipped = SKIPPED.matcher(line).results().findFirst().orElse(null);
            if (skipped != null) {
                assertEquals(expected, Long.parseLong(skipped.group(1)), line);
                expected = Long.parseLong(skipped.group(2));
            } else if (line.matches(" *[0-9]+ +[012] +[0-9]+  (DATA|PAD).*")) {
                assertEquals(expected, Long.parseLong(columns(line).get(0)), line);
                expected += FrameLayout.align(Integer.parseInt(columns(line).get(4)));
            }
        }
        assertEquals(log.tail(), expected);
    }

    @Test
    void filtersAndBoundsHoldForWhatComes() {
        TestLog log = new TestLog(directory, KIND_CONCURRENT);
        log.publish("yes 0");
        CompletableFuture<DumpRun> run = follow("--grep", "yes", "-n", "3", "--json");
        awaitText("yes 0");
        for (int i = 1; i < 10; i++) {
            log.publish("no " + i);
            log.publish("yes " + i);
        }
        assertEquals(0, run.join().exitCode(), "ends by itself");
        assertEquals(
                3,
                text().lines()
                        .filter(line -> line.contains("\"kind\":\"frame\""))
                        .count());
        assertTrue(text().contains("yes 2") && !text().contains("\"no "), text());

        CompletableFuture<DumpRun> bounded = follow("--to", Long.toString(log.tail()));
        assertEquals(0, bounded.join().exitCode(), "there is nothing more to come before that");
    }
}
