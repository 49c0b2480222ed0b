/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.log.maintain.LogMaintenance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The registrations that wait for a slot, because a client of the log was cleaning. Each cycle tries again. If that
 * client is stopped, only those who join its log wait for it.
 */
public final class Joins {
    /**
     * A subscriber that waits to join a log, or the next publisher of a mirror.
     *
     * @param log the log that a subscriber joins, which is not released meanwhile; null for a publisher, and for a
     *     subscription that waits until it has joined all logs
     * @param attempt returns whether the registration has its answer; harmless if it runs twice
     */
    record Join(@Nullable LogMaintenance log, long clientId, long registrationId, BooleanSupplier attempt) {}

    private final List<Join> waiting = new ArrayList<>();

    /** Tries at once. If a want of heap or stack ends the attempt, the caller tries again. */
    void add(Join join) {
        if (!join.attempt().getAsBoolean()) {
            waiting.add(join);
        }
    }

    /**
     * Tries all again. One that fails does not wait any more, except after a want of heap or stack, which passes.
     *
     * @return how many still wait
     */
    public int retry() {
        for (Join join : List.copyOf(waiting)) { // An answer may end the wait of others.
            boolean waits = false;
            try {
                waits = waiting.contains(join) && !join.attempt().getAsBoolean();
            } catch (OutOfMemoryError | StackOverflowError e) {
                waits = true;
                throw e;
            } finally {
                if (!waits) {
                    waiting.remove(join);
                }
            }
        }
        return waiting.size();
    }

    /** {@return whether a subscriber waits to join any log} */
    boolean hasSubscriber(long registrationId) {
        return waiting.stream().anyMatch(join -> join.log() != null && join.registrationId() == registrationId);
    }

    /** {@return whether a subscriber waits to join the log} */
    boolean isAwaited(LogMaintenance log) {
        return waiting.stream().anyMatch(join -> join.log() == log);
    }

    /** They are no longer wanted. */
    void forget(Predicate<Join> condition) {
        waiting.removeIf(condition);
    }
}
