/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import java.nio.file.Path;
import org.agrona.concurrent.AgentInvoker;
import org.jspecify.annotations.Nullable;

/** A variant of Aeron with its media driver in this process, and one client. */
public final class EmbeddedAeron implements AutoCloseable {
    private final String channel;
    private final MediaDriver driver;
    private final Aeron aeron;

    /** Starts it, in a directory that does not exist yet. */
    public EmbeddedAeron(AeronVariant variant, Path directory) {
        this.channel = "aeron:ipc?term-length=" + variant.termLength();
        this.driver = MediaDriver.launch(variant.driverContext(directory));
        this.aeron = Aeron.connect(variant.clientContext(driver.aeronDirectoryName())
                .driverAgentInvoker(driver.sharedAgentInvoker())
                .useConductorAgentInvoker(driver.sharedAgentInvoker() != null));
    }

    public Subscription subscribe(int streamId) {
        return aeron.addSubscription(channel, streamId);
    }

    public Publication publish(boolean exclusive, int streamId) {
        return exclusive ? aeron.addExclusivePublication(channel, streamId) : aeron.addPublication(channel, streamId);
    }

    /** Adds a publication and waits until the subscription has it. */
    public Publication publish(boolean exclusive, int streamId, Subscription subscription) {
        Publication publication = publish(exclusive, streamId);
        while (!publication.isConnected() || !subscription.isConnected()) {
            runDriver();
            runClient();
            Waiting.sleep(1);
        }
        return publication;
    }

    /** Runs the driver's duty cycle once, where it has no thread of its own. */
    public void runDriver() {
        invoke(driver.sharedAgentInvoker());
    }

    /** Runs the client's duty cycle once, where it has no thread of its own. */
    public void runClient() {
        invoke(aeron.conductorAgentInvoker());
    }

    private static void invoke(@Nullable AgentInvoker invoker) {
        if (invoker != null) {
            invoker.invoke();
        }
    }

    /**
     * {@return the driver's duty cycle, for the thread that subscribes; null where the driver has a thread of its own}
     */
    public @Nullable AgentInvoker driverCycle() {
        return driver.sharedAgentInvoker();
    }

    @Override
    public void close() {
        aeron.close();
        driver.close();
    }
}
