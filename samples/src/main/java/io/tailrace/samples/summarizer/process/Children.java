/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer.process;

import io.tailrace.samples.summarizer.pipeline.Crew;
import io.tailrace.samples.summarizer.summary.Definition;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The processes that this one has started. For one thread. */
final class Children implements AutoCloseable {
    private static final String DRIVER_DIRECTORY = "TAILRACE_DIR";

    private final List<String> command;
    private final Path directory;
    private final Crew crew;
    private final List<Child> children = new ArrayList<>();

    /**
     * @param command starts the Summarizer
     * @param directory of the driver
     * @param crew fails when one of them dies
     */
    Children(List<String> command, Path directory, Crew crew) {
        this.command = command;
        this.directory = directory;
        this.crew = crew;
    }

    /**
     * Starts one more.
     *
     * @param definitions of the summaries that it owns
     */
    void start(String name, List<Definition> definitions, List<String> arguments) {
        List<String> all = new ArrayList<>(command);
        all.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(all);
        builder.environment().put(DRIVER_DIRECTORY, directory.toString());
        children.add(new Child(name, builder, definitions, crew, System.err));
    }

    /** Waits until all of them read. */
    void awaitReady() throws InterruptedException {
        for (Child child : children) {
            child.awaitReady();
        }
    }

    /** {@return their reports, in the order in which they were started} */
    List<ChildReport> awaitReports() throws InterruptedException {
        List<ChildReport> reports = new ArrayList<>();
        for (Child child : children) {
            reports.add(child.awaitReport());
        }
        return reports;
    }

    /** Waits until all of them have ended in order. */
    void awaitEnd() throws InterruptedException {
        for (Child child : children) {
            child.awaitEnd();
        }
    }

    /** Ends those that have not ended. */
    @Override
    public void close() {
        children.forEach(Child::beginClose);
        children.forEach(Child::close);
    }
}
