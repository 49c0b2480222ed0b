/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Image;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.Policy;
import io.tailrace.Tailrace;
import io.tailrace.log.LogMeta;
import io.tailrace.stream.LogImage;
import io.tailrace.stream.StreamSubscription;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A log that the driver announces late: it lives, although the answer to a new subscription does not name it. */
final class LateImageTest extends WithHistory {
    private static final SubscriptionConfig NAMED =
            BEGINNING.withPolicy(Policy.CATCH_UP).withName("audit", Duration.ZERO);
    private final List<Runnable> steps = new ArrayList<>();
    /** Not a client that the rig invokes, so that a step may run the rig while this client waits for an answer. */
    private Tailrace late;

    @BeforeEach
    void connectLate() {
        late = Tailrace.connect(rig.clientConfig().withDriverInvoker(this::waitForDriver));
    }

    @AfterEach
    void closeLate() {
        late.close();
    }

    /** One cycle of the driver, and the next step of the test, if there is one. */
    private void waitForDriver() {
        rig.driver().invoke();
        if (!steps.isEmpty()) {
            steps.remove(0).run();
        }
    }

    private Subscription subscribeLate(SubscriptionConfig config) {
        Subscription subscription = late.addSubscription(
                STREAM, config.withOverrunHandler((image, from, to) -> losses.add(from + ".." + to)));
        assertTrue(steps.isEmpty(), "the answer came too early");
        return subscription;
    }

    private void readAllLate(Subscription subscription) {
        rig.until("everything is read", () -> {
            keep();
            late.invoke();
            subscription.poll(taking, 7);
            return numbers.contains(next - 1);
        });
        assertEquals(
                IntStream.range(0, next).boxed().toList(),
                numbers.stream().sorted().toList());
        assertEquals(List.of(), losses);
    }

    /** The historian is in the cleaner's place of a log from now on, until {@link #leavePlace}. */
    private LogMeta takePlace(long logId) {
        for (Image image : kept.images()) {
            if (image.logId() == logId) {
                LogMeta meta = ((LogImage) image).buffers().meta();
                assertTrue(meta.compareAndSetCleaner(0, ((StreamSubscription) kept).registrationId()));
                return meta;
            }
        }
        throw new AssertionError("the historian does not read log " + logId);
    }

    private static void leavePlace(LogMeta meta) {
        meta.cleanerRelease(0);
    }

    private void takePlaceForAWhile(Publication publication) {
        LogMeta place = takePlace(publication.logId());
        for (int i = 0; i < 5; i++) { // Soon: the driver waits for a cleaner for a second only.
            steps.add(rig.driver()::invoke);
        }
        steps.add(() -> leavePlace(place));
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCK", "CATCH_UP"})
    void aLogThatIsBeingCleanedIsNotTakenForOneThatHasGone(Policy policy) {
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 300);
            keep();
            takePlaceForAWhile(publication);
            try (Subscription subscription = subscribeLate(BEGINNING.withPolicy(policy))) {
                publish(publication, 300);
                readAllLate(subscription);
            }
        }
    }

    @Test
    void theNextHolderOfANameReadsOnInALogThatWasBeingCleaned() {
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 300);
            try (Subscription first = subscribeLate(NAMED)) {
                rig.until("some", () -> first.poll(taking, 1) >= 0 && numbers.size() == 123);
            }
            late.invoke();
            publish(publication, 100);
            keep();
            takePlaceForAWhile(publication);
            try (Subscription second = subscribeLate(NAMED)) {
                publish(publication, 300);
                readAllLate(second);
            }
            late.invoke();
            publish(publication, 50);
            try (Subscription third = subscribeLate(NAMED)) {
                readAllLate(third);
            }
        }
    }

    /** Else it would miss messages that are published after its program has the subscription. */
    @Test
    void aSubscriptionAtTheTailIsThereOnceItIsAdded() {
        try (Publication publication = publisher.addPublication(STREAM)) {
            publish(publication, 1);
            keep();
            takePlaceForAWhile(publication);
            try (Subscription subscription = subscribeLate(SubscriptionConfig.DEFAULT)) {
                publish(publication, 1);
                rig.until("the message", () -> {
                    keep();
                    late.invoke();
                    return subscription.poll(taking, 7) > 0;
                });
                assertEquals(List.of(1), numbers);
            }
        }
    }

    /** The process that cleans may be stopped: a newcomer reads the other logs meanwhile, and that one later. */
    @Test
    void aStoppedCleanerDoesNotKeepANewcomerFromTheOtherLogs() {
        try (ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
                ExclusivePublication other = publisher.addExclusivePublication(STREAM)) {
            publish(publication, 100);
            publish(other, 100);
            keep();
            LogMeta place = takePlace(publication.logId());
            try (Subscription subscription = subscribeLate(BEGINNING)) {
                rig.until("the other log", () -> subscription.poll(taking, 7) >= 0 && numbers.contains(next - 1));
                leavePlace(place);
                publish(publication, 100);
                readAllLate(subscription);
            }
        }
    }

    /**
     * The driver announces it after its answer, and the historian keeps it before the client has read the answer. If
     * the log has also ended, history has only a part of it, and the driver keeps it for the client.
     */
    @ParameterizedTest
    @CsvSource({"BLOCK, false", "BLOCK, true", "CATCH_UP, false", "CATCH_UP, true"})
    void aLogThatBeginsBeforeTheClientReadsTheAnswerHasNotGone(Policy policy, boolean ends) {
        List<ExclusivePublication> added = new ArrayList<>();
        steps.add(() -> {
            rig.settle();
            added.add(publisher.addExclusivePublication(STREAM));
            publish(added.get(0), 10);
            keep();
            if (ends) {
                publish(added.get(0), 10);
                added.get(0).close();
                rig.settle();
            }
        });
        try (Subscription subscription = subscribeLate(BEGINNING.withPolicy(policy))) {
            if (!ends) {
                publish(added.get(0), 10);
                added.get(0).close();
            }
            readAllLate(subscription);
            rig.until("the log is let go", () -> {
                keep();
                late.invoke();
                subscription.poll(taking, 7);
                return subscription.images().isEmpty();
            });
            assertEquals(next, numbers.size());
        }
    }

    /** It is not taken for a damaged log, the rest of which would be left out. */
    @Test
    void aWholeLogWhoseHistoryIsDamagedEndsTheSubscription() throws IOException {
        try (Subscription subscription = subscribeLate(BEGINNING)) {
            late.invoke();
            ExclusivePublication publication = publisher.addExclusivePublication(STREAM);
            publish(publication, 10);
            keep();
            try (FileChannel segment =
                    FileChannel.open(history().logs().get(0).segments().get(0), StandardOpenOption.WRITE)) {
                segment.write(ByteBuffer.allocate(1), 0); // A byte of the magic number.
            }
            publication.close();
            rig.settle();

            rig.until("it is given up", () -> late.invoke() >= 0 && subscription.isClosed());
            List<Throwable> told = rig.takeErrors();
            assertEquals(1, told.size(), told::toString);
            String text = told.get(0).getMessage();
            assertTrue(
                    text.startsWith("subscription lost, and closed: stream=quotes, the history cannot be read"), text);
        }
    }
}
