/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tailrace.ExclusivePublication;
import io.tailrace.Tailrace;
import io.tailrace.WaitPolicy;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.StreamFinder;
import io.tailrace.follow.FollowerLoop;
import io.tailrace.follow.LogFollower;
import io.tailrace.follow.StreamWatch;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.StreamSubscription;
import io.tailrace.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A follower of streams repeats a step that has failed. */
final class StreamWatchTest extends WithThreads {
    private final List<String> steps = new CopyOnWriteArrayList<>();
    private Tailrace client;
    private volatile String failing = "none";
    private String unreadable = "none";

    @BeforeEach
    void begin() {
        client = connect();
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    private void step(String step) {
        steps.add(step);
        if (step.equals(failing)) {
            failing = "none";
            throw new OutOfMemoryError("as if");
        }
    }

    private final class Log extends LogFollower {
        Log(LogImage image) {
            super(image);
        }

        long id() {
            return image.logId();
        }

        @Override
        protected void leave() {
            step("leave " + image.logId());
        }
    }

    /** It has a shortage in the first round, and ends in the second. */
    private final class Loop extends FollowerLoop {
        private int rounds;

        Loop() {
            super("loop", () -> step("ended"));
        }

        @Override
        protected void round() {
            step("round");
            if (++rounds == 1) {
                throw new OutOfMemoryError("as if");
            }
            end();
        }

        @Override
        protected void onShortage(Error shortage) {
            step("shortage");
        }

        @Override
        protected void finish() {
            step("finish");
        }

        @Override
        protected void onFailure(Throwable failure) {
            step("failure");
        }

        @Override
        protected void release(boolean hasFailed) {
            step("release");
        }
    }

    private final class Watch extends StreamWatch<Log> {
        Watch(String... streams) {
            super(
                    "a test",
                    new StreamFinder(new DriverDirectory(client.directory()), List.of(streams)),
                    client.newWaitSet(WaitPolicy.SPIN));
        }

        @Override
        protected StreamSubscription subscribe(String stream) throws IOException {
            step(stream);
            if (stream.equals(unreadable)) {
                throw new IOException(stream);
            }
            return (StreamSubscription)
                    client.addSubscription(stream, subscriptionConfig("watch", Duration.ofSeconds(30)));
        }

        List<String> names() {
            return subscriptions().stream().map(StreamSubscription::stream).toList();
        }

        @Override
        protected Log follow(LogImage image) {
            step("follow " + image.logId());
            return new Log(image);
        }

        @Override
        protected void onChange(String stream) {
            step("change");
        }
    }

    /** {@return the id of the one log that the subscription has, and that is not the one before} */
    private static long awaitLog(StreamSubscription subscription, long before) {
        Await.until("the next log alone", () -> {
            LogImage[] images = subscription.currentImages();
            return images.length == 1 && images[0].logId() != before;
        });
        return subscription.currentImages()[0].logId();
    }

    /** One log ends and another begins between two looks. */
    @ParameterizedTest
    @ValueSource(strings = {"follow", "leave", "change"})
    void aShortageOfHeapLosesNoLog(String where) throws IOException {
        try (Watch watch = new Watch(STREAM)) {
            watch.find();
            StreamSubscription subscription = watch.subscriptions().get(0);
            ExclusivePublication ends = client.addExclusivePublication(STREAM);
            long first = awaitLog(subscription, -1);
            watch.look();
            ends.close();
            try (ExclusivePublication goesOn = client.addExclusivePublication(STREAM)) {
                long second = awaitLog(subscription, first);
                steps.clear();
                failing = switch (where) {
                    case "follow" -> "follow " + second;
                    case "leave" -> "leave " + first;
                    default -> where;
                };
                String failed = failing;
                assertThrows(OutOfMemoryError.class, watch::look);
                watch.look();
                watch.look();
                List<String> expected = new ArrayList<>(List.of("follow " + second, "leave " + first, "change"));
                expected.add(expected.indexOf(failed), failed);
                assertEquals(expected, steps, "only what failed is repeated");
                assertEquals(
                        List.of(second),
                        watch.logs().stream().map(log -> log.id()).toList());
            }
        }
    }

    @Test
    void aShortageWhenTheSecondOfTwoLogsComesGivesTheFirstNoSecondFollower() throws IOException {
        try (Watch watch = new Watch(STREAM)) {
            watch.find();
            StreamSubscription subscription = watch.subscriptions().get(0);
            try (ExclusivePublication one = client.addExclusivePublication(STREAM);
                    ExclusivePublication two = client.addExclusivePublication(STREAM)) {
                Await.until("two logs", () -> subscription.currentImages().length == 2);
                LogImage[] images = subscription.currentImages();
                steps.clear();
                failing = "follow " + images[1].logId();
                String failed = failing;
                assertThrows(OutOfMemoryError.class, watch::look);
                watch.look();
                assertEquals(List.of("follow " + images[0].logId(), failed, failed, "change"), steps);
            }
        }
    }

    @Test
    void aStreamThatCannotBeFollowedKeepsNoOtherFromBeingFollowed() throws IOException {
        unreadable = "b";
        try (Watch watch = new Watch("a", "b", "c")) {
            assertEquals("b", assertThrows(IOException.class, watch::find).getMessage());
            assertEquals(List.of("a", "c"), watch.names());
        }
    }

    @Test
    void theThreadThatFindsStreamsSurvivesAShortageOfHeap() throws IOException {
        failing = "later";
        try (Watch watch = new Watch("later")) {
            watch.start("finds", new Loop(), report -> {});
            Await.until("it is followed", () -> watch.names().equals(List.of("later")));
            assertEquals(List.of("later", "later"), List.copyOf(steps));
        }
    }

    /** The second shortage strikes while the first is treated. */
    @Test
    void aLoopSurvivesShortages() {
        Loop loop = new Loop();
        failing = "shortage";
        loop.run();
        assertEquals(List.of("round", "shortage", "shortage", "round", "finish", "release", "ended"), steps);
    }

    @Test
    void aLoopReleasesWhatItDoesNotOwnWhateverFails() {
        Loop loop = new Loop();
        loop.end();
        failing = "release";
        assertThrows(OutOfMemoryError.class, loop::run);
        assertEquals(List.of("finish", "release", "ended"), steps);
    }
}
