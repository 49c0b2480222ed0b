/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.event.Reject;
import io.tailrace.samples.summarizer.pipeline.Outcome;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What comes over TCP, in one process: from several clients at once, some of which send what is no syslog. */
@Timeout(180)
class TcpTest {
    private static final int CAPACITY = 16;
    private static final String GOOD = "<13>Nov 23 10:00:00 h view: 1790000000000,c1,10.0.0.1,item-1,100,200";

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void everyJointTakesLinesOfManyConnectionsAndWorkers(Joining joining) throws Exception {
        int connectionCount = 6;
        Path all = directory.resolve("all.log");
        new Generator(3, 30).write(30_000, all);
        List<String> lines = Files.readAllLines(all);
        try (ListeningRun run = new ListeningRun(joining, CAPACITY, 3, directory)) {
            List<FutureTask<?>> clients = new ArrayList<>();
            for (int i = 0; i < connectionCount; i++) {
                int first = i;
                clients.add(start(() -> {
                    sendEach(run, lines, first, connectionCount);
                    return null;
                }));
            }
            for (FutureTask<?> client : clients) {
                client.get(120, TimeUnit.SECONDS);
            }
            Outcome outcome = run.end();
            assertEquals(Map.of(), outcome.rejects());
            assertEquals(lines.size(), outcome.eventCount());
            ByteArrayOutputStream summaries = new ByteArrayOutputStream();
            Report.writeSummaries(outcome.summaries(), summaries);
            new PlainPass(all).assertSame(summaries.toString(StandardCharsets.UTF_8));
        }
        assertNoThreadIsLeft();
    }

    /** Every so many lines, each with a framing of its own, in pieces of any length. */
    private static void sendEach(ListeningRun run, List<String> lines, int first, int step) throws IOException {
        SplittableRandom random = new SplittableRandom(first);
        try (Socket socket = run.connect()) {
            OutputStream output = new BufferedOutputStream(socket.getOutputStream(), 1 + random.nextInt(10_000));
            for (int i = first; i < lines.size(); i += step) {
                byte[] line = lines.get(i).getBytes(StandardCharsets.UTF_8);
                String counted = line.length + " ";
                boolean isCounted = random.nextBoolean();
                output.write((isCounted ? counted : "").getBytes(StandardCharsets.UTF_8));
                output.write(line);
                output.write((isCounted ? "" : random.nextBoolean() ? "\n" : "\r\n").getBytes(StandardCharsets.UTF_8));
            }
            output.flush();
            ListeningRun.finish(socket);
        }
    }

    @Test
    void whatIsNoLineOfAnEventIsRejectedAndTheRestIsUnharmed() throws Exception {
        String tooLong = "<13>" + "x".repeat(70_000);
        Map<String, String> rejects = new TreeMap<>(); // What is sent, and what is in the reject file then.
        rejects.put(tooLong + "\n", "TOO_LONG\t" + tooLong.substring(0, 65_536));
        rejects.put("65537 <13>x", "BAD_COUNT\t65537 <13>x");
        rejects.put("2026-11-23 no syslog\n" + GOOD + "\n", "BAD_COUNT\t2026-11-23 no syslog");
        rejects.put(GOOD + ",\u00ff\n", "INVALID_UTF8\t" + GOOD + ",\u00ff");
        rejects.put("GET / HTTP/1.1\r\n", "BAD_ENVELOPE\tGET / HTTP/1.1");
        rejects.put("\n", "BAD_ENVELOPE\t");
        rejects.put("<13>Nov 23 10:00:00 h login: 1\0", "UNKNOWN_TYPE\t<13>Nov 23 10:00:00 h login: 1");
        rejects.put("<13>1 - - - - view - {\"time\":", "CUT\t<13>1 - - - - view - {\"time\":");
        rejects.put("<13>1 - - - - view - {]\n", "BROKEN_JSON\t<13>1 - - - - view - {]");
        rejects.put("26 <13>1 - - - - view - {\n\n]\n", "BROKEN_JSON\t<13>1 - - - - view - {#012#012]");
        rejects.put("300 " + GOOD, "CUT\t" + GOOD);
        rejects.put("12", "CUT\t12");
        rejects.put(GOOD + ",1\n", "WRONG_FIELD_COUNT\t" + GOOD + ",1");
        try (ListeningRun run = new ListeningRun(Joining.LINKED, CAPACITY, 2, directory)) {
            for (String sent : rejects.keySet()) {
                String before = GOOD + "\n" + GOOD.length() + " " + GOOD;
                run.send((before + sent).getBytes(StandardCharsets.ISO_8859_1));
            }
            Outcome outcome = run.end();
            assertEquals(2L * rejects.size(), outcome.eventCount());
            assertEquals(
                    rejects.size(),
                    outcome.rejects().values().stream()
                            .mapToLong(count -> count)
                            .sum());
        }
        Set<String> kept = new HashSet<>();
        for (String line : Files.readString(directory.resolve("rejects"), StandardCharsets.ISO_8859_1)
                .split("\n", 0)) {
            kept.add(line.replaceFirst("[0-9]+\t", ""));
        }
        assertEquals(new HashSet<>(rejects.values()), kept);
    }

    @Test
    void aThousandConnectionsAtOnceAreServed() throws Exception {
        int count = 1_000;
        List<Socket> sockets = new ArrayList<>();
        try (ListeningRun run = new ListeningRun(Joining.LINKED, CAPACITY, 2, directory)) {
            for (int i = 0; i < count; i++) {
                sockets.add(run.connect());
            }
            byte[] line = (GOOD + "\n").getBytes(StandardCharsets.UTF_8);
            for (int begin = 0; begin < line.length; begin += 20) { // All of them are within a line at a time.
                for (Socket socket : sockets) {
                    socket.getOutputStream().write(line, begin, Math.min(20, line.length - begin));
                }
            }
            for (int i = 0; i < count / 2; i++) {
                ListeningRun.finish(sockets.get(i));
            }
            List<Socket> silent = sockets.subList(count / 2, count);
            Outcome outcome = run.end();
            for (Socket socket : silent) { // They end with the program.
                assertEnded(socket);
            }
            assertTrue(outcome.eventCount() >= count / 2, () -> "only " + outcome.eventCount());
            assertTrue(outcome.eventCount() <= count, () -> "as many as " + outcome.eventCount());
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void aSlowSenderHoldsNobodyUp() throws Exception {
        try (ListeningRun run = new ListeningRun(Joining.ARRAY, CAPACITY, 1, directory);
                Socket slow = run.connect();
                Socket silent = run.connect()) {
            slow.setTcpNoDelay(true);
            for (byte value : (GOOD + "\n").getBytes(StandardCharsets.UTF_8)) {
                slow.getOutputStream().write(value);
                run.send((GOOD + "\n").getBytes(StandardCharsets.UTF_8));
            }
            ListeningRun.finish(slow);
            Outcome outcome = run.end();
            assertEquals(GOOD.length() + 2, outcome.eventCount());
            assertEquals(Map.of(), outcome.rejects());
            assertEnded(silent);
        }
    }

    @Test
    void aResetEndsItsConnectionOnly() throws Exception {
        try (ListeningRun run = new ListeningRun(Joining.LINKED, CAPACITY, 1, directory)) {
            for (int i = 0; i < 50; i++) {
                try (Socket reset = run.connect()) {
                    reset.getOutputStream().write((GOOD + "\n" + GOOD).getBytes(StandardCharsets.UTF_8));
                    reset.setSoLinger(true, 0);
                }
                run.send((GOOD + "\n").getBytes(StandardCharsets.UTF_8));
            }
            Outcome outcome = run.end();
            assertTrue(outcome.eventCount() >= 50 && outcome.eventCount() <= 100, () -> "" + outcome.eventCount());
            assertTrue(Set.of(Reject.CUT).containsAll(outcome.rejects().keySet()), () -> "" + outcome.rejects());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void aWorkerThatFailsEndsTheRunAtOnce(Joining joining) throws Exception {
        Path nowhere = directory.resolve("nowhere").resolve("rejects");
        byte[] bad =
                ("<13>Nov 23 10:00:00 h view: 1,2\n" + (GOOD + "\n").repeat(10_000)).getBytes(StandardCharsets.UTF_8);
        try (ListeningRun run = new ListeningRun(joining, CAPACITY, 2, directory, nowhere)) {
            List<FutureTask<?>> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                clients.add(start(() -> {
                    run.send(bad);
                    return null;
                }));
            }
            Throwable cause = assertThrows(ExecutionException.class, run::await).getCause();
            assertInstanceOf(UncheckedIOException.class, cause.getCause(), () -> "" + cause);
            for (FutureTask<?> client : clients) { // Closed or reset.
                try {
                    client.get(60, TimeUnit.SECONDS);
                } catch (ExecutionException e) {
                    assertInstanceOf(IOException.class, e.getCause());
                }
            }
        }
        assertNoThreadIsLeft();
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void whoIsInterruptedEndsTheRun(Joining joining) throws Exception {
        try (ListeningRun run = new ListeningRun(joining, CAPACITY, 2, directory);
                Socket socket = run.connect()) {
            socket.getOutputStream().write((GOOD + "\n").repeat(1_000).getBytes(StandardCharsets.UTF_8));
            run.interrupt();
            Throwable thrown = assertThrows(ExecutionException.class, run::await);
            assertInstanceOf(InterruptedException.class, thrown.getCause());
            assertEnded(socket);
        }
        assertNoThreadIsLeft();
    }

    private static FutureTask<?> start(Callable<?> client) {
        FutureTask<?> task = new FutureTask<>(client);
        Thread thread = new Thread(task, "client");
        thread.setDaemon(true);
        thread.start();
        return task;
    }

    private static void assertEnded(Socket socket) {
        try {
            assertEquals(-1, socket.getInputStream().read());
        } catch (SocketTimeoutException e) {
            throw new AssertionError("still open", e);
        } catch (IOException e) {
            // Reset, for something was left unread.
        }
    }

    private static void assertNoThreadIsLeft() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().matches("(parse|summarize|fill|injector|read|accept)-.*")) {
                thread.join(10_000); // Netty says that a thread has ended shortly before it has.
                assertFalse(thread.isAlive(), thread.getName());
            }
        }
    }
}
