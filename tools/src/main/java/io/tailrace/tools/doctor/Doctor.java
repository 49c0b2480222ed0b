/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.tools.doctor.Findings.Finding;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** All inspections, from the nearest to a user to those that only an administrator can fix. */
final class Doctor {
    /**
     * Inspects one topic. Changes nothing; the result for an unreadable file is unknown.
     *
     * @param topic its subject, in a word or two
     * @param look gathers the findings about the topic
     */
    record Inspection(String topic, BiConsumer<Subject, Findings> look) {}

    /** How many of the first findings summarize a driver and its streams if all is well. */
    static final int MAIN_TOPICS = 2;

    /** The inspections of a driver and its streams. */
    static final List<Inspection> OF_DRIVER = List.of(
            new Inspection("driver", DriverInspections::driver),
            new Inspection("streams", StreamInspections::streams),
            new Inspection("clients", DriverInspections::clients),
            new Inspection("files", DriverInspections::files),
            new Inspection("histories", StreamInspections::histories),
            new Inspection("links", StreamInspections::links),
            new Inspection("errors", DriverInspections::errors),
            new Inspection("space", DirectoryInspections::space));

    private static final List<Inspection> OF_HOST = List.of(
            new Inspection("names", StreamInspections::names),
            new Inspection("leftovers", DriverInspections::leftovers),
            new Inspection("directory", DirectoryInspections::directory),
            new Inspection("file system", DirectoryInspections::fileSystem),
            new Inspection("space", DirectoryInspections::wholeSpace),
            new Inspection("memory", each(HostInspections::memory)),
            new Inspection("processors", each(HostInspections::processors)),
            new Inspection("processors", HostInspections::sharedProcessors),
            new Inspection("java", each(HostInspections::jdk)),
            new Inspection("open files", each(HostInspections::openFiles)),
            new Inspection("mappings", each(HostInspections::mappings)),
            new Inspection("removal", DirectoryInspections::removal),
            new Inspection("swap", HostInspections::swap));

    static final List<Inspection> ALL =
            Stream.concat(OF_DRIVER.stream(), OF_HOST.stream()).toList();

    private Doctor() {}

    static Findings examine(Subject subject, List<Inspection> inspections) {
        Findings findings = new Findings();
        for (Inspection inspection : inspections) {
            findings.look(inspection.topic(), about -> inspection.look().accept(subject, about));
        }
        return findings;
    }

    /** Inspects one process. Its findings give only the values; the name of the process is added to them. */
    @FunctionalInterface
    interface ProcessLook {
        void inspect(Subject subject, LiveProcess process, Findings findings);
    }

    /**
     * {@return an inspection of each process separately} It inspects the living processes, or this command if none
     * lives, because this command runs where they would. Of several processes with the same finding, only one is named;
     * to a reader, all fine findings are the same, whatever their values.
     */
    private static BiConsumer<Subject, Findings> each(ProcessLook look) {
        return (subject, findings) -> {
            boolean any = !subject.processes().isEmpty();
            Map<Object, Finding> first = new LinkedHashMap<>();
            Map<Object, Integer> counts = new LinkedHashMap<>();
            for (LiveProcess process : any ? subject.processes() : List.of(subject.self())) {
                Findings own = new Findings().look(findings.topic(), about -> look.inspect(subject, process, about));
                for (Finding finding : own.all()) {
                    Object key = finding.fix().isEmpty() ? finding.verdict() : finding;
                    first.putIfAbsent(key, finding.of(process));
                    counts.merge(key, 1, Integer::sum);
                }
            }
            first.forEach((key, finding) -> findings.add(finding.andMore(counts.getOrDefault(key, 1) - 1)));
        };
    }
}
