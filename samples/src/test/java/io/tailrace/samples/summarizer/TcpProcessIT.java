/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command that listens, as a user would run it. */
@Timeout(240)
class TcpProcessIT {
    private static final String GOOD = "<13>Nov 23 10:00:00 h view: 1790000000000,c1,10.0.0.1,item-1,100,200\n";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"", "--connections 5 --octet-counted"})
    void whatGenerateSendsIsSummarizedUntilASignal(String options) throws Exception {
        Path file = directory.resolve("same.log");
        Files.writeString(directory.resolve("summarizer.rejects"), "of an earlier run\n");
        String[] generate = "generate --events 50000 --v2 30 --seed 5".split(" ");
        assertDone(Program.run(directory, with(generate, file.toString())));
        try (ListeningProcess run =
                new ListeningProcess(directory, List.of(), "run", "--port", "0", "--netty-workers", "2")) {
            String target = "--to localhost:" + run.port + ' ' + options;
            Program.Ended sent =
                    Program.run(directory, with(generate, target.trim().split(" ")));
            assertDone(sent);
            assertTrue(sent.error().startsWith("sent: 50,000 in "), sent.error());
            Program.Ended ended = run.terminate();
            assertDone(ended);
            assertTrue(ended.error().startsWith("events: 50,000 in "), ended.error());
            new PlainPass(file).assertSame(ended.output());
        }
        assertFalse(Files.exists(directory.resolve("summarizer.rejects")));
    }

    @Test
    void whatIngestHearsIsSummarizedInAnotherProcess() throws Exception {
        Path file = directory.resolve("same.log");
        String[] generate = "generate --events 20000 --seed 6".split(" ");
        assertDone(Program.run(directory, with(generate, file.toString())));
        try (ListeningProcess ingest =
                        new ListeningProcess(directory, List.of(), "ingest", "--port", "0", "--netty-workers", "2");
                Program summarize = Program.start(directory, "summarize", "--joint", "lines", "--version", "1")) {
            String target = "--connections 4 --to localhost:" + ingest.port;
            assertDone(Program.run(directory, with(generate, target.split(" "))));
            Program.Ended ended = ingest.terminate();
            assertDone(ended);
            assertTrue(ended.error().contains("20,000"), ended.error());
            Program.await("summaries", () -> isSame(file, summarize));
        }
    }

    /** It tells its summaries at the end of each source: those told last have all. */
    private static boolean isSame(Path file, Program summarize) {
        try {
            String told = summarize.output();
            new PlainPass(file).assertSame(told.substring(told.lastIndexOf("\n{") + 1));
            return true;
        } catch (AssertionError | IOException | NullPointerException e) {
            return false; // Not yet.
        }
    }

    /** The reject file is a pipe that nobody reads: so the parser of the first line waits, and all others with it. */
    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"EVENTS", "LINES"})
    void aSenderWaitsWhileNothingIsSummarized(Joining joining) throws Exception {
        Path pipe = directory.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        int lineCount = 100_000_000 / GOOD.length();
        AtomicLong sent = new AtomicLong();
        try (ListeningProcess run = new ListeningProcess(
                directory,
                List.of("-Xmx32m"),
                "run",
                "--port",
                "0",
                "--joint",
                joining.name(),
                "--rejects",
                pipe.toString())) {
            FutureTask<Void> client = new FutureTask<>(() -> {
                sendAll(run, lineCount, sent);
                return null;
            });
            Thread thread = new Thread(client, "client");
            thread.start();
            awaitStandstill(sent);
            assertTrue(sent.get() < lineCount / 2, () -> "does not wait: sent=" + sent);
            assertFalse(client.isDone());
            FutureTask<List<String>> rejects =
                    new FutureTask<>(() -> Files.readAllLines(pipe)); // To the end of the run.
            new Thread(rejects, "rejects").start();
            client.get(120, TimeUnit.SECONDS);
            Program.Ended ended = run.terminate();
            assertDone(ended);
            assertEquals(
                    List.of("1\tWRONG_FIELD_COUNT\t<13>Nov 23 10:00:00 h view: 1,2"),
                    rejects.get(60, TimeUnit.SECONDS));
            assertTrue(
                    ended.error().startsWith(String.format(Locale.ROOT, "events: %,d in ", sent.get())), ended.error());
        }
    }

    /** Waits until the sender has not got on for a second. */
    private static void awaitStandstill(AtomicLong sent) throws InterruptedException {
        long last = -1;
        while (sent.get() == 0 || sent.get() != last) {
            last = sent.get();
            Thread.sleep(1_000);
        }
    }

    private static void sendAll(ListeningProcess run, int lineCount, AtomicLong sent) throws Exception {
        byte[] lines = GOOD.repeat(1_000).getBytes(StandardCharsets.UTF_8);
        try (Socket socket = run.connect()) {
            OutputStream output = socket.getOutputStream();
            output.write("<13>Nov 23 10:00:00 h view: 1,2\n".getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < lineCount; i += 1_000) {
                output.write(lines);
                sent.addAndGet(1_000);
            }
            ListeningRun.finish(socket);
        }
    }

    @Test
    void whatASignalCutsIsRejectedAndAllBeforeItIsSummarized() throws Exception {
        try (ListeningProcess run =
                        new ListeningProcess(directory, List.of(), "run", "--port", "0", "--joint", "none");
                Socket within = run.connect();
                Socket silent = run.connect();
                Socket other = run.connect()) {
            within.getOutputStream().write((GOOD + "<13>Nov").getBytes(StandardCharsets.UTF_8));
            other.getOutputStream().write(GOOD.getBytes(StandardCharsets.UTF_8));
            ListeningRun.finish(other);
            try (Socket last = run.connect()) { // Comes after the worker has read from all that had sent something.
                ListeningRun.finish(last);
            }
            Program.Ended ended = run.terminate();
            assertDone(ended);
            assertTrue(ended.error().startsWith("events: 2 in "), ended.error());
            assertTrue(ended.error().contains("rejected: CUT 1\n"), ended.error());
            assertEquals("3\tCUT\t<13>Nov\n", Files.readString(directory.resolve("summarizer.rejects")));
            assertEquals(-1, silent.getInputStream().read());
        }
    }

    @Test
    void aPortThatIsNotToBeHadGetsOneClearLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Path rejects = Files.writeString(directory.resolve("summarizer.rejects"), "of the one that has the port");
            Program.Ended ended = Program.run(directory, "run", "--port", port, "--rejects", rejects.toString());
            ended.assertOneLine(73);
            assertTrue(ended.error().contains("host=127.0.0.1, port=" + port), ended.error());
            assertTrue(Files.exists(rejects));
        }
        String elsewhere = "192.0.2.1"; // Nobody's, by RFC 5737.
        Program.run(directory, "run", "--port", "0", "--host", elsewhere).assertOneLine(73);
    }

    @Test
    void aReceiverThatIsNotThereOrGoesGetsOneClearLine() throws Exception {
        int port;
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = server.getLocalPort();
            FutureTask<Void> goes = new FutureTask<>(() -> {
                server.accept().close();
                return null;
            });
            new Thread(goes, "receiver").start();
            generateTo(port).assertOneLine(74);
            goes.get(10, TimeUnit.SECONDS);
        }
        generateTo(port).assertOneLine(69);
    }

    private Program.Ended generateTo(int port) throws Exception {
        return Program.run(directory, "generate", "--events", "100000", "--to", "127.0.0.1:" + port);
    }

    private static String[] with(String[] arguments, String... more) {
        return Stream.of(arguments, more).flatMap(Stream::of).toArray(String[]::new);
    }

    private static void assertDone(Program.Ended ended) {
        assertEquals(0, ended.exitCode(), ended.error());
    }
}
