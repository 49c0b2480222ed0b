/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.file.MappedFile;
import io.tailrace.internal.FaultPoint;
import io.tailrace.internal.PendingFault;
import io.tailrace.internal.Uninterrupted.Operation;
import io.tailrace.log.Waker;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.sleep.WakeSocket.WakeConnection;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Wakes one sleeper of any client, once for each of its sleeps: a second thread of this process leaves it to the first,
 * while a thread of another process does not, because the first process may be stopped. Any thread.
 *
 * <p>The waking thread has committed a message or stored a position, so nothing is thrown from here. A failed attempt,
 * because descriptors or memory are used up, is repeated after a moment; until then the sleeper checks by itself.
 */
final class SleeperWaker implements Waker {
    /** The memory of a sleeper, and the file that it is in. */
    record Place(MappedFile file, MappedBuffer slot) {}

    private static final long ASLEEP = 1;
    private static final long RETRY_NS = 20_000_000;

    private final Operation<Place> finder;
    private final long clientId;
    private final int number;
    private final WakeConnection socket;
    private final WakeConnection relay;
    private final Consumer<Throwable> problems;
    /** Racy: memory may seem gone to a thread that shares it with another, and then nothing is raised. */
    private final byte[] probe = new byte[1];
    /** The last sleep that this has ended. Racy: an older value costs a system call. */
    private long rung;

    private volatile @Nullable Place place;
    private @Nullable Futex futex;
    /** Whether something failed, and when. Racy: an older value costs an attempt. */
    private boolean failed;

    private long failedNs;

    /**
     * Creates it without a search.
     *
     * @param finder finds the memory of the sleeper
     * @param socket the socket to ask if the sleeper sleeps there
     * @param relay the socket of the driver, which can wake sleepers that this process cannot
     * @param problems receives failures
     */
    SleeperWaker(
            Operation<Place> finder,
            long clientId,
            int number,
            WakeConnection socket,
            WakeConnection relay,
            Consumer<Throwable> problems) {
        this.finder = finder;
        this.clientId = clientId;
        this.number = number;
        this.socket = socket;
        this.relay = relay;
        this.problems = problems;
    }

    /** Stops reading the memory if it is gone. */
    void giveUpTruncated() {
        Place known = place;
        if (known != null && known.file.findTruncation(known.file.path()) != null) {
            place = null;
        }
    }

    @Override
    public void wake() {
        try {
            Place known = place;
            if (known == null) {
                known = find();
            }
            if (known == null) {
                return;
            }
            long sleep = known.slot.getLongAcquire(Sleeper.SLEEP_OFFSET);
            if (clientId == DRIVER) { // Rarely needed, and its file is one that no client may need.
                PendingFault.raiseIfGone(
                        known.slot, Sleeper.MECHANISM_OFFSET, probe); // Raised here, and not by the next claim.
            }
            if ((sleep & ASLEEP) != 0 && sleep != rung && !hasJustFailed()) {
                ring(known.slot, sleep);
            }
        } catch (NoSuchFileException e) {
            // It has not slept yet, and checks before it does; or its process is gone.
        } catch (InternalError e) {
            place = null; // The file was truncated.
            pause();
        } catch (Throwable t) {
            pause();
            report(t);
        }
    }

    private void report(Throwable problem) {
        try {
            problems.accept(problem);
        } catch (Throwable t) {
            // There is no heap or stack to report it with.
        }
    }

    /** For a moment nothing is tried. */
    private void pause() {
        failed = true;
        failedNs = System.nanoTime();
    }

    private boolean hasJustFailed() {
        return failed && System.nanoTime() - failedNs < RETRY_NS;
    }

    private synchronized @Nullable Place find() throws IOException {
        if (place == null && !hasJustFailed()) {
            place = finder.run();
            futex = null;
        }
        return place;
    }

    private synchronized void ring(MappedBuffer slot, long sleep) throws IOException {
        if (sleep == rung) {
            return;
        }
        FaultPoint.reach("wake.seen");
        slot.putIntRelease(
                // Stored before the kernel searches for a sleeper: a thread that is about to sleep sees it.
                Sleeper.RUNG_OFFSET, 1);
        boolean asked =
                switch (slot.getInt(Sleeper.MECHANISM_OFFSET)) {
                    case Sleeper.FUTEX -> wakeFutex(slot);
                    case Sleeper.SOCKET -> socket.ask(clientId, number);
                    default -> true;
                };
        if (asked) {
            rung = sleep; // Last: an attempt that fails half-way is repeated for a later message.
            failed = false;
        } else {
            pause();
        }
    }

    private boolean wakeFutex(MappedBuffer slot) throws IOException {
        if (!Futex.isAvailable()) {
            return relay.ask(clientId, number);
        }
        if (futex == null) {
            futex = new Futex(slot, Sleeper.RUNG_OFFSET);
        }
        futex.wake();
        return true;
    }
}
