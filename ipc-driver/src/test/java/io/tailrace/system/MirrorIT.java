/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.Header;
import io.tailrace.Image;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.testing.Await;
import io.tailrace.testing.JavaProcess;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A mirror whose publishers die one after the other, at the named points and elsewhere, and so does its driver. Its
 * subscribers keep their image, and get each message once and in order.
 */
final class MirrorIT {
    /** Reached by a driver when the next publisher connects. */
    static final String SETTLING_POINT = "mirror.zeroed";

    private static final int DEATHS = 3;
    private static final long BEGIN = 7L * Scene.TERM_LENGTH + 4096;
    private static final long LEASE_MS = 600_000;
    /** More than a window: only a working driver, or a subscriber that cleans, lets so much through. */
    private static final long ENOUGH = 3L * Scene.TERM_LENGTH;

    @RegisterExtension
    final Scene scene = new Scene();

    private JavaProcess driver;
    private JavaProcess publisher;
    private Reader reader;

    /** Expects each message of the source, and nothing else. */
    private final class Reader implements AutoCloseable {
        private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
        private final Tailrace client;
        private final Subscription subscription;
        private final long logId;
        private long next;

        Reader() {
            client = Tailrace.connect(
                    TailraceConfig.DEFAULT.withDirectory(scene.directory()).withErrorHandler(e -> {
                        if (!String.valueOf(e.getMessage()).contains("media driver")) { // It is killed here.
                            errors.add(e);
                        }
                    }));
            subscription = client.addSubscription(Cast.STREAM, SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.OLDEST));
            Await.until("an image", subscription::isConnected);
            Image image = subscription.images().get(0);
            logId = image.logId();
            next = image.joinPosition();
        }

        private void onFrame(DirectBuffer buffer, int offset, int length, Header header) {
            next = atMessage(next);
            assertEquals(next, header.position());
            assertEquals(Actor.MIRROR_FRAME - 8, length);
            for (int i = 0; i < length; i += Long.BYTES) {
                assertEquals(next, buffer.getLong(offset + i));
            }
            next += Actor.MIRROR_FRAME;
        }

        /** Polls meanwhile: an idle reader would hold the mirror back. */
        void await(String what, BooleanSupplier condition) {
            Await.until(what, () -> {
                subscription.poll(this::onFrame, 64);
                return condition.getAsBoolean();
            });
        }

        void assertGoesOn() {
            long enough = next + ENOUGH;
            await("messages up to " + enough, () -> next > enough);
            assertEquals(
                    List.of(logId),
                    subscription.images().stream().map(Image::logId).toList());
            assertEquals(List.of(), List.copyOf(errors));
        }

        @Override
        public void close() {
            client.close();
        }
    }

    /** {@return the position of the first message at or after a position} A padding ends each term. */
    private static long atMessage(long position) {
        boolean isPadding = position % Scene.TERM_LENGTH == Actor.MIRROR_MESSAGES;
        return isPadding ? position + Actor.MIRROR_PADDING : position;
    }

    private void killDriver() {
        driver.kill();
        assertEquals("", driver.err());
    }

    private void startPublisher(Jvm jvm) throws IOException {
        publisher = scene.start(jvm, "mirror", "begin=" + BEGIN, "lease-ms=" + LEASE_MS);
    }

    private void begin() throws IOException {
        driver = scene.startDriver();
        startPublisher(Jvm.quick());
        publisher.awaitLine("MIRROR " + BEGIN);
        reader = new Reader();
        reader.assertGoesOn();
    }

    private void end(String what, int deaths) {
        publisher.end();
        reader.await("the end of the source", () -> !reader.subscription.isConnected());
        long left = Long.parseLong(publisher.lines("LEFT ").get(0));
        assertEquals(atMessage(left), atMessage(reader.next), "all that was published");
        reader.close();
        driver.end();
        FaultSummary.add(
                "MirrorIT, " + what, "%d deaths: subscribers got each message once, in order, of one log", deaths);
    }

    @Test
    void aPublisherDies() throws Exception {
        begin();
        for (int death = 0; death < DEATHS; death++) {
            publisher.kill();
            startPublisher(Jvm.quick());
            reader.assertGoesOn();
        }
        end("a publisher dies", DEATHS);
    }

    @Test
    void aDriverDiesWhereAMirrorIsHandedOver() throws Exception {
        begin();
        publisher.kill();
        Scene.arm(driver, SETTLING_POINT);
        startPublisher(Jvm.quick());
        driver.awaitLine(FaultPoints.REACHED + SETTLING_POINT);
        killDriver();
        driver = scene.startDriver();
        reader.assertGoesOn();
        end("a driver dies at a hand-over", 1);
    }
}
