/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.dispatch;

import io.tailrace.memory.Padded;
import java.lang.invoke.ConstantBootstraps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Every frame may be run at once. They are taken in the order in which they were added: one worker runs them in it. */
final class AnyOrder extends Padded implements FrameOrder {
    private static final VarHandle TAKEN = ConstantBootstraps.fieldVarHandle(
            MethodHandles.lookup(), "taken", VarHandle.class, AnyOrder.class, long.class);

    private volatile long taken;
    private volatile long added;

    @SuppressWarnings("unused") // padding
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;

    @Override
    public void add(long frame, long key) {
        // Volatile: what was stored of the frame is seen by who takes it; then Dispatcher.recruitForWaiting looks for
        // workers, who look here last when they leave.
        added = frame + 1;
    }

    @Override
    public long take(int turn) {
        while (true) {
            long frame = taken;
            if (frame >= added) {
                return NONE;
            }
            if (TAKEN.compareAndSet(this, frame, frame + 1)) {
                return frame;
            }
        }
    }

    @Override
    public long next(long frame) {
        return NONE;
    }

    @Override
    public boolean isEmpty() {
        return taken >= added;
    }
}
