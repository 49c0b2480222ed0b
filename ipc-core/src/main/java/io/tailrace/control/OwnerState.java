/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.control.KernelLock.Holder;

/**
 * What can be known of a client or a driver from outside, without mapping or changing anything.
 *
 * @param pid as its file says, 0 if there is none
 * @param name of a client, as it says itself: of a hostile one anything; empty if it has none
 * @param visible whether that pid is its process for whoever asks; in another PID namespace it is somebody else's, or
 *     nobody's
 * @param pidNamespace the inode of the other PID namespace that its pid is of; 0 if that is this one, or is not known
 * @param heartbeat when it last worked
 */
public record OwnerState(
        LifeProof proof, long pid, String name, boolean visible, long pidNamespace, Heartbeat heartbeat) {
    public boolean lives() {
        return proof.holder() == KernelLock.Holder.ALIVE;
    }

    /** {@return whether it lives, and something may keep it from working} */
    public boolean isSuspect(long nowNs) {
        return lives() && heartbeat.isSuspect(nowNs);
    }

    /** Why a client or a driver is taken for living or dead; {@link FileOwner#judge} has the rules. */
    public enum LifeProof {
        HOLDS_LOCK(Holder.ALIVE, "holds its lock"),
        PROCESS_RUNS(Holder.ALIVE, "its process runs, though nobody holds its lock"),
        BEATS(Holder.ALIVE, "it works, though nobody holds its lock; its process is not visible here"),
        HAS_LEFT(Holder.DEAD, "it has closed"),
        PROCESS_GONE(Holder.DEAD, "its process is gone, and nobody holds its lock"),
        SILENT(Holder.DEAD, "nobody holds its lock, and it is silent; its process is not visible here"),
        LOCK_FREE(Holder.DEAD, "nobody holds its lock, and no file tells of its process"),
        NO_LOCK(Holder.UNKNOWN, "it has no lock file");

        private final Holder holder;
        private final String reason;

        LifeProof(Holder holder, String reason) {
            this.holder = holder;
            this.reason = reason;
        }

        /** {@return what is known where nothing but the lock tells} */
        static LifeProof ofLockAlone(Holder lock) {
            return switch (lock) {
                case ALIVE -> HOLDS_LOCK;
                case DEAD -> LOCK_FREE;
                case UNKNOWN -> NO_LOCK;
            };
        }

        public Holder holder() {
            return holder;
        }

        /** {@return it in words, for people} */
        public String reason() {
            return reason;
        }
    }
}
