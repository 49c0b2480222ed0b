/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.Claim;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceConfig.DriverState;
import io.tailrace.control.ClientFiles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/** A client of a simulation, with its open publications and subscriptions. */
final class SimulatedClient {
    /** A publication, its log, and its claim, which may be open, with the position after it. */
    record OpenPublication(Publication publication, SimulatedLog log, Claim claim, AtomicLong claimedTo) {
        /** Returns the position after the claim, or a negative status. */
        long tryClaim(int length) {
            claimedTo.set(publication.tryClaim(length, claim));
            return claimedTo.get();
        }
    }

    /**
     * A subscription, and its position in each log that it reads.
     *
     * @param awaited the logs that existed when it was added, some of which wait for their turn
     * @param ended the ones among them that had already ended
     * @param config its configuration
     * @param name null if it has none
     */
    record OpenSubscription(
            Subscription subscription,
            Map<Long, Long> positions,
            Set<Long> awaited,
            Set<Long> ended,
            SubscriptionConfig config,
            SimulatedName name) {
        boolean gates() {
            return config.policy() == SubscriptionConfig.Policy.BLOCK;
        }

        long leaseNs() {
            return config.lease().time().toNanos();
        }
    }

    private final Tailrace tailrace;
    private final List<OpenPublication> publications = new ArrayList<>();
    private final List<OpenSubscription> subscriptions = new ArrayList<>();
    private int restartsSeen;

    /**
     * Connects one.
     *
     * @param restarts how often the driver was started again, called when the client reports that it is back
     */
    SimulatedClient(TailraceConfig config, IntSupplier restarts) {
        this.restartsSeen = restarts.getAsInt();
        this.tailrace = Tailrace.connect(config.withDriverStateHandler(state -> {
            if (state == DriverState.BACK) {
                restartsSeen = restarts.getAsInt();
            }
        }));
    }

    Tailrace tailrace() {
        return tailrace;
    }

    /** {@return how often the driver had been started again when this client last joined it} */
    int restartsSeen() {
        return restartsSeen;
    }

    /** One cycle, in which it asks the kernel whether its driver lives. */
    void invoke() {
        suspectDriver();
        tailrace.invoke();
    }

    /** Makes it ask the kernel in its next cycle whether its driver lives. */
    void suspectDriver() {
        try {
            Object watch = field(field(tailrace, "conductor"), "driverWatch");
            Object connection = field(watch, "connection");
            Method begin = watch.getClass().getDeclaredMethod("watch", connection.getClass());
            begin.setAccessible(true);
            Field life = watch.getClass().getDeclaredField("life");
            life.setAccessible(true);
            life.set(watch, begin.invoke(null, connection));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the client has changed", e);
        }
    }

    private static Object field(Object object, String name) throws ReflectiveOperationException {
        Field field = object.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }

    List<OpenPublication> publications() {
        return publications;
    }

    List<OpenSubscription> subscriptions() {
        return subscriptions;
    }

    OpenPublication add(Publication publication, SimulatedLog log) {
        OpenPublication open = new OpenPublication(publication, log, new Claim(), new AtomicLong());
        publications.add(open);
        log.addPublication();
        return open;
    }

    void add(OpenSubscription subscription) {
        subscriptions.add(subscription);
    }

    /** Does what the kernel does when a process dies: releases its lock, and leaves everything else as it is. */
    void die() throws ReflectiveOperationException, java.io.IOException {
        Object connection = field(field(tailrace, "conductor"), "connection");
        Method files = connection.getClass().getDeclaredMethod("files");
        files.setAccessible(true);
        ((ClientFiles) files.invoke(connection)).close();
    }
}
