/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.driver.LeftFiles;
import io.tailrace.testing.JavaProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every message once, in order of each publisher, byte for byte, between processes, also on different JDKs. */
@Tag("smoke")
final class DeliveryIT {
    static final int MESSAGES = Integer.getInteger("tailrace.test.messages", 100_000);

    @RegisterExtension
    final Scene scene = new Scene();

    @ParameterizedTest
    @CsvSource({"exclusive, 1, 3", "concurrent, 3, 1"})
    void eachMessageArrivesOnce(String kind, int publishers, int subscribers) throws Exception {
        deliver(scene, Jvm.quick(), Jvm.quick(), kind, publishers, subscribers);
        LeftFiles.assertOnlyRetainedLogs(scene.directory());
    }

    /** The driver runs on the publishers' JVM. */
    static void deliver(Scene scene, Jvm publish, Jvm receive, String kind, int publisherCount, int subscriberCount)
            throws Exception {
        JavaProcess driver = scene.startDriver(publish);
        int messages = MESSAGES / publisherCount;
        List<JavaProcess> subscribers = new ArrayList<>();
        List<LoadPublisher> publishers = new ArrayList<>();
        for (int i = 0; i < subscriberCount; i++) {
            subscribers.add(scene.start(receive, "receive", "messages=" + messages * publisherCount));
        }
        subscribers.forEach(subscriber -> subscriber.awaitLine("SUBSCRIPTION"));
        for (int i = 0; i < publisherCount; i++) {
            publishers.add(scene.startPublisher(publish, Cast.STREAM, kind, "messages=" + messages));
        }
        long sent = 0;
        for (LoadPublisher publisher : publishers) {
            publisher.process().awaitLine("CLOSED");
            publisher.process().end();
            sent += publisher.accepted(); // The last batch may be more than it was to send.
        }
        for (JavaProcess subscriber : subscribers) {
            assertEquals(sent + " of " + publisherCount, subscriber.awaitLine("RECEIVED"));
            subscriber.awaitQuietEnd();
        }
        driver.end();
    }
}
