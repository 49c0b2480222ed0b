/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes on different JDKs exchange messages: the driver on the publisher's JDK, and the reverse. */
@Timeout(300)
final class MixedJdkIT {
    private static final String STREAM = "quotes";
    private static final int MESSAGES = Integer.getInteger("tailrace.test.messages", 100_000);

    @RegisterExtension
    final Scene scene = new Scene();

    @ParameterizedTest(name = "{1}, the other JDK publishes: {0}")
    @CsvSource({"false, exclusive", "true, exclusive", "false, concurrent", "true, concurrent"})
    void messagesCrossJdks(boolean otherPublishes, String kind) throws Exception {
        Optional<Jdk> other = Jdk.other();
        assumeTrue(
                other.isPresent(),
                "no JDK of another major version found beside " + Jdk.running() + "; -Dtailrace.test.jdk names one");
        Jdk publishes = otherPublishes ? other.get() : Jdk.running();
        Jdk subscribes = otherPublishes ? Jdk.running() : other.get();
        System.out.println("MixedJdkIT: " + publishes.major() + " publishes, " + subscribes.major() + " subscribes");
        JavaProcess driver =
                scene.start(publishes, List.of(), DriverProcessMain.class, scene.directory(), Scene.TERM_LENGTH);
        driver.awaitLine("READY");
        JavaProcess subscriber = scene.start(
                subscribes,
                List.of(),
                SubscriberMain.class,
                scene.directory(),
                STREAM,
                MESSAGES,
                Scene.MAX_MESSAGE_LENGTH);
        JavaProcess publisher =
                scene.start(publishes, List.of(), PublisherMain.class, scene.directory(), STREAM, kind, MESSAGES, "-");
        subscriber.awaitLine("SUBSCRIPTION");
        publisher.awaitLine("PUBLICATION");

        publisher.tell("go");

        publisher.awaitQuietEnd();
        assertEquals(MESSAGES + " of 1", subscriber.awaitLine("RECEIVED"));
        subscriber.awaitQuietEnd();
        driver.tell("end");
        driver.awaitQuietEnd();
    }
}
