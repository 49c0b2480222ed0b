/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A thread checks whether it may rest, while another one reads messages that were committed before: their publisher did
 * not wake the first thread, and the second one will be busy with a handler. Result: 1 if the first thread stays awake.
 */
public class RestingStress {
    /** A log with two frames, and its window. */
    private static class Log implements FrameFeed {
        final FrameWindow window = new FrameWindow(this, 0, new FrameWindow.Limits(2, Long.MAX_VALUE), 0);
        private int frames;

        @Override
        public int read(FrameWindow into) {
            int before = frames;
            for (; frames < 2; frames++) {
                into.add(frames, frames + 1, frames, 0);
            }
            return frames - before;
        }

        /** As Dispatch.read. */
        boolean readAll() {
            if (!window.role.tryTake()) {
                return false;
            }
            int read = 0;
            do {
                read += read(window);
            } while (!window.role.release());
            return read > 0;
        }

        void takeOne() {
            window.order.take(0);
        }

        @Override
        public long logId() {
            return 1;
        }

        @Override
        public void handle(int thread, long position, long tag) {}

        @Override
        public void done(long position, long frames) {}

        @Override
        public boolean isClosed() {
            return false;
        }

        @Override
        public void release() {}
    }

    /** As Dispatch.wakesFromRest. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It has read the frames, or checks again.")
    @Outcome(expect = FORBIDDEN, desc = "It rests, and the second frame waits for the handler of the first.")
    @State
    public static class Look {
        private final Log log = new Log();

        @Actor
        public void search() {
            log.readAll();
            log.takeOne();
        }

        @Actor
        public void rest(I_Result result) {
            result.r1 = log.readAll() || !log.window.order.isEmpty() || !log.window.isAtRest() ? 1 : 0;
        }
    }

    /** The same, but it checks what others do before it reads. */
    @JCStressTest
    @JCStressMeta(Look.class)
    @State
    public static class LookWeakened {
        private final Log log = new Log();

        @Actor
        public void search() {
            log.readAll();
            log.takeOne();
        }

        @Actor
        public void rest(I_Result result) {
            boolean atRest = log.window.framesInFlight() == 0 && log.window.role.isFree();
            result.r1 = log.readAll() || !atRest ? 1 : 0;
        }
    }
}
