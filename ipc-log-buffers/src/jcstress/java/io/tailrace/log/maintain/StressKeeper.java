/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log.maintain;

import static io.tailrace.log.FrameLayout.TYPE_PAD;
import static io.tailrace.log.FrameLayout.header;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogBuffers;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMeta;
import io.tailrace.proof.StressLog;
import java.util.function.IntSupplier;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * The keeper of a stress test, which is stuck at a position of a log and asks its only living publisher, in slot 0. Its
 * actor is also the conductor that answers: one after the other, as would happen at the worst moments.
 *
 * <p>It sets the first two results: the bytes that it padded; 1 if the answer is still missing.
 */
public final class StressKeeper {
    public static final int MAX_CYCLES = 32;
    static final int MAX_SPINS = 200;

    private final StressLog log;
    private final long position;
    private final PublisherSlots publishers;
    private final Unblocker unblocker;

    public StressKeeper(StressLog log, long position) {
        this.log = log;
        this.position = position;
        this.publishers = new PublisherSlots(log.meta());
        this.unblocker = new Unblocker(log.buffers(), () -> {}, (any, at, length, slot) -> {});
    }

    /** Asks as soon as there is a claim to ask about; gives up after a while. */
    public void ask(III_Result result) {
        awaitClaim(log, position);
        unblock(result);
    }

    /** Asks, or pads if there is an answer. */
    public void unblock(III_Result result) {
        result.r1 += (int) unblocker.unblock(position, 0, LogLayout.NONE, publishers);
        result.r2 = unblocker.waitingFor(publishers) + 1;
    }

    /**
     * The same steps by hand, without the other 63 slots, for twins with gaps of a few nanoseconds.
     *
     * @param answerer answers the question, or returns 0
     * @return the bytes padded
     */
    public static int askAndPadByHand(StressLog log, long position, int length, IntSupplier answerer) {
        LogMeta meta = log.meta();
        LogBuffers buffers = log.buffers();
        awaitClaim(log, position);
        if (meta.tailAcquire() <= position || buffers.headerAcquire(position) != 0) {
            return 0;
        }
        long question = meta.questionAcquire() + 1;
        meta.questionRelease(question);
        for (int i = 0; i < MAX_CYCLES && answerer.getAsInt() == 0; i++) {}
        boolean answered = meta.answerAcquire(0) == question && meta.lowestDebt(0) > position;
        if (!answered || buffers.headerAcquire(position) != 0) {
            return 0;
        }
        buffers.headerRelease(position, header(length, TYPE_PAD, FrameLayout.DRIVER_OWNER));
        return length;
    }

    private static void awaitClaim(StressLog log, long position) {
        for (int i = 0; i < MAX_SPINS && log.meta().tailAcquire() <= position; i++) {}
    }
}
