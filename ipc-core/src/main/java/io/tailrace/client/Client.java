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
import io.tailrace.stream.LogPublication;
import io.tailrace.stream.StreamSubscription;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
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
    private final ConductorRunner runner;
    private final @Nullable DriverHost host;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param host for a client that replaces a stopped driver, or null */
    Client(TailraceConfig config, Connection connection, @Nullable DriverHost host) {
        this.errors = new ClientErrors(() -> connection.createReport(ReportFile.ERRORS), config.errorHandler());
        this.config = config.withErrorHandler(errors);
        this.connection = connection;
        this.host = host;
        this.conductor = new ClientConductor(this.config, connection, host == null ? null : host::takeOver);
        MappingLimit.ofProcess().listen(Events::collectionForced);
        this.runner = new ConductorRunner(conductor, errors);
        if (config.threading() == TailraceConfig.Threading.OWN_THREAD) {
            runner.start();
        }
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

    ClientConductor conductor() {
        return conductor;
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
        runner.closeWhenQuiet();
        long startNs = System.nanoTime();
        boolean ownThread = config.threading() == TailraceConfig.Threading.OWN_THREAD;
        while (!runner.isFinished() && !conductor.isInHandler() && System.nanoTime() - startNs < CLOSE_TIMEOUT_NS) {
            config.driverInvoker().run();
            if (!ownThread) {
                runner.cycle();
            }
            LockSupport.parkNanos(CLOSE_PARK_NS);
        }
        if (!ownThread && !runner.isFinished()) {
            runner.start(); // The program will not invoke it any more.
        }
        errors.close();
        if (host != null) {
            host.close();
        }
    }
}
