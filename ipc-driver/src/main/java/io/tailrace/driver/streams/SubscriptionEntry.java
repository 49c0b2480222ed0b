/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Command;
import io.tailrace.control.Vacancy;
import io.tailrace.log.JoinAt;
import io.tailrace.log.Subscriber;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A subscription as the driver knows it, with its images. */
public final class SubscriptionEntry {
    /** One log that it reads. */
    public record ImageEntry(LogEntry log, int slot, long joinPosition) {}

    /** How far the registration is. */
    private enum Phase {
        /**
         * It is in the index. If an Error stops the command here, the command runs again, and asks for all places anew.
         */
        ADMITTED,
        /** It has a place in each log of the stream, or waits for it because a client is cleaning there. */
        ASKED,
        /** All places are known, and the client was notified. */
        READY
    }

    private final ClientEntry client;
    private final Command.AddSubscription command;
    private final @Nullable Vacancy predecessor;
    private final Map<Long, ImageEntry> images = new HashMap<>();
    private Phase phase = Phase.ADMITTED;

    public SubscriptionEntry(ClientEntry client, Command.AddSubscription command, @Nullable Vacancy predecessor) {
        this.client = client;
        this.command = command;
        this.predecessor = predecessor;
    }

    /** {@return the vacancy whose places it takes over, null if it starts without} */
    @Nullable
    Vacancy predecessor() {
        return predecessor;
    }

    /** {@return the contents of its slots} */
    public Subscriber subscriber() {
        return new Subscriber(registrationId(), client.id(), client.pid(), command.policy(), command.name());
    }

    /**
     * {@return whether its places stay when it is removed: it has a name, and its client was notified or it has taken
     * the name over}
     */
    boolean isLasting() {
        return command.name().leaseNs() > 0 && !command.name().isNone() && (isReady() || predecessor != null);
    }

    /**
     * {@return whether it also reads an ended log} A predecessor has read them already, unless its registration was
     * half made when the driver died; the file of a name that reads history says what it has read. A subscription that
     * begins at a position has read the ended logs made before its log.
     */
    boolean readsEnded(long logId) {
        JoinAt at = command.joinAt();
        boolean mayRead = predecessor == null || at.kind() == JoinAt.Kind.HISTORY;
        return mayRead && at.kind() != JoinAt.Kind.TAIL && logId >= at.logId();
    }

    ClientEntry client() {
        return client;
    }

    /** {@return whether it has asked for slots in all logs of the stream} */
    boolean isAsked() {
        return phase != Phase.ADMITTED;
    }

    void makeAsked() {
        phase = phase == Phase.ADMITTED ? Phase.ASKED : phase;
    }

    Command.AddSubscription command() {
        return command;
    }

    public long registrationId() {
        return command.registrationId();
    }

    public String stream() {
        return command.stream();
    }

    public Map<Long, ImageEntry> images() {
        return images;
    }

    /** {@return whether its client was notified that it is ready} */
    boolean isReady() {
        return phase == Phase.READY;
    }

    public void makeReady() {
        phase = Phase.READY;
    }
}
