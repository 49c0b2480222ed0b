/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.driver.LeftFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every message once, in order of each publisher, byte for byte, between processes. */
@Tag("smoke")
@Timeout(300)
final class DeliveryIT {
    private static final String STREAM = "quotes";
    private static final int MESSAGES = Integer.getInteger("tailrace.test.messages", 100_000);

    @RegisterExtension
    final Scene scene = new Scene();

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "concurrent"})
    void onePublisherReachesThreeSubscribers(String kind) throws Exception {
        deliver(kind, 1, 3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"exclusive", "concurrent"})
    void threePublishersReachOneSubscriber(String kind) throws Exception {
        deliver(kind, 3, 1);
    }

    private void deliver(String kind, int publisherCount, int subscriberCount) throws Exception {
        JavaProcess driver = scene.startDriver();
        int messages = MESSAGES / publisherCount;
        List<JavaProcess> subscribers = new ArrayList<>();
        List<JavaProcess> publishers = new ArrayList<>();
        for (int i = 0; i < subscriberCount; i++) {
            subscribers.add(startSubscriber(messages * publisherCount));
        }
        for (int i = 0; i < publisherCount; i++) {
            publishers.add(scene.start(PublisherMain.class, scene.directory(), STREAM, kind, messages, "-"));
        }
        for (JavaProcess subscriber : subscribers) {
            subscriber.awaitLine("SUBSCRIPTION");
        }
        for (JavaProcess publisher : publishers) {
            publisher.awaitLine("PUBLICATION");
        }

        publishers.forEach(publisher -> publisher.tell("go"));

        for (JavaProcess publisher : publishers) {
            assertEquals(Integer.toString(messages), publisher.awaitLine("SENT"));
            publisher.awaitQuietEnd();
        }
        for (JavaProcess subscriber : subscribers) {
            assertEquals(messages * publisherCount + " of " + publisherCount, subscriber.awaitLine("RECEIVED"));
            subscriber.awaitQuietEnd();
        }
        driver.tell("end");
        driver.awaitQuietEnd();
        LeftFiles.assertOnlyRetainedLogs(scene.directory());
    }

    private JavaProcess startSubscriber(int messages) throws IOException {
        return scene.start(SubscriberMain.class, scene.directory(), STREAM, messages, Scene.MAX_MESSAGE_LENGTH);
    }
}
