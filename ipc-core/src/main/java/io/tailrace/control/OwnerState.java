/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

/**
 * What can be known of a client or a driver from outside, without mapping or changing anything.
 *
 * @param pid as its file says, 0 if there is none
 * @param visible whether that pid is its process for whoever asks; in another PID namespace it is somebody else's, or
 *     nobody's
 * @param pidNamespace the inode of the other PID namespace that its pid is of; 0 if that is this one, or is not known
 * @param heartbeat when it last worked
 */
public record OwnerState(LifeProof proof, long pid, boolean visible, long pidNamespace, Heartbeat heartbeat) {
    /** Of a process whose PID namespace is this one. */
    public OwnerState(LifeProof proof, long pid, boolean visible, Heartbeat heartbeat) {
        this(proof, pid, visible, 0, heartbeat);
    }

    public boolean lives() {
        return proof.holder() == KernelLock.Holder.ALIVE;
    }

    /** {@return whether it lives, and something may keep it from working} */
    public boolean isSuspect(long nowNs) {
        return lives() && heartbeat.isSuspect(nowNs);
    }
}
