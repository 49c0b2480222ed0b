/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.driver.MediaDriver;
import java.nio.file.Path;
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

    /** {@return the driver's duty cycle, for the thread that subscribes; null where the driver has a thread of its own} */
    public @Nullable Runnable driverCycle() {
        return driverCycle;
    }

    /** Waits until the subscription has an image of what is published. */
    public void awaitImage(Subscription subscription) {
        while (!subscription.isConnected()) {
            if (driverCycle != null) {
                driverCycle.run();
            }
            Waiting.sleep(1);
        }
    }

    @Override
    public void close() {
        client.close();
        driver.close();
    }
}
