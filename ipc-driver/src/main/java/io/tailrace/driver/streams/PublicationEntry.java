/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Event;

/** A publication as the driver knows it. */
public final class PublicationEntry extends Registration {
    private final LogEntry log;
    private int slot = -1;

    public PublicationEntry(ClientEntry client, long registrationId, LogEntry log) {
        super(client, registrationId, log.stream());
        this.log = log;
    }

    LogEntry log() {
        return log;
    }

    /** Sets the slot that it has in its log. */
    public void slot(int newSlot) {
        slot = newSlot;
    }

    @Override
    Event ready() {
        return new Event.PublicationReady(client().id(), registrationId(), log.id(), slot);
    }
}
