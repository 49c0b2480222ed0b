/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import io.tailrace.liveness.KernelLock.Holder;

/**
 * The state of a client or a driver, as visible from outside without mapping or changing anything.
 *
 * @param pid according to its file; 0 if there is none
 * @param name of a client, by its own statement: from a hostile client any text; empty if it has none
 * @param visible whether that pid denotes its process for the caller; in another PID namespace it denotes another
 *     process, or none
 * @param pidNamespace the inode of the other PID namespace that its pid belongs to; 0 if it is this one, or is not
 *     known
 * @param heartbeat when it last worked
 */
public record OwnerState(
        LifeProof proof, long pid, String name, boolean visible, long pidNamespace, Heartbeat heartbeat) {
    /** {@return the state if only the lock is known} */
    public static OwnerState ofLockAlone(Holder lock) {
        LifeProof proof =
                switch (lock) {
                    case ALIVE -> LifeProof.HOLDS_LOCK;
                    case DEAD -> LifeProof.LOCK_FREE;
                    case UNKNOWN -> LifeProof.NO_LOCK;
                };
        return new OwnerState(proof, 0, "", false, 0, Heartbeat.UNKNOWN);
    }

    public boolean lives() {
        return proof.holder() == Holder.ALIVE;
    }

    /** {@return whether it is alive but something may keep it from working} */
    public boolean isSuspect(long nowNs) {
        return lives() && heartbeat.isSuspect(nowNs);
    }

    /** The reason why a client or a driver counts as living or dead; {@link FileOwner#judge} has the rules. */
    public enum LifeProof {
        HOLDS_LOCK(Holder.ALIVE, "holds its lock"),
        PROCESS_RUNS(Holder.ALIVE, "its process runs, though nobody holds its lock"),
        BEATS(Holder.ALIVE, "it works, though nobody holds its lock; its process is not visible here"),
        HAS_LEFT(Holder.DEAD, "it has closed"),
        ENDED_BY_SIGNAL(Holder.DEAD, "a signal ended its process, which had closed nothing"),
        PROCESS_GONE(Holder.DEAD, "its process is gone, and nobody holds its lock"),
        SILENT(Holder.DEAD, "nobody holds its lock, and it is silent; its process is not visible here"),
        LOCK_FREE(Holder.DEAD, "nobody holds its lock, and no file names its process"),
        NO_LOCK(Holder.UNKNOWN, "it has no lock file");

        private final Holder holder;
        private final String reason;

        LifeProof(Holder holder, String reason) {
            this.holder = holder;
            this.reason = reason;
        }

        public Holder holder() {
            return holder;
        }

        /** {@return whether its owner ended in good order, or as a supervisor asked it to, so that nothing has died} */
        public boolean isEnd() {
            return this == HAS_LEFT || this == ENDED_BY_SIGNAL;
        }

        /** {@return it in words, for people} */
        public String reason() {
            return reason;
        }
    }
}
