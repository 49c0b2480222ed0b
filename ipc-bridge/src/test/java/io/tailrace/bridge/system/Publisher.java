/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.file.Path;

/** A process that runs {@link NumbersMain}, and its progress, which outlives it. */
final class Publisher {
    private final String stream;
    private final int generation;
    private final MappedBuffer progress;
    private final JavaProcess process;

    Publisher(BridgeScene scene, Host host, String stream, String kind, int generation, long perSecond)
            throws IOException {
        this.stream = stream;
        this.generation = generation;
        Path file = scene.root().resolve("progress-" + generation);
        progress = MappedFile.create(file, NumbersMain.PROGRESS_LENGTH, FileAccess.PRIVATE)
                .buffer();
        process = host.start(NumbersMain.class, host.directory(), stream, kind, generation, file, perSecond);
    }

    String stream() {
        return stream;
    }

    int generation() {
        return generation;
    }

    JavaProcess process() {
        return process;
    }

    /** {@return the id of its log; returns once its process is ready} */
    long logId() {
        return Long.parseLong(process.awaitLine("PUBLICATION"));
    }

    long accepted() {
        return progress.getLongAcquire(NumbersMain.ACCEPTED);
    }

    private boolean isAll(long number) {
        return number == accepted() || number == progress.getLongAcquire(NumbersMain.ATTEMPTED);
    }

    /** {@return whether the last of its messages has reached a witness} The process has exited, normally or not. */
    boolean hasArrived(Witness witness) {
        return isAll(witness.of(generation).next());
    }

    /**
     * Expects that a mirror's witness has the same messages at the same positions as the source's witness, except lost
     * ones.
     */
    void assertSame(Witness source, Witness mirror) {
        long[] there = source.of(generation).positions();
        long[] here = mirror.of(generation).positions();
        assertTrue(accepted() > 0, this::toString);
        assertTrue(here.length <= there.length, this::toString);
        for (int number = 0; number < here.length; number++) {
            if (here[number] != Witness.Seen.LOST) {
                assertEquals(there[number], here[number], "position of message " + number + " of " + this);
            }
        }
    }

    @Override
    public String toString() {
        return "generation " + generation + " of " + stream + ": accepted=" + accepted() + ", alive="
                + process.isAlive();
    }
}
