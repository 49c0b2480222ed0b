/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.live;

import io.tailrace.samples.summarizer.event.Reject;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A thread that makes figures each second, and hands them on. */
public final class LiveFigures implements AutoCloseable {
    private static final long LOOK_MS = 50;
    private static final int LOOKS_A_SECOND = 20;

    private final Meter meter;
    private final Consumer<Figures> taker;
    private final Thread thread = new Thread(this::run, "live-figures");

    /**
     * Makes it; nothing runs yet.
     *
     * @param gauges of the stages, in the order in which events pass them
     * @param rejects tells how many lines were no events so far
     * @param taker gets the figures, those of the end last
     */
    public LiveFigures(List<Gauge> gauges, Supplier<Map<Reject, Long>> rejects, Consumer<Figures> taker) {
        this.meter = new Meter(gauges, rejects, System.nanoTime());
        this.taker = taker;
        thread.setDaemon(true);
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    private void run() {
        try {
            while (true) {
                for (int i = 0; i < LOOKS_A_SECOND; i++) {
                    Thread.sleep(LOOK_MS);
                    meter.look();
                }
                taker.accept(meter.take(System.nanoTime()));
            }
        } catch (InterruptedException e) {
            // That is its end.
        }
    }

    /** Ends its thread, waits for that, and hands on the last figures. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        taker.accept(meter.last());
    }
}
