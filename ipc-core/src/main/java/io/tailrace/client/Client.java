/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import io.tailrace.CounterSource;
import io.tailrace.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.PublicationConfig;
import io.tailrace.Subscription;
import io.tailrace.SubscriptionConfig;
import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.WaitPolicy;
import io.tailrace.WaitSet;
import io.tailrace.codecs.LogKind;
import io.tailrace.events.Events;
import io.tailrace.file.MappingLimit;
import io.tailrace.log.LogLayout;
import io.tailrace.log.LogMirror;
import io.tailrace.report.ReportFile;
import io.tailrace.sleep.AgentIdle;
import io.tailrace.stream.LogPublication;
import io.tailrace.stream.StreamSubscription;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** A connection to a media driver, with the thread that serves it. */
public final class Client implements Tailrace {
    private static final int MAX_GROUP_BYTES = 64;
    private static final long CLOSE_TIMEOUT_NS = 1_000_000_000;
    private static final long CLOSE_PARK_NS = 100_000;

    private final ClientErrors errors;
    private final TailraceConfig config;
    private final Connection connection;
    private final ClientConductor conductor;
    /** Runs the conductor until the client is closed and quiet. One thread at a time runs a cycle. */
    private final Thread thread;

    private final AgentIdle rest;
    /** Created once: there may be no heap later. */
    private final IntSupplier look = this::look;

    private final @Nullable DriverHost host;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** From now on the conductor ends as soon as nothing of the client is in use. */
    private volatile boolean closing;

    private volatile boolean finished;

    /** @param host for a client that replaces a stopped driver, or null */
    Client(TailraceConfig config, Connection connection, @Nullable DriverHost host) {
        this.errors = new ClientErrors(() -> connection.createReport(ReportFile.ERRORS), config.errorHandler());
        this.config = config.withErrorHandler(errors);
        this.connection = connection;
        this.host = host;
        this.conductor = new ClientConductor(this.config, connection, host == null ? null : host::takeOver);
        MappingLimit.ofProcess().listen(Events::collectionForced);
        this.rest = conductor.rest();
        this.thread = new Thread(this::run, "tailrace-client-" + connection.clientId());
        thread.setDaemon(true);
        if (config.threading() == TailraceConfig.Threading.OWN_THREAD) {
            thread.start();
        }
    }

    private void run() {
        while (!finished) {
            Thread.interrupted(); // Only close ends this thread.
            rest(cycle());
        }
    }

    private int look() {
        return cycle() > 0 || finished ? AgentIdle.SOON : 0;
    }

    private void rest(int work) {
        try {
            if (!conductor.isPatient()) {
                rest.stayAlert();
            }
            rest.after(closing ? AgentIdle.SOON : work, look);
        } catch (Throwable e) { // For example the fault of an access to a truncated file, which is thrown late.
            errors.accept(e);
        }
    }

    /** One cycle. Returns 0 if there was nothing to do. */
    private int cycle() {
        int work = 0;
        try {
            work = conductor.doWork();
            if (closing && conductor.isQuiet()) {
                rest.close(); // Before the driver learns of the end, and takes away the client's files.
                conductor.disconnect();
                finished = true;
            }
        } catch (Throwable e) { // Whatever the error: without this thread nothing answers the driver.
            errors.accept(e);
        }
        return work;
    }

    @Override
    public Publication addPublication(String stream, PublicationConfig publicationConfig) {
        return add(stream, LogKind.CONCURRENT, publicationConfig);
    }

    @Override
    public ExclusivePublication addExclusivePublication(String stream, PublicationConfig publicationConfig) {
        return (ExclusivePublication) add(stream, LogKind.EXCLUSIVE, publicationConfig);
    }

    /**
     * Adds the publication of a mirror: of an existing mirror that has not ended and is vacant, or of a new one.
     *
     * @param beginPosition where a new mirror begins; an existing one continues at its position
     * @param termLength of the source
     * @throws io.tailrace.RegistrationException if the mirror has a publication, or another term length
     */
    public LogPublication addMirror(String stream, LogMirror mirror, long beginPosition, int termLength) {
        PublicationConfig publicationConfig = PublicationConfig.DEFAULT.withTermLength(termLength);
        return conductor.addPublication(
                new ClientPublications.Wish(stream, LogKind.EXCLUSIVE, publicationConfig, beginPosition, mirror));
    }

    private LogPublication add(String stream, LogKind kind, PublicationConfig publicationConfig) {
        LogPublication publication =
                conductor.addPublication(new ClientPublications.Wish(stream, kind, publicationConfig));
        if (publicationConfig.touchPages()) {
            publication.touchPages(); // Outside the conductor's lock: a gigabyte takes a while.
        }
        return publication;
    }

    @Override
    public Subscription addSubscription(String stream, SubscriptionConfig subscriptionConfig) {
        return conductor.addSubscription(LogLayout.checkStream(stream), subscriptionConfig, true);
    }

    /**
     * As {@link #addSubscription}, for a reader to which the order of logs has no meaning: it has the images of all
     * logs as soon as this returns, and no log waits for an ended one.
     */
    public StreamSubscription addSubscriptionToAllLogs(String stream, SubscriptionConfig subscriptionConfig) {
        return conductor.addSubscription(LogLayout.checkStream(stream), subscriptionConfig, false);
    }

    @Override
    public WaitSet newWaitSet(WaitPolicy policy) {
        return conductor.addWaitSet(policy);
    }

    @Override
    public CounterSource.Group addCounters(String name, CounterSource source) {
        LogLayout.checkName("name of counters", name, MAX_GROUP_BYTES);
        if (closed.get()) {
            throw new IllegalStateException("the client is closed: directory=" + directory());
        }
        return conductor.counters().add(name, source);
    }

    @Override
    public int invoke() {
        if (config.threading() != TailraceConfig.Threading.INVOKER) {
            throw new IllegalStateException("the conductor has a thread of its own: threading=" + config.threading());
        }
        return conductor.doWork();
    }

    @Override
    public CounterSource waitCounters() {
        return conductor.sleepCounts();
    }

    @Override
    public Consumer<Throwable> errorHandler() {
        return config.errorHandler();
    }

    @Override
    public Path directory() {
        return connection.directory().path();
    }

    @Override
    public long clientId() {
        return connection.clientId();
    }

    @Override
    public boolean isDriverAlive() {
        return conductor.isDriverAlive();
    }

    @Override
    public void close() {
        // No monitor: a handler, which runs under the conductor's lock, may close the client while another thread does.
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        conductor.closeAll();
        closing = true;
        rest.wake();
        long startNs = System.nanoTime();
        boolean ownThread = config.threading() == TailraceConfig.Threading.OWN_THREAD;
        while (!finished && !conductor.isInHandler() && System.nanoTime() - startNs < CLOSE_TIMEOUT_NS) {
            config.driverInvoker().run();
            if (!ownThread) {
                cycle();
            }
            LockSupport.parkNanos(CLOSE_PARK_NS);
        }
        if (!ownThread && !finished) {
            thread.start(); // The program will not invoke it any more.
        }
        errors.close();
        if (host != null) {
            host.close();
        }
    }
}
