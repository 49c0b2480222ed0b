/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.inspect;

import io.tailrace.control.OwnerState;
import io.tailrace.control.OwnerState.LifeProof;
import io.tailrace.inspect.Host.ProcessView;
import java.time.Instant;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A client, or the driver itself, at one moment: a process that has files in the directory.
 *
 * @param id {@link #DRIVER} of the driver
 * @param user owns its files; empty if that can not be told
 * @param since when it came; null if that can not be told
 * @param process null if it can not be seen, or has ended
 * @param hasErrors whether it has noted any
 * @param holdings what it has in the logs
 */
public record ClientView(
        long id,
        OwnerState owner,
        String user,
        @Nullable Instant since,
        @Nullable ProcessView process,
        boolean hasErrors,
        Holdings holdings) {
    /** In place of an id: the driver. */
    public static final long DRIVER = 0;

    public boolean isDriver() {
        return id == DRIVER;
    }

    /** {@return the client in two words, or the driver} */
    public String name() {
        return isDriver() ? "driver" : "client " + id;
    }

    /** {@return the program that it runs, empty if that is not known} */
    public String program() {
        return process == null ? "" : process.program();
    }

    /** {@return whether it lives, in one word} */
    public String life(long nowNs) {
        return switch (owner.proof().holder()) {
            case ALIVE -> owner.isSuspect(nowNs) ? "suspect" : "lives";
            case DEAD -> "dead";
            case UNKNOWN -> "unknown";
        };
    }

    /** {@return why it is taken for suspect or dead, and what keeps it from running; empty where all is well} */
    public String reason(long nowNs) {
        StringJoiner reason = new StringJoiner(", ");
        if (owner.isSuspect(nowNs)) {
            reason.add(String.format(
                    Locale.ROOT, "silent for %.1f s", (nowNs - owner.heartbeat().ns()) / 1e9));
        }
        if (owner.proof() != LifeProof.HOLDS_LOCK) {
            reason.add(owner.proof().reason());
        }
        String trouble = process == null ? null : process.trouble();
        if (trouble != null) {
            reason.add(trouble);
        }
        return reason.toString();
    }
}
