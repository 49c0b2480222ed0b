/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace;

import java.nio.file.Path;
import java.util.function.Consumer;

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
public interface Tailrace extends AutoCloseable {
    /** Connects to the driver in the directory of this user, as {@link #connect(TailraceConfig)}. */
    static Tailrace connect() {
        return connect(TailraceConfig.DEFAULT);
    }

    /** Connects to the driver in a directory, as {@link #connect(TailraceConfig)}. */
    static Tailrace connect(Path directory) {
        return connect(TailraceConfig.DEFAULT.withDirectory(directory));
    }

    /**
     * Connects to a living media driver.
     *
     * @throws NoDriverException if there is none within the connect timeout; it names the directory and what was found
     *     there
     * @throws TailraceException if the directory may not be used, or its files are not what they should be
     */
    static Tailrace connect(TailraceConfig config) {
        return provider().connect(config);
    }

    /** Connects or embeds a driver in the directory of this user, as {@link #open(TailraceConfig)}. */
    static Tailrace open() {
        return open(TailraceConfig.DEFAULT);
    }

    /** Connects or embeds a driver in a directory, as {@link #open(TailraceConfig)}. */
    static Tailrace open(Path directory) {
        return open(TailraceConfig.DEFAULT.withDirectory(directory));
    }

    /**
     * Connects to the media driver in the directory; where none lives, embeds one in this process, which ends with this
     * client. When that driver or another one ends, one of the clients made by {@code open} embeds the next one, and
     * all others go on with it. Needs the artifact {@code ipc-driver}.
     *
     * @throws TailraceException if the directory may not be used, or its files are not what they should be
     */
    static Tailrace open(TailraceConfig config) {
        return provider().open(config);
    }

    /**
     * Adds a publication to the stream's shared log.
     *
     * @throws IllegalArgumentException if the name is empty, longer than 255 bytes in UTF-8, or has control characters
     * @throws RegistrationException if the driver refuses
     * @throws NoDriverException if the driver is gone; of a client made by {@link #open}, if none has taken its place
     *     within the registration timeout
     */
    default Publication addPublication(String stream) {
        return addPublication(stream, PublicationConfig.DEFAULT);
    }

    /**
     * Adds a publication to the stream's shared log; as {@link #addPublication(String)}.
     *
     * @param publicationConfig how the log is to be; whoever adds the first publication of the stream decides
     * @throws RegistrationException also if the stream's log is there with another term length than this asks for
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
     * {@return a new set of subscriptions for whose messages one thread waits} It is closed with this client.
     *
     * @throws IllegalStateException if this is closed
     */
    WaitSet newWaitSet(WaitPolicy policy);

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
    CounterSource.Group addCounters(String name, CounterSource source);

    /**
     * Runs one cycle of the client's conductor, where {@link TailraceConfig.Threading#INVOKER} says so. Returns work
     * done.
     */
    int invoke();

    /** {@return what {@link CounterSource#of(Tailrace)} has} */
    CounterSource waitCounters();

    /** {@return who is told of what goes wrong outside any call} It throws nothing. Any thread. */
    Consumer<Throwable> errorHandler();

    Path directory();

    long clientId();

    /** {@return whether the driver that this client joined lives, as far as is known} */
    boolean isDriverAlive();

    /**
     * Closes everything that it owns, and leaves the driver. Any thread, any number of times, also while others offer
     * and poll. Waits at most a second for them; what is in use for longer (an open {@link Claim}, a handler that has
     * not returned) is given back at the end of its use. Called from inside an image handler it does not wait.
     */
    @Override
    void close();

    /**
     * {@return the implementation of this package} It depends on this package, so this package only knows its name. Not
     * a service: a fat jar may have lost the files that name services. Looked up each time: an Error that passes must
     * not make a class unusable for good.
     */
    private static ClientProvider provider() {
        try {
            return Class.forName("io.tailrace.client.DriverClients")
                    .asSubclass(ClientProvider.class)
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("the classes of io.tailrace:ipc-core are not complete", e);
        }
    }
}
