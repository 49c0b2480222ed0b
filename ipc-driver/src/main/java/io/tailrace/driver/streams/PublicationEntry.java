/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

/** A publication as the driver knows it. */
public final class PublicationEntry {
    static final int NO_SLOT = -1;

    private final ClientEntry client;
    private final long registrationId;
    private final LogEntry log;
    private int slot = NO_SLOT;
    private boolean asked;

    public PublicationEntry(ClientEntry client, long registrationId, LogEntry log) {
        this.client = client;
        this.registrationId = registrationId;
        this.log = log;
    }

    ClientEntry client() {
        return client;
    }

    long registrationId() {
        return registrationId;
    }

    LogEntry log() {
        return log;
    }

    /** {@return whether the keeper was asked for a slot, or the log is being made} */
    boolean isAsked() {
        return asked || slot != NO_SLOT;
    }

    void makeAsked() {
        asked = true;
    }

    /** {@return its slot, or {@link #NO_SLOT} until the keeper has given it one} */
    public int slot() {
        return slot;
    }

    public void slot(int newSlot) {
        slot = newSlot;
    }
}
