/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions that begin at a position of a log that has ended. */
final class RetainedPositionTest extends WithRetainedLogs {
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPositionInItIsGoneOnFromExactlyAndNothingBeforeItIsReadAgain(boolean exclusive) {
        launch(Retention.DEFAULT);
        publish(exclusive, "before");
        long logId = publish(exclusive, "a", "b", "c");
        publish(!exclusive, "d");
        Publication living = connect().addPublication(STREAM);
        Recorder all = new Recorder();
        Tailrace client = connect();
        try (Subscription subscription = client.addSubscription(STREAM, OLDEST)) {
            until(
                    "everything is read",
                    () -> subscription.poll(all, 1) >= 0 && all.texts().size() == 5);
        }
        until("it is retained", () -> LeftFiles.isRetained(log(logId)));
        List<Recorder.Frame> frames = all.frames();

        for (int done = 1; done <= 4; done++) { // The position at its end is one, too.
            long position = done < 4
                    ? frames.get(done).position()
                    : frames.get(3).position()
                            + frames.get(2).position()
                            - frames.get(1).position();
            received = new Recorder();
            Subscription subscription = client.addSubscription(
                    STREAM, SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(logId, position)));
            until("connected", living::isConnected);
            assertTrue(Messages.offer(living, "e") > 0);
            until(
                    "everything is read",
                    () -> subscription.poll(received, 1) >= 0
                            && received.texts().contains("e"));
            subscription.close();

            List<String> expected = new ArrayList<>(List.of("a", "b", "c", "d").subList(done - 1, 4));
            expected.add("e");
            assertEquals(expected, received.texts().subList(0, expected.size()));
            until("nobody reads", () -> !living.isConnected());
        }
    }

    @Test
    void aPositionThatItDoesNotHaveIsRefusedAndItStays() {
        launch(Retention.DEFAULT);
        long logId = publish(false, "a", "b");
        Tailrace client = connect();

        for (long position : new long[] {1, 1_000}) {
            RegistrationException refusal = assertThrows(
                    RegistrationException.class,
                    () -> client.addSubscription(
                            STREAM, SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(logId, position))));
            assertTrue(
                    refusal.getMessage().contains("log=" + logId + ", position=" + position)
                            && refusal.getMessage().contains(", from=0, to=32"),
                    refusal.getMessage());
            until("it is retained", () -> LeftFiles.isRetained(log(logId)));
        }
        assertEquals(List.of("a", "b"), read(client.addSubscription(STREAM, OLDEST), 2));
    }

    @Test
    void aLogThatSomebodyHasTruncatedIsRefused() throws IOException {
        launch(Retention.DEFAULT);
        long logId = publish(false, "a", "b");
        Files.write(log(logId).resolve("term-0"), new byte[8]);
        Tailrace client = connect();

        RegistrationException refusal = assertThrows(
                RegistrationException.class,
                () -> client.addSubscription(
                        STREAM, SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(logId, 16))));
        assertTrue(refusal.getMessage().contains("log=" + logId + ". Begin at the oldest"), refusal.getMessage());
        assertEquals(1, errors.size(), "the driver reported that it cannot be read");
        errors.clear();
        until("it is gone", () -> !isThere(logId));
    }
}
