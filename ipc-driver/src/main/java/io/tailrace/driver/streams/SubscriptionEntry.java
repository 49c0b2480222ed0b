/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import io.tailrace.control.Command;
import io.tailrace.control.Event;
import io.tailrace.control.Vacancy;
import io.tailrace.log.JoinAt;
import io.tailrace.log.Subscriber;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A subscription as the driver knows it, with its images. */
public final class SubscriptionEntry extends Registration {
    /** One log that it reads. */
    public record ImageEntry(LogEntry log, int slot, long joinPosition) {}

    private final Command.AddSubscription command;
    private final @Nullable Vacancy predecessor;
    private final Map<Long, ImageEntry> images = new HashMap<>();

    public SubscriptionEntry(ClientEntry client, Command.AddSubscription command, @Nullable Vacancy predecessor) {
        super(client, command.registrationId(), command.stream());
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
        return new Subscriber(registrationId(), client().id(), client().pid(), command.policy(), command.name());
    }

    /**
     * {@return whether its places stay when it is removed: it has a name, and its client was notified or it has taken
     * the name over}
     */
    boolean isLasting() {
        return command.name().leaseNs() > 0 && !command.name().isNone() && (isIn(Phase.READY) || predecessor != null);
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

    Command.AddSubscription command() {
        return command;
    }

    public Map<Long, ImageEntry> images() {
        return images;
    }

    @Override
    Event ready() {
        return new Event.SubscriptionReady(client().id(), registrationId());
    }

    /** {@return the event that announces an image} */
    Event available(ImageEntry image) {
        return new Event.ImageAvailable(
                client().id(), registrationId(), image.log().id(), image.slot(), image.joinPosition());
    }
}
