/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.lab;

import io.tailrace.benchmarks.lab.Fork.Answerer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Processes that measure a candidate together, by their roles, with a directory that is deleted when they have ended.
 */
public final class Team implements Block.Party {
    private final Lab lab;
    private final Path directory;
    private final Map<String, Fork> forks = new LinkedHashMap<>();

    /** Starts empty; the directory does not exist yet. */
    public Team(Lab lab) {
        this.lab = lab;
        this.directory = lab.newDirectory();
    }

    public Path directory() {
        return directory;
    }

    /** Starts a process, and stops it. */
    public Fork add(
            Object candidate,
            String role,
            List<String> flags,
            Class<? extends Answerer> answerer,
            String... arguments) {
        Fork fork = lab.fork(candidate + " " + role, flags, answerer, arguments);
        forks.put(role, fork);
        return fork;
    }

    public void resume() {
        forks.values().forEach(Fork::resume);
    }

    public void stop() {
        forks.values().forEach(Fork::stop);
    }

    /** {@return the CPU time that all of them have used, in seconds} */
    public double cpuSeconds() {
        return forks.values().stream().mapToDouble(Fork::cpuSeconds).sum();
    }

    /** {@return a figure of each process, by its role followed by the name of the figure} */
    public <T> Map<String, T> each(String name, LongFunction<T> figureOfPid) {
        Map<String, T> figures = new LinkedHashMap<>();
        forks.forEach((role, fork) -> figures.put(role + name, figureOfPid.apply(fork.pid())));
        return figures;
    }

    /** Ends them, the last one first, because it uses resources of the others. */
    @Override
    public void close() {
        List<Fork> lastFirst = new ArrayList<>(forks.values());
        Collections.reverse(lastFirst);
        lastFirst.forEach(Fork::close);
        SharedMemory.delete(directory);
    }
}
