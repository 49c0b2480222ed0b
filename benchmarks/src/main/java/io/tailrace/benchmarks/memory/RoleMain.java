/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.memory;

import io.tailrace.benchmarks.lab.ForkEnd;
import io.tailrace.benchmarks.lab.Json;
import java.nio.file.Path;
import java.util.List;

/** A process of a {@link Trio}: driver, subscriber or publisher. Ends with its stdin. */
final class RoleMain {
    /** What a process does. */
    enum Role {
        /** Makes space, and does nothing on the way of a message. */
        DRIVER,
        /** Subscribes to all streams, and polls them in turn. Answers {@code end}. */
        SUBSCRIBER,
        /** Has a publication of each stream. Answers what {@link PublisherRole} says. */
        PUBLISHER,
        /** Does nothing at all: what a JVM takes by itself. */
        NOTHING
    }

    private static final Json READY = new Json().put("ready", "yes");

    private RoleMain() {}

    /** Arguments: role, library, directory, terms, streams. */
    public static void main(String[] args) {
        Library library = Library.valueOf(args[1]);
        Path directory = Path.of(args[2]);
        Library.Terms terms = Library.Terms.valueOf(args[3]);
        int streams = Integer.parseInt(args[4]);
        ForkEnd.orExit(() -> run(Role.valueOf(args[0]), library, directory, terms, streams));
    }

    private static void run(Role role, Library library, Path directory, Library.Terms terms, int streams) {
        switch (role) {
            case DRIVER -> drive(library, directory, terms);
            case NOTHING -> ForkEnd.serve(READY, RoleMain::refuse);
            case SUBSCRIBER -> {
                try (Library.Client client = library.connect(directory, terms)) {
                    SubscriberRole subscriber = new SubscriberRole(client, streams);
                    ForkEnd.serve(READY, command -> subscriber.end());
                }
            }
            case PUBLISHER -> {
                try (Library.Client client = library.connect(directory, terms)) {
                    PublisherRole publisher = new PublisherRole(client, streams);
                    ForkEnd.serve(READY, publisher::answer);
                }
            }
        }
    }

    @SuppressWarnings("try") // The driver works by itself.
    private static void drive(Library library, Path directory, Library.Terms terms) {
        try (AutoCloseable driver = library.launchDriver(directory, terms)) {
            ForkEnd.serve(READY, RoleMain::refuse);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) { // declared by AutoCloseable
            throw new IllegalStateException(e);
        }
    }

    private static Json refuse(List<String> command) {
        throw new IllegalArgumentException("has nothing to answer: command=" + command);
    }
}
