/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tailrace.dispatch.FrameWindow.ReaderRole;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A worker makes room in a full window and asks for the role, while the reader gives the role back: one of them
 * continues to read.
 *
 * <p>Results: 1 for each thread that saw the room while it had the role.
 */
public class RoleStress {
    /** The initial state of both twins: the role is taken, and there is no room. */
    private static class FullWindow {
        final ReaderRole role = new ReaderRole();
        final AtomicInteger room = new AtomicInteger();

        FullWindow() {
            role.tryTake();
        }

        int read() {
            return room.getAndSet(0);
        }

        int makeRoomAndRead() {
            room.set(1);
            return role.tryTake() ? read() : 0;
        }
    }

    /** As Dispatch.read. */
    @JCStressTest
    @Outcome(
            id = {"1, 0", "0, 1"},
            expect = ACCEPTABLE,
            desc = "One of them reads into the room.")
    @Outcome(expect = FORBIDDEN, desc = "Neither does, and neither will.")
    @State
    public static class ReleaseAgainstDemand {
        private final FullWindow window = new FullWindow();

        @Actor
        public void reader(II_Result result) {
            int read = 0;
            do {
                read += window.read();
            } while (!window.role.release());
            result.r1 = read;
        }

        @Actor
        public void worker(II_Result result) {
            result.r2 = window.makeRoomAndRead();
        }
    }

    /** The same, but the reader does not read again when there is a demand. */
    @JCStressTest
    @JCStressMeta(ReleaseAgainstDemand.class)
    @State
    public static class ReleaseAgainstDemandWeakened {
        private final FullWindow window = new FullWindow();

        @Actor
        public void reader(II_Result result) {
            result.r1 = window.read();
            window.role.release();
        }

        @Actor
        public void worker(II_Result result) {
            result.r2 = window.makeRoomAndRead();
        }
    }
}
