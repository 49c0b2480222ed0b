/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.FrameHandler;
import io.tailrace.injector.Tasklet;
import io.tailrace.injector.WakeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/** The messages of a subscription, as what wakes a thread of cooperative workers. */
record MessageSource(StreamSubscription subscription) implements WakeSource {
    @Override
    public Wait newWait() {
        return new MessagesWait(subscription);
    }

    /** The wait of such a thread for the messages of subscriptions of one client. */
    private static final class MessagesWait implements Wait {
        private static final long CLOSED_PARK_NS = 1_000_000;

        private final StreamSubscription first;
        private final MessageWaitSet set;

        MessagesWait(StreamSubscription first) {
            this.first = first;
            this.set = first.newWaitSet();
        }

        @Override
        public boolean waitFor(List<WakeSource> sources) {
            Set<StreamSubscription> subscriptions = new HashSet<>();
            boolean all = true;
            for (WakeSource source : sources) {
                if (source instanceof MessageSource messages
                        && messages.subscription.waits().equals(first.waits())) {
                    subscriptions.add(messages.subscription);
                } else {
                    all = false;
                }
            }
            return set.hold(subscriptions) && all;
        }

        @Override
        public boolean await(long timeoutNs) {
            if (set.isClosed()) {
                LockSupport.parkNanos(Math.min(timeoutNs, CLOSED_PARK_NS)); // Its tasklets have not noticed yet.
                return false;
            }
            return set.awaitMessage(Duration.ofNanos(timeoutNs));
        }

        @Override
        public void wake() {
            set.wake();
        }

        @Override
        public void close() {
            set.close();
        }
    }

    /** Polls a subscription once a call, until that is closed. */
    record PollTasklet(StreamSubscription subscription, FrameHandler handler, int frameLimit) implements Tasklet {
        @Override
        public Progress call() {
            if (subscription.poll(handler, frameLimit) > 0) {
                return Progress.PROGRESS;
            }
            return subscription.isClosed() ? Progress.DONE : Progress.NO_PROGRESS;
        }

        @Override
        public List<WakeSource> wakeSources() {
            return List.of(subscription.wakeSource());
        }
    }
}
