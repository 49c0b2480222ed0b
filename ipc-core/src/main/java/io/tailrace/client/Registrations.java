/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.RegistrationException;
import io.tailrace.RegistrationException.Reason;
import io.tailrace.codecs.FailureCode;
import io.tailrace.control.Command;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.Event;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What threads of this client ask of the driver, and its answers, by registration. Under the conductor's lock. */
final class Registrations {
    private final Map<Long, Command> asked = new HashMap<>();
    private final Map<Long, Event> answers = new HashMap<>();

    void ask(long registrationId, Command command) {
        asked.put(registrationId, command);
    }

    /** {@return what is asked: a new driver is asked again} */
    Collection<Command> list() {
        return asked.values();
    }

    /** Keeps an answer for the thread that waits for it. Returns whether one does. */
    boolean answer(long registrationId, Event answer) {
        boolean awaited = asked.containsKey(registrationId);
        if (awaited) {
            answers.put(registrationId, answer);
        }
        return awaited;
    }

    @Nullable
    Event findAnswer(long registrationId) {
        return answers.get(registrationId);
    }

    /** Nobody waits for it any more. */
    void forget(long registrationId) {
        asked.remove(registrationId);
        answers.remove(registrationId);
    }

    /** Ends a wait that is interrupted or takes too long. */
    static void checkWait(long startNs, long timeoutNs, String stream, DriverDirectory directory) {
        String driver = "the media driver: stream=" + stream + ", directory=" + directory.path();
        if (Thread.currentThread().isInterrupted()) {
            throw new RegistrationException(Reason.INTERRUPTED, "interrupted while waiting for " + driver);
        }
        if (System.nanoTime() - startNs > timeoutNs) {
            throw new RegistrationException(
                    Reason.TIMED_OUT, "no answer within " + timeoutNs / 1_000_000 + " ms from " + driver);
        }
    }

    /** {@return what a program is told where the driver has refused} */
    static RegistrationException refused(FailureCode code, String reason) {
        RegistrationException.Reason cause =
                switch (code) {
                    case INVALID -> RegistrationException.Reason.INVALID;
                    case LIMIT -> RegistrationException.Reason.LIMIT;
                    case STORAGE -> RegistrationException.Reason.STORAGE;
                    default -> RegistrationException.Reason.INTERNAL;
                };
        return new RegistrationException(cause, reason);
    }
}
