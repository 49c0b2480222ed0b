/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.log.LogMaintenance;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * Subscribers that could not join a log yet, because one of its publishers was cleaning. Each keeper's cycle tries
 * again; where that publisher is stopped, its subscribers wait for it, and nobody else does. One thread: the keeper's.
 */
final class WaitingJoins {
    /** @param attempt returns whether the request is answered */
    record Join(LogMaintenance log, long clientId, long registrationId, BooleanSupplier attempt) {}

    private final List<Join> waiting = new ArrayList<>();

    void add(Join join) {
        waiting.add(join);
    }

    /** Those who asked for them are gone. */
    void forget(Predicate<Join> condition) {
        waiting.removeIf(condition);
    }

    /** {@return how many wait on} A want of heap or stack passes; a truncated file was told. */
    int tryAgain() {
        for (int i = waiting.size() - 1; i >= 0; i--) {
            boolean answered = false;
            try {
                answered = waiting.get(i).attempt().getAsBoolean();
            } catch (InternalError e) {
                answered = true;
                throw e;
            } finally {
                if (answered) {
                    waiting.remove(i);
                }
            }
        }
        return waiting.size();
    }
}
