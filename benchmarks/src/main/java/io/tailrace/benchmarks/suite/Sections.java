/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.suite;

import static java.util.stream.Collectors.joining;

import io.tailrace.benchmarks.bridge.BridgeSection;
import io.tailrace.benchmarks.classic.ClassicSection;
import io.tailrace.benchmarks.history.HistorySection;
import io.tailrace.benchmarks.injector.DispatchSection;
import io.tailrace.benchmarks.injector.InjectorSection;
import io.tailrace.benchmarks.lab.Run;
import io.tailrace.benchmarks.lab.Section;
import io.tailrace.benchmarks.lab.SharedMemory;
import io.tailrace.benchmarks.lab.Waiting;
import io.tailrace.benchmarks.pair.DuelPlan;
import io.tailrace.benchmarks.pair.ProcessPlan;
import io.tailrace.benchmarks.report.Plots;
import io.tailrace.benchmarks.report.RawFile;
import io.tailrace.benchmarks.waiting.CooperativeSection;
import io.tailrace.benchmarks.waiting.WaitingSection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The sections of the suite. */
public final class Sections {
    /** In the order of the report. */
    static final List<Section> ALL = List.of(
            ClassicSection.SECTION,
            DuelPlan.SECTION,
            ProcessPlan.SECTION,
            CooperativeSection.SECTION,
            InjectorSection.SECTION,
            DispatchSection.SECTION,
            WaitingSection.SECTION,
            HistorySection.SECTION,
            BridgeSection.SECTION);

    /** The sections of a quick run, whose user waits for it. */
    static final List<Section> OF_QUICK = ALL.stream()
            .filter(section -> Set.of("classic", "duel", "process").contains(section.name()))
            .toList();

    /** The usage of a section. */
    public static final String USAGE = ALL.stream().map(Section::name).collect(joining("|"))
            + " [options]: one section alone; SECTION --help lists its options\n";

    private Sections() {}

    /** {@return the section of that name, if there is one} */
    public static Optional<Section> find(String name) {
        return ALL.stream().filter(section -> section.name().equals(name)).findFirst();
    }

    static Section named(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("no such section: name=" + name + ", known="
                        + String.join(", ", ALL.stream().map(Section::name).toList())));
    }

    /** {@return the exit code} Measures with one JDK, and prints the section's part of the report. */
    @SuppressWarnings("try") // The children are only closed.
    public static int run(Section section, List<String> arguments) {
        Run run = Run.parse(arguments, section.options());
        Machine machine = Machine.check(run.anyway(), run.say());
        if (machine.exitCode() != 0) {
            return machine.exitCode();
        }
        try (Children children = new Children()) {
            section.run(run);
        }
        System.out.println("# " + section.chapter().title() + "\n");
        System.out.print(section.chapter().toMarkdown(RawFile.readAll(run.out()), new Plots(run.out())));
        return 0;
    }

    /**
     * The JVMs that sections start. If a signal ends this JVM before they are done, it also kills them and removes
     * their files from shared memory.
     */
    static final class Children implements AutoCloseable {
        private static final long TIMEOUT_MS = 5_000;

        private final Thread end = new Thread(Children::end, "children");

        Children() {
            Runtime.getRuntime().addShutdownHook(end);
        }

        /** Does not return after a signal: failures of the shutdown do not count. */
        void awaitEndIfSignalled() {
            close();
            Runtime.getRuntime().addShutdownHook(end);
        }

        @Override
        public void close() {
            try {
                Runtime.getRuntime().removeShutdownHook(end);
            } catch (IllegalStateException e) { // The JVM is shutting down: too late to deregister.
                Waiting.sleep(Long.MAX_VALUE);
            }
        }

        private static void end() {
            System.err.println(
                    "ended by a signal; \"tailrace-bench report DIR\" makes the report of what was measured before");
            List<ProcessHandle> children = ProcessHandle.current().descendants().toList();
            children.forEach(ProcessHandle::destroyForcibly);
            children.forEach(Children::await);
            Set<Long> makers = new HashSet<>(Set.of(ProcessHandle.current().pid()));
            children.forEach(child -> makers.add(child.pid()));
            SharedMemory.deleteAllMadeBy(makers);
        }

        private static void await(ProcessHandle child) {
            try {
                Waiting.result(child.onExit(), TIMEOUT_MS);
            } catch (IllegalStateException e) {
                System.err.println("a process does not end: pid=" + child.pid() + ", cause=" + e);
            }
        }
    }
}
