/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.stream;

import io.tailrace.FrameHandler;
import io.tailrace.injector.Tasklet;
import io.tailrace.injector.WakeSource;
import java.util.List;

/** The messages of a subscription, as a source that wakes a thread of cooperative workers. */
record MessageSource(StreamSubscription subscription) implements WakeSource {
    @Override
    public Wait newWait() {
        return subscription.newWaitSet();
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
