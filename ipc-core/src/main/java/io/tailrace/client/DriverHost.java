/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EmbeddedDriver;
import io.tailrace.control.KernelLock;
import java.io.IOException;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Embeds a driver for a client that {@link Tailrace#open} made: where none lives when the client is made, and later in
 * the place of one that has ended. Of several such clients the kernel's lock decides which one embeds; the others
 * connect to its driver. Any thread.
 */
final class DriverHost implements AutoCloseable {
    private static final long MIN_PAUSE_NS = 50_000_000;
    private static final long MAX_PAUSE_NS = 2_000_000_000;

    private final EmbeddedDriver.Provider provider;
    private final TailraceConfig config;
    private final DriverDirectory directory;
    private @Nullable EmbeddedDriver driver;
    private boolean closed;
    private boolean failed;
    private long pauseNs = MIN_PAUSE_NS;
    private long lastAttemptNs = System.nanoTime() - MAX_PAUSE_NS;

    DriverHost(TailraceConfig config, EmbeddedDriver.Provider provider) {
        this.config = config;
        this.provider = provider;
        this.directory = new DriverDirectory(config.directory());
    }

    /**
     * Finds the driver's code.
     *
     * @throws TailraceException if there is none
     */
    static EmbeddedDriver.Provider findProvider() {
        return ServiceLoader.load(EmbeddedDriver.Provider.class)
                .findFirst()
                .orElseThrow(() -> new TailraceException("no driver to embed: " + remedy()));
    }

    /** In a fat jar the driver's classes may be there, and the file that names them lost. */
    private static String remedy() {
        try {
            Class.forName("io.tailrace.driver.DriverProvider", false, DriverHost.class.getClassLoader());
            return "io.tailrace:ipc-driver is there, but not its file META-INF/services/"
                    + EmbeddedDriver.Provider.class.getName()
                    + ". Have the tool that made this jar merge such files: ServicesResourceTransformer of"
                    + " maven-shade-plugin, metaInf-services of maven-assembly-plugin, mergeServiceFiles of Shadow";
        } catch (ClassNotFoundException e) {
            return "add io.tailrace:ipc-driver to the class or module path";
        }
    }

    /** Embeds a driver, unless another one lives in the directory. */
    synchronized void launch() {
        closeEnded();
        if (!closed && driver == null && !livesAnother()) {
            driver = provider.launch(directory.path(), config.group());
        }
    }

    /** Gives up a driver that has ended by itself: it has let go of its lock. */
    private void closeEnded() {
        EmbeddedDriver ended = driver;
        if (ended != null && !ended.isRunning()) {
            driver = null;
            ended.close();
        }
    }

    /** Asked before a launch, because a user who may connect need not be allowed to launch. */
    private boolean livesAnother() {
        try {
            return directory.probeDriver() == KernelLock.Holder.ALIVE;
        } catch (IOException e) {
            return false; // The launch fails, then, and says why.
        }
    }

    /**
     * The driver is lost: embeds one in its place as soon as no process holds its lock. To be called again and again,
     * until there is one. What is in the way is reported once; the attempts become rarer and rarer.
     */
    void takeOver() {
        TailraceException cause = attempt();
        if (cause != null) {
            config.errorHandler()
                    .accept(new TailraceException(
                            "cannot take the place of the driver that was lost, and will try again: "
                                    + cause.getMessage(),
                            cause));
        }
    }

    /** Returns what has just begun to be in the way, or null. */
    private synchronized @Nullable TailraceException attempt() {
        long nowNs = System.nanoTime();
        if (nowNs - lastAttemptNs < pauseNs) {
            return null;
        }
        lastAttemptNs = nowNs;
        try {
            if (directory.probeDriver() == KernelLock.Holder.DEAD) {
                launch();
            }
            pauseNs = MIN_PAUSE_NS;
            failed = false;
            return null;
        } catch (Throwable e) { // Out of heap, for example: another time.
            boolean isNew = !failed;
            failed = true;
            pauseNs = Math.min(2 * pauseNs, MAX_PAUSE_NS);
            return !isNew ? null : e instanceof TailraceException told ? told : new TailraceException(e.toString(), e);
        }
    }

    /** Ends the driver, if there is one; none is embedded any more. Waits for one that is being launched. */
    @Override
    public synchronized void close() {
        closed = true;
        if (driver != null) {
            driver.close();
        }
    }
}
