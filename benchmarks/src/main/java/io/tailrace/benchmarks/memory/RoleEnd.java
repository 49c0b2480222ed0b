/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.Answerer;
import io.tailrace.benchmarks.peer.Candidate;
import io.tailrace.benchmarks.peer.LogLibrary;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What runs in a process of a {@link Trio}. */
final class RoleEnd implements Answerer {
    /** What a process does. */
    enum Role {
        /** Makes space, and does nothing on the way of a message. */
        DRIVER,
        /** Subscribes to all streams, and polls them in turn. Answers {@code end SENT}. */
        SUBSCRIBER,
        /** Has a publication of each stream. Answers what {@link PublisherRole} says. */
        PUBLISHER,
        /** Does nothing at all: what a JVM takes by itself. */
        NOTHING
    }

    private final List<AutoCloseable> closed;
    private @Nullable PublisherRole publisher;
    private @Nullable SubscriberRole subscriber;

    /** Arguments: role, candidate; but for nothing: directory, streams. */
    RoleEnd(List<String> arguments) {
        Role role = Role.valueOf(arguments.get(0));
        if (role == Role.NOTHING) {
            closed = List.of();
            return;
        }
        Candidate candidate = new Candidate(arguments.get(1));
        Path directory = Path.of(arguments.get(2));
        int streams = Integer.parseInt(arguments.get(3));
        if (role == Role.DRIVER) {
            closed = List.of(Libraries.launchDriver(candidate, directory));
            return;
        }
        LogLibrary client = Libraries.connect(candidate, directory);
        closed = List.of(client);
        if (role == Role.PUBLISHER) {
            publisher = new PublisherRole(client, streams);
        } else {
            subscriber = new SubscriberRole(client, streams);
        }
    }

    @Override
    public Object answer(List<String> command) {
        if (publisher != null) {
            return publisher.answer(command);
        }
        return subscriber != null ? subscriber.end(Long.parseLong(command.get(1))) : Answerer.super.answer(command);
    }

    @Override
    public void close() {
        for (AutoCloseable each : closed) {
            try {
                each.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) { // declared by AutoCloseable
                throw new IllegalStateException(e);
            }
        }
    }
}
