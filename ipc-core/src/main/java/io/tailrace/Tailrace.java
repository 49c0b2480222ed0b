/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A client of a media driver; owns publications and subscriptions. {@link #open()} embeds a driver if none runs, {@link
 * #connect()} needs one that runs. Any thread may use a client.
 *
 * <pre>{@code
 * try (Tailrace tailrace = Tailrace.connect();
 *         Publication quotes = tailrace.addPublication("quotes")) {
 *     quotes.offer(buffer, 0, length);
 * }
 * }</pre>
 */
public interface Tailrace extends AutoCloseable {
    /** Connects to the driver in this user's directory, as {@link #connect(TailraceConfig)} does. */
    static Tailrace connect() {
        return connect(TailraceConfig.DEFAULT);
    }

    /** Connects to the driver in a directory, as {@link #connect(TailraceConfig)} does. */
    static Tailrace connect(Path directory) {
        return connect(TailraceConfig.DEFAULT.withDirectory(directory));
    }

    /**
     * Connects to a running media driver.
     *
     * @throws NoDriverException if there is none within the connect timeout; the message names the directory and what
     *     was found there
     * @throws TailraceException if the directory may not be used, or its files are not as expected
     */
    static Tailrace connect(TailraceConfig config) {
        return provider().connect(config);
    }

    /** Connects to the driver in this user's directory or embeds one, as {@link #open(TailraceConfig)} does. */
    static Tailrace open() {
        return open(TailraceConfig.DEFAULT);
    }

    /** Connects to the driver in a directory or embeds one, as {@link #open(TailraceConfig)} does. */
    static Tailrace open(Path directory) {
        return open(TailraceConfig.DEFAULT.withDirectory(directory));
    }

    /**
     * Connects to the media driver in the directory. If none runs, it embeds a driver in this process; closing this
     * client stops that driver. When a driver stops, one of the clients made by {@code open} embeds the next one, and
     * all other clients continue with it. Needs the artifact {@code ipc-driver}.
     *
     * @throws TailraceException if the directory may not be used, or its files are not as expected
     */
    static Tailrace open(TailraceConfig config) {
        return provider().open(config);
    }

    /**
     * Adds a publication to the stream's shared log.
     *
     * @throws IllegalArgumentException if the name is empty, longer than 255 bytes in UTF-8, or has control characters
     * @throws RegistrationException if the driver refuses
     * @throws NoDriverException if the driver is gone; for a client made by {@link #open}, if none has taken its place
     *     within the registration timeout
     */
    default Publication addPublication(String stream) {
        return addPublication(stream, PublicationConfig.DEFAULT);
    }

    /**
     * Adds a publication to the stream's shared log; as {@link #addPublication(String)}.
     *
     * @param publicationConfig properties of the log; the first publication of the stream decides
     * @throws RegistrationException also if the stream's log exists with another term length than requested
     */
    Publication addPublication(String stream, PublicationConfig publicationConfig);

    /** Adds a publication with a log of its own, for one thread; as {@link #addPublication(String)}. */
    default ExclusivePublication addExclusivePublication(String stream) {
        return addExclusivePublication(stream, PublicationConfig.DEFAULT);
    }

    /** Adds a publication with a log of its own, for one thread; as {@link #addPublication(String)}. */
    ExclusivePublication addExclusivePublication(String stream, PublicationConfig publicationConfig);

    /** Adds a subscription that begins at the tail; as {@link #addPublication}. */
    default Subscription addSubscription(String stream) {
        return addSubscription(stream, SubscriptionConfig.DEFAULT);
    }

    /** Adds a subscription; as {@link #addPublication}. */
    Subscription addSubscription(String stream, SubscriptionConfig subscriptionConfig);

    /** {@return a new wait set of policy BALANCED, as {@link #newWaitSet(WaitPolicy)}} */
    default WaitSet newWaitSet() {
        return newWaitSet(WaitPolicy.BALANCED);
    }

    /**
     * {@return a new wait set: subscriptions whose messages one thread waits for} It is closed with this client.
     *
     * @throws IllegalStateException if this client is closed
     */
    WaitSet newWaitSet(WaitPolicy policy);

    /**
     * Shows figures of this program in {@code tailrace counters}: the client's conductor copies them into a file at
     * most 50 times a second. The figures of each dispatch are shown without this call. A client shows at most
     * 512 figures; the error handler is notified of an excess. Any thread.
     *
     * @param name of the group, shown before each figure
     * @param source supplies the figures; {@link CounterSource} offers some
     * @return the group; closing it or this client ends the display
     * @throws IllegalArgumentException if the name is empty, longer than 64 bytes in UTF-8, or has control characters
     * @throws IllegalStateException if this client is closed
     */
    CounterSource.Group addCounters(String name, CounterSource source);

    /**
     * Runs one cycle of the client's conductor, under {@link TailraceConfig.Threading#INVOKER}. Returns the amount of
     * work done.
     */
    int invoke();

    /** {@return the source for {@link CounterSource#of(Tailrace)}} */
    CounterSource waitCounters();

    /** {@return the handler for errors that occur outside any call} The handler never throws. Any thread. */
    Consumer<Throwable> errorHandler();

    Path directory();

    long clientId();

    /** {@return whether the driver that this client joined is alive, as far as the client knows} */
    boolean isDriverAlive();

    /**
     * Closes everything that it owns, and disconnects from the driver. Any thread may call this any number of times,
     * also while other threads offer and poll. It waits for them for at most a second; resources in use for longer (an
     * open {@link Claim}, a handler that has not returned) are released when their use ends. It does not wait if it is
     * called inside an image handler.
     */
    @Override
    void close();

    /**
     * {@return the implementation of this package} The implementation depends on this package, so this package knows it
     * only by name. It is not a service, because a fat jar may have lost the service files. It is looked up each time,
     * because a transient Error must not make a class unusable for good.
     */
    private static Provider provider() {
        try {
            return Class.forName("io.tailrace.client.DriverClients")
                    .asSubclass(Provider.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the classes of io.tailrace:ipc-core are not complete", e);
        }
    }

    /** Creates clients. For the library's own use; programs call {@link #connect} and {@link #open}. */
    interface Provider {
        /** As {@link Tailrace#connect(TailraceConfig)}. */
        Tailrace connect(TailraceConfig config);

        /** As {@link Tailrace#open(TailraceConfig)}. */
        Tailrace open(TailraceConfig config);
    }
}
