/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import io.tailrace.codecs.LogKind;
import io.tailrace.control.GuardedHandler;
import io.tailrace.log.LogLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One end of a connection to a media driver; owns publications and subscriptions. Any thread may use it.
 *
 * <pre>{@code
 * try (Tailrace tailrace = Tailrace.connect();
 *         Publication quotes = tailrace.addPublication("quotes")) {
 *     quotes.offer(buffer, 0, length);
 * }
 * }</pre>
 */
public final class Tailrace implements AutoCloseable {
    private static final int MAX_GROUP_BYTES = 64;
    private static final long CLOSE_TIMEOUT_NS = 1_000_000_000;
    private static final long CLOSE_PARK_NS = 100_000;
    private static final Duration EMBEDDED_CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final ClientErrors errors;
    private final TailraceConfig config;
    private final Connection connection;
    private final ClientConductor conductor;
    private final ConductorRunner runner;
    private final @Nullable DriverHost host;
    private final AtomicBoolean closed = new AtomicBoolean();

    /**
     * @param host for a client that takes the place of a driver that ends, or null
     */
    private Tailrace(TailraceConfig config, Connection connection, @Nullable DriverHost host) {
        this.errors = new ClientErrors(connection::createErrors, config.errorHandler());
        this.config = config.withErrorHandler(errors);
        this.connection = connection;
        this.host = host;
        this.conductor = new ClientConductor(this.config, connection, host == null ? null : host::takeOver);
        this.runner = new ConductorRunner(conductor, errors);
        if (config.threading() == TailraceConfig.Threading.OWN_THREAD) {
            runner.start();
        }
    }

    /** Connects to the driver in the directory of this user, as {@link #connect(TailraceConfig)}. */
    public static Tailrace connect() {
        return connect(TailraceConfig.DEFAULT);
    }

    /** Connects to the driver in a directory, as {@link #connect(TailraceConfig)}. */
    public static Tailrace connect(Path directory) {
        return connect(TailraceConfig.DEFAULT.withDirectory(directory));
    }

    /**
     * Connects to a living media driver.
     *
     * @throws NoDriverException if there is none within the connect timeout; it names the directory and what was found
     *     there
     * @throws TailraceException if the directory may not be used, or its files are not what they should be
     */
    public static Tailrace connect(TailraceConfig config) {
        TailraceConfig guarded = guarded(config);
        return new Tailrace(guarded, Connection.make(guarded), null);
    }

    /** Connects or embeds a driver in the directory of this user, as {@link #open(TailraceConfig)}. */
    public static Tailrace open() {
        return open(TailraceConfig.DEFAULT);
    }

    /** Connects or embeds a driver in a directory, as {@link #open(TailraceConfig)}. */
    public static Tailrace open(Path directory) {
        return open(TailraceConfig.DEFAULT.withDirectory(directory));
    }

    /**
     * Connects to the media driver in the directory; where none lives, embeds one in this process, which ends with this
     * client. When that driver or another one ends, one of the clients made by {@code open} embeds the next one, and
     * all others go on with it. Needs the artifact {@code ipc-driver}.
     *
     * @throws TailraceException if the directory may not be used, or its files are not what they should be
     */
    public static Tailrace open(TailraceConfig config) {
        TailraceConfig guarded = guarded(config);
        DriverHost host = new DriverHost(guarded, DriverHost.findProvider());
        host.launch();
        try {
            // Another process may be starting or ending its driver right now: hence more time than connect() allows.
            return new Tailrace(guarded, Connection.make(waitingFor(guarded, host)), host);
        } catch (Throwable e) {
            host.close();
            throw e;
        }
    }

    private static TailraceConfig guarded(TailraceConfig config) {
        return config.withErrorHandler(new GuardedHandler(config.errorHandler()));
    }

    private static TailraceConfig waitingFor(TailraceConfig config, DriverHost host) {
        return config.withConnectTimeout(EMBEDDED_CONNECT_TIMEOUT).withDriverInvoker(() -> {
            config.driverInvoker().run();
            host.takeOver();
        });
    }

    /**
     * Adds a publication to the stream's shared log.
     *
     * @throws IllegalArgumentException if the name is empty, longer than 255 bytes in UTF-8, or has control characters
     * @throws RegistrationException if the driver refuses
     * @throws NoDriverException if the driver is gone; of a client made by {@link #open}, if none has taken its place
     *     within the registration timeout
     */
    public Publication addPublication(String stream) {
        return addPublication(stream, PublicationConfig.DEFAULT);
    }

    /**
     * Adds a publication to the stream's shared log; as {@link #addPublication(String)}.
     *
     * @param publicationConfig how the log is to be; whoever adds the first publication of the stream decides
     * @throws RegistrationException also if the stream's log is there with another term length than this asks for
     */
    public Publication addPublication(String stream, PublicationConfig publicationConfig) {
        return add(stream, LogKind.CONCURRENT, publicationConfig);
    }

    /** Adds a publication with a log of its own, for one thread; as {@link #addPublication(String)}. */
    public ExclusivePublication addExclusivePublication(String stream) {
        return addExclusivePublication(stream, PublicationConfig.DEFAULT);
    }

    /** Adds a publication with a log of its own, for one thread; as {@link #addPublication(String)}. */
    public ExclusivePublication addExclusivePublication(String stream, PublicationConfig publicationConfig) {
        return (ExclusivePublication) add(stream, LogKind.EXCLUSIVE, publicationConfig);
    }

    private Publication add(String stream, LogKind kind, PublicationConfig publicationConfig) {
        Publication publication = conductor.addPublication(LogLayout.checkStream(stream), kind, publicationConfig);
        if (publicationConfig.touchPages()) {
            publication.touchPages(); // Outside the conductor's lock: a gigabyte takes a while.
        }
        return publication;
    }

    /** Adds a subscription that begins at the tail; as {@link #addPublication}. */
    public Subscription addSubscription(String stream) {
        return addSubscription(stream, SubscriptionConfig.DEFAULT);
    }

    /** Adds a subscription; as {@link #addPublication}. */
    public Subscription addSubscription(String stream, SubscriptionConfig subscriptionConfig) {
        return conductor.addSubscription(LogLayout.checkStream(stream), subscriptionConfig);
    }

    /** {@return a new wait set of policy BALANCED, as {@link #newWaitSet(WaitPolicy)}} */
    public WaitSet newWaitSet() {
        return newWaitSet(WaitPolicy.BALANCED);
    }

    /**
     * {@return a new set of subscriptions for whose messages one thread waits} It is closed with this client.
     *
     * @throws IllegalStateException if this is closed
     */
    public WaitSet newWaitSet(WaitPolicy policy) {
        return conductor.addWaitSet(policy);
    }

    /**
     * Shows figures of this program to {@code tailrace counters}: the client's conductor copies them into a file at
     * most 50 times a second. The figures of each {@link Dispatch} are shown without this call. At most 512 figures of
     * a client are shown; the error handler learns of more. Any thread.
     *
     * @param name of the group, shown before each figure
     * @param source tells the figures; {@link CounterSource} has some
     * @return the group, whose close ends the showing; this client's close does so, too
     * @throws IllegalArgumentException if the name is empty, longer than 64 bytes in UTF-8, or has control characters
     * @throws IllegalStateException if this is closed
     */
    public CounterSource.Group addCounters(String name, CounterSource source) {
        LogLayout.checkName("name of counters", name, MAX_GROUP_BYTES);
        if (closed.get()) {
            throw new IllegalStateException("the client is closed: directory=" + directory());
        }
        return conductor.counters().add(name, source);
    }

    /**
     * Runs one cycle of the client's conductor, where {@link TailraceConfig.Threading#INVOKER} says so. Returns work
     * done.
     */
    public int invoke() {
        if (config.threading() != TailraceConfig.Threading.INVOKER) {
            throw new IllegalStateException("the conductor has a thread of its own: threading=" + config.threading());
        }
        return conductor.doWork();
    }

    SleepCounts sleepCounts() {
        return conductor.sleepCounts();
    }

    /** {@return who is told of what goes wrong outside any call} It throws nothing. Any thread. */
    public Consumer<Throwable> errorHandler() {
        return config.errorHandler();
    }

    public Path directory() {
        return connection.directory().path();
    }

    public long clientId() {
        return connection.clientId();
    }

    /** {@return whether the driver that this client joined lives, as far as is known} */
    public boolean isDriverAlive() {
        return conductor.isDriverAlive();
    }

    /**
     * Closes everything that it owns, and leaves the driver. Any thread, any number of times, also while others offer
     * and poll. Waits at most a second for them; what is in use for longer (an open {@link Claim}, a handler that has
     * not returned) is given back at the end of its use. Called from inside an image handler it does not wait.
     */
    @Override
    public void close() {
        // No monitor: a handler, which runs under the conductor's lock, may close while another thread does.
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
            runner.start(); // Nobody will invoke it any more.
        }
        errors.close();
        if (host != null) {
            host.close();
        }
    }
}
