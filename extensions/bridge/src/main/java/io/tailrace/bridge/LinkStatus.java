/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge;

import io.tailrace.CounterSource;
import io.tailrace.TailraceException;
import io.tailrace.control.DriverDirectory;
import io.tailrace.report.LinkFile;
import io.tailrace.report.LinkFile.Figures;
import io.tailrace.report.LinkFile.State;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The figures and the state of one end of a link: for its file, which tools read, for its counters, and for its error
 * handler. Bridge's thread only; any thread reads the counters.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes.
final class LinkStatus implements CounterSource, AutoCloseable {
    /** The version of this library, from its jar. */
    static final String PRODUCT =
            Objects.requireNonNullElse(LinkStatus.class.getPackage().getImplementationVersion(), "development");

    private static final long BEAT_NS = TimeUnit.SECONDS.toNanos(1);

    private final LinkFile file;
    private final Consumer<Throwable> errors;
    private State state = State.CONNECTING;
    /** The host at the other end, empty until it is known. */
    String peer = "";

    /** The subscribers that hold mirrors back, by what is held: lanes or mirrors. */
    private final Map<Object, String> holders = new LinkedHashMap<>();

    private String lastError = "";
    long roundTripNs;
    private long beatNs = System.nanoTime() - BEAT_NS;
    private volatile long bytes;
    private volatile long blocks;
    private volatile long lostBytes;
    private volatile long sessions;
    private volatile @Nullable Figures last;

    private LinkStatus(LinkFile file, Consumer<Throwable> errors) {
        this.file = file;
        this.errors = errors;
        file.state(state);
    }

    /** Makes the file of an end of a link. */
    static LinkStatus create(DriverDirectory directory, LinkFile.Identity identity, Consumer<Throwable> errors)
            throws IOException {
        return new LinkStatus(LinkFile.create(directory, identity, nowMs()), errors);
    }

    /** For display, and for files on which no decision depends: the clock may step. */
    private static long nowMs() {
        return System.currentTimeMillis();
    }

    void sent(long length) {
        bytes += length;
        blocks++;
    }

    void lost(long length) {
        lostBytes += length;
    }

    void up(String host, String product) {
        sessions++;
        peer = host;
        file.peer(host, product);
        holders.clear(); // Those of the session before.
        showHolder();
        if (!lastError.isEmpty()) {
            lastError = "";
            errors.accept(new TailraceException("link up again: host=" + host));
        }
        state(State.UP);
    }

    /**
     * A subscriber holds a mirror back.
     *
     * @param what the mirror, or its lane
     * @param holder empty if none does any more
     */
    void heldBy(Object what, String holder) {
        if (holder.isEmpty()) {
            holders.remove(what);
        } else {
            holders.put(what, holder);
        }
        showHolder();
    }

    /** Its lanes have gone. */
    void down(State next) {
        holders.clear();
        showHolder();
        state(next);
    }

    private void showHolder() {
        String first = holders.isEmpty() ? "" : holders.values().iterator().next();
        file.heldBy(first);
        if (state == State.UP || state == State.HELD) {
            state(first.isEmpty() ? State.UP : State.HELD);
        }
    }

    void state(State next) {
        if (next != state) {
            state = next;
            file.state(next);
        }
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
            errors.accept(problem);
        }
    }

    /** {@return whether a second has passed since the last {@link #beat}} */
    boolean isDue(long nowNs) {
        return nowNs - beatNs >= BEAT_NS;
    }

    void beat(long nowNs, int lanes, long lagBytes, long lagNs, long retransmissions) {
        beatNs = nowNs;
        Figures figures = new Figures(lanes, bytes, blocks, lagBytes, lagNs, roundTripNs, retransmissions, lostBytes);
        last = figures;
        file.beat(nowMs(), figures);
    }

    @Override
    public void read(Sink sink) {
        sink.total("bytes", bytes);
        sink.total("blocks", blocks);
        sink.total("lostBytes", lostBytes);
        sink.total("sessions", sessions);
        Figures look = last;
        if (look != null) {
            sink.level("lanes", look.lanes());
            sink.level("lagBytes", look.lagBytes());
        }
    }

    @Override
    public void close() {
        file.close();
    }
}
