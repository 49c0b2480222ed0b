/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.doctor.Findings.Finding;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** All inspections: first what is nearest to a user, last what only an administrator can change. */
final class Doctor {
    /**
     * Looks at one thing that can be wrong. Changes nothing; what can not be read is unknown.
     *
     * @param topic what it looks at, in a word or two
     * @param look gathers what is found about the topic
     */
    record Inspection(String topic, BiConsumer<Subject, Findings> look) {}

    static final List<Inspection> ALL = List.of(
            new Inspection("driver", DriverInspections::driver),
            new Inspection("streams", StreamInspections::streams),
            new Inspection("names", StreamInspections::names),
            new Inspection("histories", StreamInspections::histories),
            new Inspection("links", StreamInspections::links),
            new Inspection("version", DriverInspections::version),
            new Inspection("leftovers", DriverInspections::leftovers),
            new Inspection("directory", DirectoryInspections::directory),
            new Inspection("file system", DirectoryInspections::fileSystem),
            new Inspection("space", DirectoryInspections::space),
            new Inspection("memory", each(HostInspections::memory)),
            new Inspection("processors", each(HostInspections::processors)),
            new Inspection("processors", HostInspections::sharedProcessors),
            new Inspection("java", Doctor::jdks),
            new Inspection("open files", each(HostInspections::openFiles)),
            new Inspection("mappings", each(HostInspections::mappings)),
            new Inspection("removal", DirectoryInspections::removal),
            new Inspection("swap", HostInspections::swap),
            new Inspection("huge pages", HostInspections::hugePages),
            new Inspection("clock", HostInspections::clock),
            new Inspection("governor", HostInspections::governor),
            new Inspection("umask", each(HostInspections::umask)));

    private Doctor() {}

    static Findings examine(Subject subject, List<Inspection> inspections) {
        Findings findings = new Findings();
        for (Inspection inspection : inspections) {
            findings.look(inspection.topic(), about -> inspection.look().accept(subject, about));
        }
        return findings;
    }

    /** Looks at one process. The findings name the values only. */
    @FunctionalInterface
    interface ProcessLook {
        void inspect(Subject subject, LiveProcess process, Findings findings);
    }

    /**
     * {@return an inspection of each process alone} Of those that live, or of this command where none does, for it runs
     * where they would. Of processes of which there is the same to be said one is named.
     */
    private static BiConsumer<Subject, Findings> each(ProcessLook look) {
        return (subject, findings) -> {
            boolean any = !subject.processes().isEmpty();
            List<LiveProcess> processes = any ? subject.processes() : List.of(subject.self());
            // All is well, with whatever values, is the same to a reader.
            each(look, subject, processes, findings, f -> f.fix().isEmpty() ? f.verdict() : f);
        };
    }

    private static void each(
            ProcessLook look,
            Subject subject,
            List<LiveProcess> processes,
            Findings findings,
            Function<Finding, Object> likeness) {
        Map<Object, Finding> first = new LinkedHashMap<>();
        Map<Object, Integer> counts = new LinkedHashMap<>();
        for (LiveProcess process : processes) {
            Findings own = new Findings().look(findings.topic(), about -> look.inspect(subject, process, about));
            for (Finding finding : own.all()) {
                Object key = likeness.apply(finding);
                first.putIfAbsent(key, finding.of(process));
                counts.merge(key, 1, Integer::sum);
            }
        }
        first.forEach((key, finding) -> findings.add(finding.andMore(counts.getOrDefault(key, 1) - 1)));
    }

    /** Which JDKs run, each named: that of this command, too. */
    private static void jdks(Subject subject, Findings findings) {
        List<LiveProcess> all = new ArrayList<>(List.of(subject.self()));
        all.addAll(subject.processes());
        each(HostInspections::jdk, subject, all, findings, finding -> finding);
    }
}
