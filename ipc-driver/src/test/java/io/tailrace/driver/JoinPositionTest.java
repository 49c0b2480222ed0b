/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static io.tailrace.driver.Messages.offer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.SubscriptionConfig.JoinAt;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.log.LogFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Subscriptions that begin at a position stored by the program. */
final class JoinPositionTest extends WithRig {
    private Tailrace client;

    @BeforeEach
    void connect() {
        client = rig.connect();
    }

    private Publication publish(boolean exclusive) {
        return exclusive ? client.addExclusivePublication(STREAM) : client.addPublication(STREAM);
    }

    private Subscription join(long logId, long position) {
        return client.addSubscription(STREAM, SubscriptionConfig.DEFAULT.withJoinAt(JoinAt.position(logId, position)));
    }

    private String refusal(long logId, long position) {
        RegistrationException refusal = assertThrows(RegistrationException.class, () -> join(logId, position));
        assertEquals(RegistrationException.Reason.INVALID, refusal.reason());
        return refusal.getMessage();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void itBeginsWithTheMessageThatBeginsThereAndInOtherLogsAtTheOldest(boolean exclusive) {
        Publication publication = publish(exclusive);
        Publication other = publish(true);
        Subscription first = client.addSubscription(STREAM);
        List<Long> ends = new ArrayList<>();
        List.of("a", "b", "c").forEach(text -> ends.add(offer(publication, text)));
        List<Long> told = new ArrayList<>();
        first.poll((buffer, offset, length, header) -> told.add(header.endPosition()), 10);
        assertEquals(ends, told, "the end that the offer returned");
        offer(other, "z");

        for (int done = 0; done <= ends.size(); done++) {
            long position = done == 0 ? 0 : ends.get(done - 1);
            Recorder later = new Recorder();
            try (Subscription next = join(publication.logId(), position)) {
                next.poll(later, 10);
            }
            assertEquals(
                    List.of("a", "b", "c", "z").subList(done, 4),
                    later.texts().stream().sorted().toList());
        }
    }

    @Test
    void withinAMessageItIsRefusedWithTheNearestPosition() {
        Publication publication = publish(false);
        client.addSubscription(STREAM);
        long end = offer(publication, "a long message");
        long tail = offer(publication, "b");

        for (long position : new long[] {1, 8, end - 1}) {
            assertEquals(
                    "no message begins at this position: stream=quotes, log=" + publication.logId() + ", position="
                            + position + ", nearest=" + end + ", from=0, to=" + tail
                            + ". Begin where an earlier message ended",
                    refusal(publication.logId(), position));
        }
        rig.settle();
        assertEquals(1, publication.subscriberCount());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsNotThereIsRefusedWithTheRangeThatIs(boolean exclusive) {
        Publication publication = publish(exclusive);
        Subscription first = client.addSubscription(STREAM);
        long end = 0;
        while (end < 5 * Rig.TERM_LENGTH) {
            end = Math.max(end, publication.offer(Messages.of(new byte[1000]), 0, 1000));
            first.poll(received, 10);
            rig.cycle();
        }
        long tail = publication.position();

        String refusal = refusal(publication.logId(), 0);
        assertTrue(refusal.startsWith("the log does not hold this position: stream=quotes, log="), refusal);
        assertTrue(refusal.contains(", position=0, from="), refusal);
        assertTrue(refusal.contains(", to=" + tail + "."), refusal);
        long from = Long.parseLong(refusal.replaceAll(".*from=(\\d+),.*", "$1"));
        assertTrue(refusal(publication.logId(), tail + 8).contains(", from=" + from), "the same range");
        assertTrue(refusal(publication.logId(), -8).contains(", from=" + from), "the same range");
        Recorder oldest = new Recorder();
        try (Subscription next = join(publication.logId(), from)) {
            next.poll(oldest, 1);
        }
        assertEquals(from, oldest.frames().get(0).position());
    }

    @Test
    void nothingIsSaidOfTheOtherLogsOfASubscriptionThatIsRefused() throws IOException {
        Publication publication = publish(true);
        Publication ended = publish(true);
        client.addSubscription(STREAM);
        offer(publication, "a long message");
        offer(ended, "unread, so its log stays");
        ended.close(); // So the driver announces its image before it refuses.
        rig.settle();
        Path meta = LogFiles.metaPath(new DriverDirectory(rig.directory()).log(ended.logId()));
        Files.move(meta, meta.resolveSibling("away")); // As if it had closed before its image was opened.
        refusal(publication.logId(), 1);
        rig.settle();
        assertEquals(List.of(), rig.takeErrors());
        Files.move(meta.resolveSibling("away"), meta);
    }

    @Test
    void aLogThatIsNotThereOrOfADirectoryThatIsGoneIsRefused() throws IOException {
        Publication publication = publish(false);
        client.addSubscription(STREAM);
        long logId = publication.logId();
        long end = offer(publication, "a");
        for (long other : new long[] {0, client.addPublication("orders").logId(), logId + 1_000}) {
            assertEquals(
                    "the stream has no such log, or none any more: stream=quotes, log=" + other
                            + ". Begin at the oldest message",
                    refusal(other, 0));
        }

        rig.close();
        Files.move(rig.directory(), parent.resolve("gone"));
        launchRig();
        connect();
        client.addSubscription(STREAM);
        offer(publish(false), "b");
        assertTrue(refusal(logId, end).startsWith("the stream has no such log, or none any more: "));
    }
}
