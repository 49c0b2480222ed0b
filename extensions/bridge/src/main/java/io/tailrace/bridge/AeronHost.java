/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.tailrace.TailraceException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Aeron, as used by one end of a link: a client and, unless the settings name an external one, a media driver of its
 * own. Neither has a thread: the thread of the bridge runs both ({@link #invoke}), so an idle link wakes only one
 * thread, and a busy link hands nothing from thread to thread. One thread, except for {@link #counter}.
 *
 * <p>Blocks go to the address of the receiver, and answers return on a response channel on the next port, also of the
 * receiver. So a sender needs no address of its own, and may be behind a router.
 */
final class AeronHost implements AutoCloseable {
    /** For {@link #launch}. */
    static final long LIVENESS_NS = TimeUnit.SECONDS.toNanos(5);

    /** Aeron's stream id, for blocks and for answers. */
    private static final int STREAM_ID = 7421;

    private static final long LINGER_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long NAK_DELAY_NS = TimeUnit.MICROSECONDS.toNanos(100);
    /** Aeron's own default asks for the same bytes thousands of times a second, which alone fills a slow line. */
    private static final long NAK_RETRY_RATIO = 100;

    private static final long PAUSE_NS = TimeUnit.HOURS.toNanos(1);
    private static final String FLAG = "--add-opens java.base/jdk.internal.misc=ALL-UNNAMED";

    private final @Nullable MediaDriver driver;
    private final Aeron aeron;
    private final AtomicReference<Flight> flight;
    private final AeronConfig config;
    final long livenessNs;

    private AeronHost(
            @Nullable MediaDriver driver,
            Aeron aeron,
            AtomicReference<Flight> flight,
            AeronConfig config,
            long livenessNs) {
        this.driver = driver;
        this.config = config;
        this.aeron = aeron;
        this.flight = flight;
        this.livenessNs = livenessNs;
    }

    /**
     * Starts Aeron.
     *
     * @param own the directory for its own driver's files, used by no other process; files of an earlier driver are
     *     deleted
     * @param livenessNs after this long without a sign of life the other end has gone, and a new session begins
     * @throws TailraceException if this JVM lacks the flag of Agrona, or Aeron fails
     */
    static AeronHost launch(AeronConfig config, Path own, long livenessNs, Consumer<Throwable> errors) {
        requireFlag();
        Errors aeronErrors = new Errors(errors, System::nanoTime);
        Path external = config.directory();
        AtomicReference<Flight> flight = new AtomicReference<>(new Flight());
        MediaDriver driver = null;
        try {
            driver = external == null ? launchDriver(own, livenessNs, aeronErrors, flight) : null;
            Aeron.Context context = new Aeron.Context()
                    .aeronDirectoryName((external == null ? own : external).toString())
                    .useConductorAgentInvoker(true)
                    .errorHandler(aeronErrors::onError)
                    .subscriberErrorHandler(aeronErrors::onError);
            if (driver != null) {
                context.driverAgentInvoker(driver.sharedAgentInvoker());
            }
            return new AeronHost(driver, Aeron.connect(context), flight, config, livenessNs);
        } catch (RuntimeException | Error e) {
            if (driver != null) {
                driver.close();
            }
            if (e instanceof Error shortage) {
                throw shortage;
            }
            throw new TailraceException(
                    external == null
                            ? "Aeron's media driver does not start: path=" + own + ", cause=" + e.getMessage()
                            : "no media driver of Aeron: path=" + external + ", cause=" + e.getMessage()
                                    + "; start it, or leave it out to have one embedded",
                    e);
        }
    }

    private static MediaDriver launchDriver(
            Path own, long livenessNs, Errors aeronErrors, AtomicReference<Flight> flight) {
        return MediaDriver.launch(new MediaDriver.Context()
                .aeronDirectoryName(own.toString())
                .threadingMode(ThreadingMode.INVOKER)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true)
                .imageLivenessTimeoutNs(livenessNs)
                .publicationConnectionTimeoutNs(livenessNs)
                .publicationLingerTimeoutNs(LINGER_NS)
                .nakUnicastDelayNs(NAK_DELAY_NS)
                .nakUnicastRetryDelayRatio(NAK_RETRY_RATIO)
                .retransmitUnicastLingerGenerator(
                        () -> Objects.requireNonNull(flight.get()).lingerNs())
                .clientLivenessTimeoutNs(PAUSE_NS) // Its one client is stopped whenever the driver is.
                .publicationUnblockTimeoutNs(2 * PAUSE_NS)
                .warnIfDirectoryExists(false)
                .asyncExecutorEnabled(false) // It would start a thread that wakes a hundred times a second.
                .errorHandler(aeronErrors::onError));
    }

    private static void requireFlag() {
        try {
            new UnsafeBuffer(new byte[Long.BYTES]).putLong(0, 1);
        } catch (LinkageError | RuntimeException e) {
            throw new TailraceException(
                    "the bridge needs a flag of the JVM, because Aeron does: " + FLAG
                            + " (the command tailrace has it; a jar of your own may say in its manifest Add-Opens: "
                            + "java.base/jdk.internal.misc)",
                    e);
        }
    }

    /** {@return what a receiver hears on its address} */
    Subscription listen(String address) {
        return aeron.addSubscription(udp().endpoint(address).build(), STREAM_ID);
    }

    /** {@return the publication on which a receiver answers the sender of an image} */
    ExclusivePublication answer(String address, Image sender) {
        return publish(response(address).responseCorrelationId(sender.correlationId()));
    }

    /** {@return what a sender hears from a receiver} */
    Subscription back(String address) {
        return aeron.addSubscription(response(address).build(), STREAM_ID);
    }

    /** {@return the publication of a sender to a receiver, which answers to that subscription; if it fails, both do} */
    ExclusivePublication there(String address, Subscription back) {
        try {
            return publish(udp().endpoint(address).responseCorrelationId(back.registrationId()));
        } catch (RuntimeException | Error e) {
            back.close();
            throw e;
        }
    }

    private ExclusivePublication publish(ChannelUriStringBuilder channel) {
        if (config.mtu() > 0) {
            channel.mtu(config.mtu());
        }
        if (config.termLength() > 0) {
            channel.termLength(config.termLength());
        }
        return aeron.addExclusivePublication(channel.build(), STREAM_ID);
    }

    private static ChannelUriStringBuilder response(String address) {
        LinkAddress receiver = LinkAddress.parse(address);
        String next = receiver.host() + ':' + (receiver.port() + 1);
        return udp().controlMode(CommonContext.CONTROL_MODE_RESPONSE).controlEndpoint(next);
    }

    private static ChannelUriStringBuilder udp() {
        return new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA);
    }

    /** Lets driver and client do their work. Returns 0 if there was none. */
    int invoke() {
        int work = driver == null ? 0 : driver.sharedAgentInvoker().invoke();
        return work + aeron.conductorAgentInvoker().invoke();
    }

    /** {@return the time between two sessions of a sender, and between two questions whether the receiver lives} */
    long retryNs() {
        return livenessNs / 5;
    }

    /** {@return the limit on the bytes under way of a new session} */
    Flight newFlight() {
        Flight next = new Flight();
        flight.set(next);
        return next;
    }

    boolean isClosed() {
        return aeron.isClosed();
    }

    /** {@return a counter of its driver, which includes what other clients do} Any thread. */
    long counter(SystemCounterDescriptor descriptor) {
        return aeron.isClosed() ? 0 : aeron.countersReader().getCounterValue(descriptor.id());
    }

    @Override
    public void close() {
        aeron.close();
        if (driver != null) {
            driver.close();
        }
    }

    /**
     * Passes on errors of Aeron. Many repeat with each datagram, for example while the network is down. So each text is
     * passed on once, and again only after a minute without it. Any thread.
     */
    static final class Errors {
        private static final long QUIET_NS = TimeUnit.MINUTES.toNanos(1);
        private static final int MAX_TEXTS = 64;

        private final Consumer<Throwable> errors;
        private final LongSupplier clock;
        private final Map<String, Long> seenNs = new HashMap<>();

        Errors(Consumer<Throwable> errors, LongSupplier clock) {
            this.errors = errors;
            this.clock = clock;
        }

        void onError(Throwable error) {
            if (isNews(String.valueOf(error.getMessage()))) {
                errors.accept(error);
            }
        }

        private synchronized boolean isNews(String text) {
            long nowNs = clock.getAsLong();
            if (seenNs.size() == MAX_TEXTS && !seenNs.containsKey(text)) {
                seenNs.clear();
            }
            Long before = seenNs.put(text, nowNs);
            return before == null || nowNs - before > QUIET_NS;
        }
    }
}
