/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.bridge;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/** Carries messages from the left host to the right one. One thread, which waits as the library proposes. */
interface Transport extends AutoCloseable {
    /** Takes a message at an offset of a buffer. */
    interface Inbox {
        void take(DirectBuffer buffer, int offset);
    }

    /** Left: sends a message, or waits a little. Returns false if it is to be offered again. */
    boolean offer(DirectBuffer message, int length);

    /** Right: takes the messages there are, or waits a little; returns their number. */
    int poll(Inbox inbox);

    /** Right: a new subscriber takes the old one's place. */
    void subscribe();

    @Override
    void close();

    /** Aeron by UDP, as shipped, with one thread of the driver. */
    final class OfAeron implements Transport {
        private static final int STREAM = 7_421;
        private static final int LIMIT = 64;

        private final String channel;
        private final MediaDriver driver;
        private final Aeron aeron;
        private final IdleStrategy idle = new BackoffIdleStrategy();
        private @Nullable ExclusivePublication publication;
        private @Nullable Subscription subscription;

        OfAeron(Path directory, String address, boolean isLeft) {
            channel = "aeron:udp?endpoint=" + address;
            driver = MediaDriver.launch(new MediaDriver.Context()
                    .aeronDirectoryName(directory.toString())
                    .dirDeleteOnStart(true)
                    .dirDeleteOnShutdown(true)
                    .threadingMode(ThreadingMode.SHARED));
            aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(directory.toString()));
            if (isLeft) {
                publication = aeron.addExclusivePublication(channel, STREAM);
            } else {
                subscribe();
            }
        }

        @Override
        public boolean offer(DirectBuffer message, int length) {
            boolean isSent = publication != null && publication.offer(message, 0, length) > 0;
            idle.idle(isSent ? 1 : 0);
            return isSent;
        }

        @Override
        public int poll(Inbox inbox) {
            int messages = subscription == null
                    ? 0
                    : subscription.poll((buffer, offset, length, header) -> inbox.take(buffer, offset), LIMIT);
            idle.idle(messages);
            return messages;
        }

        @Override
        public void subscribe() {
            if (subscription != null) {
                subscription.close();
            }
            subscription = aeron.addSubscription(channel, STREAM);
        }

        @Override
        public void close() {
            aeron.close();
            driver.close();
        }
    }
}
