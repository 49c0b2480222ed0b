/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.CounterSource;
import io.tailrace.TailraceException;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.State;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The figures and the state of one end of a link: for its file, which tools read, for its counters, and for its error
 * handler. Bridge's thread only; any thread reads the counters.
 */
final class LinkStatus implements CounterSource, AutoCloseable {
    /** The version of this library, from its jar. */
    static final String PRODUCT =
            Objects.requireNonNullElse(LinkStatus.class.getPackage().getImplementationVersion(), "development");

    private static final long BEAT_NS = TimeUnit.SECONDS.toNanos(1);

    /** The figures of one beat that this class does not count. */
    record Look(int lanes, long lagBytes, long lagNs, long retransmissions) {}

    private final LinkFile file;
    private final Consumer<Throwable> errors;
    private State state = State.CONNECTING;
    private String peer = "";
    private String heldBy = "";
    private String lastError = "";
    private long roundTripNs;
    private long beatNs = System.nanoTime() - BEAT_NS;
    private volatile long bytes;
    private volatile long blocks;
    private volatile long lostBytes;
    private volatile long sessions;
    private volatile @Nullable Look last;

    LinkStatus(LinkFile file, Consumer<Throwable> errors) {
        this.file = file;
        this.errors = errors;
        file.state(state);
    }

    /** For display, and for files on which no decision depends: the clock may step. */
    static long nowMs() {
        return System.currentTimeMillis();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
    void sent(long length) {
        bytes += length;
        blocks++;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void lost(long length) {
        lostBytes += length;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    void up(String host, String product) {
        sessions++;
        peer = host;
        file.peer(host, product);
        if (!lastError.isEmpty()) {
            lastError = "";
            tell(new TailraceException("link up again: host=" + host));
        }
        state(State.UP);
    }

    /** {@return the host at the other end, empty until it is known} */
    String peer() {
        return peer;
    }

    void roundTrip(long ns) {
        roundTripNs = ns;
    }

    void heldBy(String text) {
        if (!text.equals(heldBy)) {
            heldBy = text;
            file.heldBy(text);
        }
        if (state == State.UP || state == State.HELD) {
            state(text.isEmpty() ? State.UP : State.HELD);
        }
    }

    void state(State next) {
        if (next != state) {
            state = next;
            file.state(next);
        }
    }

    State state() {
        return state;
    }

    /** Reports a problem; repeats the same text only after a session was up in between. */
    void report(String problem) {
        report(new TailraceException(problem));
    }

    void report(Throwable problem) {
        String text = String.valueOf(problem.getMessage());
        if (!text.equals(lastError)) {
            lastError = text;
            file.error(nowMs(), text);
            tell(problem);
        }
    }

    /** Reports news that is no error. */
    void tell(Throwable news) {
        try {
            errors.accept(news);
        } catch (RuntimeException e) {
            file.error(nowMs(), "error handler of the bridge failed: " + e);
        }
    }

    /** {@return whether a second has passed since the last {@link #beat}} */
    boolean isDue(long nowNs) {
        return nowNs - beatNs >= BEAT_NS;
    }

    void beat(long nowNs, Look look) {
        beatNs = nowNs;
        last = look;
        file.beat(
                nowMs(),
                new LinkFile.Figures(
                        look.lanes,
                        bytes,
                        blocks,
                        look.lagBytes,
                        look.lagNs,
                        roundTripNs,
                        look.retransmissions,
                        lostBytes));
    }

    @Override
    public void read(Sink sink) {
        sink.total("bytes", bytes);
        sink.total("blocks", blocks);
        sink.total("lostBytes", lostBytes);
        sink.total("sessions", sessions);
        Look look = last;
        if (look != null) {
            sink.level("lanes", look.lanes);
            sink.level("lagBytes", look.lagBytes);
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
