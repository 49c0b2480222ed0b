/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.pubsub;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputLinesTest {
    @TempDir
    private Path directory;

    private final Termination termination = new Termination();
    private final List<String> received = new ArrayList<>();
    private Tailrace tailrace;
    private Publication publication;
    private Subscription subscription;

    @BeforeEach
    void connect() {
        tailrace = Tailrace.open(directory.resolve("driver"));
        subscription = tailrace.addSubscription("lines");
        publication = tailrace.addPublication("lines");
    }

    @AfterEach
    void close() {
        tailrace.close();
    }

    @Test
    void eachLineIsAMessageAndTheLastNeedsNoLineFeed() {
        String longest = "l".repeat(publication.maxMessageLength());
        assertEquals(List.of("one", "", " two\r", longest, "three"), send("one\n\n two\r\n" + longest + "\nthree"));
        assertEquals(List.of(), send(""));
        assertEquals(List.of(""), send("\n"));
    }

    @Test
    void aLongerLineIsRefused() {
        int longest = publication.maxMessageLength();
        for (int length : new int[] {longest + 1, 3 * longest}) {
            String line = "l".repeat(length);
            CommandException e = assertThrows(CommandException.class, () -> send("a\n" + line + "\nb"));
            assertEquals(ExitCode.USAGE, e.exitCode());
            assertTrue(e.getMessage().contains(", longest=" + longest), e.getMessage());
        }
    }

    @Test
    void failedInputIsReported() {
        InputStream broken = new SequenceInputStream(new ByteArrayInputStream(bytes("a\nb")), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("it broke");
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return read();
            }
        });
        String message =
                assertThrows(UncheckedIOException.class, () -> send(broken)).getMessage();
        assertTrue(message.contains("it broke"), message);
    }

    @Test
    void endIsNotMissedWhileNothingComes() throws IOException {
        // A pipe with a writer that never writes.
        try (PipedOutputStream nobody = new PipedOutputStream();
                InputStream silent = new PipedInputStream(nobody)) {
            Thread asker = new Thread(() -> {
                LockSupport.parkNanos(50_000_000);
                termination.request();
            });
            asker.start();
            assertEquals(List.of(), send(silent));
        }
    }

    private List<String> send(String input) {
        return send(new ByteArrayInputStream(bytes(input)));
    }

    /** Sends all lines, and returns the messages received at the other end. */
    private List<String> send(InputStream input) {
        received.clear();
        Sender sender = new Sender(
                tailrace,
                publication,
                TimeUnit.SECONDS.toNanos(5),
                new Schedule(Double.POSITIVE_INFINITY),
                termination);
        assertTrue(new InputLines(Channels.newChannel(input), termination).sendAll(sender));
        while (received.size() < sender.sent()) {
            subscription.poll(
                    (buffer, offset, length, header) -> received.add(buffer.getStringWithoutLengthUtf8(offset, length)),
                    64);
        }
        return received;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
