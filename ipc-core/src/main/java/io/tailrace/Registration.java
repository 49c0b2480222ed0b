/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.control.Command;
import io.tailrace.control.Event;
import org.jspecify.annotations.Nullable;

/** Something that was asked of the driver and is not answered yet. Under the conductor's lock. */
final class Registration {
    private final long registrationId;
    private final Command command;
    private @Nullable Event answer;

    Registration(long registrationId, Command command) {
        this.registrationId = registrationId;
        this.command = command;
    }

    long registrationId() {
        return registrationId;
    }

    /** {@return what was asked, to be asked again of a new driver} */
    Command command() {
        return command;
    }

    @Nullable
    Event answer() {
        return answer;
    }

    void complete(Event event) {
        answer = event;
    }
}
