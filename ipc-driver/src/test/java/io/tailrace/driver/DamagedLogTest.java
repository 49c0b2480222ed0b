/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.FrameHandler;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.dispatch.Dispatch;
import io.tailrace.internal.PendingFault;
import io.tailrace.memory.CorruptLogException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A damaged log that has ended stops neither the next logs nor their publishers. */
final class DamagedLogTest extends WithRetainedLogs {
    private static final int FRAME_LENGTH = 16;
    /** More than fits into the next log while it has no reader. */
    private static final int OFFERS = 3 * Rig.TERM_LENGTH / 1_000;

    private static final String LONG = "e".repeat(1_000);

    private long damagedId;
    private Publication living;
    private Tailrace client;
    private Subscription subscription;
    private int thrown;
    private boolean acknowledges;

    @BeforeEach
    void publishTwice() {
        launch(Retention.DEFAULT);
        damagedId = publish(false, "a", "b", "c");
        living = connect().addPublication(STREAM);
        client = connect();
    }

    @AfterEach
    void removeDamaged() throws IOException {
        try (Stream<Path> files = Files.list(log(damagedId))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(log(damagedId));
        errors.clear();
    }

    private void damage(String file, long offset, int length, byte value) throws IOException {
        try (RandomAccessFile open =
                new RandomAccessFile(log(damagedId).resolve(file).toFile(), "rw")) {
            open.seek(offset);
            for (int i = 0; i < length; i++) {
                open.write(value);
            }
        }
    }

    private void subscribe(SubscriptionConfig config) {
        subscription = client.addSubscription(STREAM, config);
    }

    private void poll() {
        try {
            subscription.poll(received, 10);
            if (acknowledges) {
                subscription.images().forEach(Image::acknowledge);
            }
        } catch (CorruptLogException e) {
            assertTrue(
                    e.getMessage().contains("log=" + damagedId)
                            && e.getMessage().contains("position="),
                    e.getMessage());
            thrown++;
        } catch (InternalError e) {
            thrown++;
        }
    }

    /** Publishes more messages than fit into the window; each must be delivered. */
    private void assertNextLogFlows() {
        until("the next log is delivered", () -> {
            try {
                Messages.offer(living, "d");
                poll();
                PendingFault.raise();
            } catch (InternalError e) {
                thrown++;
            }
            return received.texts().contains("d");
        });
        for (int i = 0; i < OFFERS; i++) {
            until("a living publisher continues", () -> {
                boolean accepted = Messages.offer(living, LONG) > 0;
                poll();
                return accepted;
            });
        }
    }

    private void assertSaid(String... texts) {
        List<Throwable> said = errors.stream()
                .filter(error -> List.of(texts).stream().allMatch(error.toString()::contains))
                .toList();
        assertEquals(1, said.size(), () -> "errors=" + errors);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFrameThatIsNoneIsThrownOnceAndTheNextLogIsDelivered(boolean sleeps) throws Exception {
        damage("term-0", FRAME_LENGTH, 4, (byte) 0x7F);

        subscribe(OLDEST);
        if (sleeps) {
            poll();
            poll();
            until("a sleeper is told of the next log", () -> {
                Messages.offer(living, "d");
                return subscription.awaitMessage(Duration.ofMillis(1));
            });
        }
        assertNextLogFlows();
        assertEquals(1, thrown);
        assertEquals("a", received.texts().get(0));
        assertEquals("d", received.texts().get(1));
        assertSaid("is damaged", "stream=" + STREAM, "log=" + damagedId, "position " + FRAME_LENGTH, "next log");
        assertTrue(isThere(damagedId), "a tool still shows it");
    }

    @Test
    void messagesBeforeItAreAcknowledgedFirst() throws Exception {
        damage("term-0", FRAME_LENGTH, 4, (byte) 0x7F);
        subscribe(OLDEST.withAcknowledgement());
        until("the first message", () -> {
            poll();
            return !received.texts().isEmpty();
        });
        poll();
        assertTrue(thrown >= 1);
        cycleFor(Duration.ofMillis(1_200));
        assertEquals(0, subscription.images().get(0).position());

        acknowledges = true;
        subscription.images().get(0).acknowledge();

        assertNextLogFlows();
        assertSaid("is damaged", "log=" + damagedId);
    }

    private void cycleFor(Duration time) {
        long startNs = System.nanoTime();
        until("time has passed", () -> System.nanoTime() - startNs > time.toNanos());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void aLogThatIsTruncatedWhileItWaitsIsLeftOut(int length) throws Exception {
        long second = publish(true, "x", "y");
        subscribe(OLDEST);
        until("the first log", subscription::isConnected);
        damagedId = second;
        try (RandomAccessFile open =
                new RandomAccessFile(log(second).resolve("term-0").toFile(), "rw")) {
            open.setLength(length);
        }

        assertNextLogFlows();

        assertEquals(List.of("a", "b", "c", "d"), received.texts().subList(0, 4));
        assertSaid("is damaged", "log=" + second, "truncated");
        assertTrue(isThere(second));
    }

    @ParameterizedTest
    @ValueSource(strings = {"truncated", "empty", "removed"})
    void aLogThatCannotBeOpenedIsLeftOut(String how) throws Exception {
        Subscription holder = connect().addSubscription(STREAM, OLDEST); // The driver keeps it mapped.
        until("it is read", holder::isConnected);
        Path term = log(damagedId).resolve("term-1");
        switch (how) {
            case "truncated" -> Files.write(term, new byte[8]);
            case "empty" -> Files.write(term, new byte[0]);
            default -> Files.delete(term);
        }

        subscribe(OLDEST);
        until("it is left out", () -> !errors.isEmpty());
        holder.close();
        assertNextLogFlows();

        assertEquals("d", received.texts().get(0));
        assertFalse(subscription.isClosed());
        errors.removeIf(error -> !error.toString().contains("no message of it was delivered"));
        assertSaid("is damaged", "log=" + damagedId);
    }

    /** For example for want of descriptors: that is no fault of the log, whose messages would be missed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSubscriptionThatIsClosedSaysSoAndWhatToDo(boolean isGone) throws Exception {
        Subscription holder = connect().addSubscription(STREAM, OLDEST);
        until("it is read", holder::isConnected);
        Path meta = log(damagedId).resolve("meta");
        Files.move(meta, meta.resolveSibling("aside"));
        if (!isGone) {
            Files.createSymbolicLink(meta, Path.of("aside"));
        }
        subscribe(OLDEST);
        until("it is closed", subscription::isClosed);

        assertSaid("subscription lost, and closed: stream=" + STREAM, Long.toString(damagedId), meta.toString());
        if (!isGone) {
            assertSaid("closed", "raise ulimit -n", "add the subscription again");
        }
        holder.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aDispatchGoesOnWithTheNextLog(int workers) throws Exception {
        damage("term-0", FRAME_LENGTH, 4, (byte) 0x7F);
        subscribe(OLDEST);
        Queue<String> handled = new ConcurrentLinkedQueue<>();
        FrameHandler handler =
                (buffer, offset, length, header) -> handled.add(buffer.getStringWithoutLengthAscii(offset, length));
        ExecutorService pool = Executors.newCachedThreadPool();
        try (Dispatch dispatch =
                Dispatch.of(subscription, handler).workers(workers).start(pool)) {
            until("the next log is handled", () -> {
                Messages.offer(living, "d");
                return handled.contains("d");
            });
            assertFalse(dispatch.isEnded());
        }
        assertEquals("a", handled.peek());
        assertSaid("is damaged", "log=" + damagedId, "position " + FRAME_LENGTH);
        pool.shutdown();
    }
}
