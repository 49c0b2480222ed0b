/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.ExclusivePublication;
import io.tailrace.FrameHandler;
import io.tailrace.Image;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sender gives up its place in a log that has ended once the receiver has answered the end. */
final class LaneEndTest extends SteppedLink {
    private Subscription there;
    private int received;

    @BeforeEach
    void beginLink() throws IOException {
        stream = "orders";
        there = b.addSubscription(stream, OLDEST);
        open.add(there);
        sender = new Sender();
        receiver = new Receiver();
    }

    private void poll() {
        there.poll((buffer, offset, length, header) -> received++, 10);
    }

    private boolean hasMirrorEnded() {
        poll();
        return there.images().stream().allMatch(Image::isEndOfStream);
    }

    private static void workAWhile(Runnable step) {
        for (int i = 0; i < 200; i++) {
            step.run();
            LockSupport.parkNanos(100_000);
        }
    }

    /** The first sender is killed at the end of the log, which has no retention. */
    @Test
    void aMirrorEndsAfterTheDeathOfItsSenderAndDoesNotComeAgain() throws IOException {
        PublicationConfig config =
                PublicationConfig.DEFAULT.withTermLength(TERM_LENGTH).withRetention(Duration.ZERO);
        ExclusivePublication publication = a.addExclusivePublication(stream, config);
        publication.awaitSubscribers(1, PATIENCE);
        until(() -> !there.images().isEmpty(), this::work);
        for (int i = 0; i < 10; i++) {
            offer(publication, i);
        }
        try (Subscription here = a.addSubscription(stream, OLDEST)) {
            FrameHandler nothing = (buffer, offset, length, header) -> {};
            until(() -> !here.images().isEmpty(), () -> here.poll(nothing, 1));
            publication.close();
            Image source = here.images().get(0);
            until(source::isEndOfStream, () -> here.poll(nothing, 10));
        }
        until(() -> received == 10, () -> {
            sender.loop.step(); // It does not get the acknowledgement of the tenth any more.
            receiver.loop.step();
            poll();
        });
        workAWhile(() -> receiver.loop.step());
        workAWhile(() -> sender.loop.step());
        stopSender(true);
        sender = new Sender();
        until(this::hasMirrorEnded, this::work);
        stopSender(false);
        sender = new Sender();
        try (ExclusivePublication later = a.addExclusivePublication(stream)) {
            later.awaitSubscribers(1, PATIENCE);
            offer(later, 10);
            until(() -> received > 10, () -> {
                work();
                poll();
            });
        }
        assertEquals(11, received, "no message comes again");
    }
}
