/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.driver.MediaDriver;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A variant of Tailrace with its media driver in this process, and one client. */
public final class EmbeddedTailrace implements AutoCloseable {
    private final MediaDriver driver;
    private final Tailrace client;
    private final @Nullable Runnable driverCycle;

    /** Starts it, in a directory that does not exist yet. */
    public EmbeddedTailrace(TailraceVariant variant, Path directory) {
        this.driver = MediaDriver.launch(variant.driverConfig(directory));
        this.driverCycle = variant.isDrivenBySubscriber() ? driver::invoke : null;
        TailraceConfig config = TailraceConfig.defaults().withDirectory(directory);
        // While parties connect and go, whoever waits runs the driver.
        this.client = Tailrace.connect(driverCycle == null ? config : config.withDriverInvoker(driverCycle));
    }

    public Tailrace client() {
        return client;
    }

    /**
     * {@return the driver's duty cycle, for the thread that subscribes; null where the driver has a thread of its own}
     */
    public @Nullable Runnable driverCycle() {
        return driverCycle;
    }

    /**
     * Adds a publication and waits until the subscription has it.
     *
     * @throws IllegalStateException if that takes more than 5 s
     */
    public Publication publish(boolean exclusive, String stream, Subscription subscription) {
        Publication publication = exclusive ? client.addExclusivePublication(stream) : client.addPublication(stream);
        if (!publication.awaitSubscribers(1, Duration.ofSeconds(5))) {
            throw new IllegalStateException("no subscriber within 5 s: stream=" + stream);
        }
        while (!subscription.isConnected()) {
            runDriver();
            Waiting.sleep(1);
        }
        return publication;
    }

    /** Runs the driver's duty cycle once, where it has no thread of its own. */
    public void runDriver() {
        if (driverCycle != null) {
            driverCycle.run();
        }
    }

    @Override
    public void close() {
        client.close();
        driver.close();
    }
}
