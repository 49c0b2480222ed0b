/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static io.tailrace.tools.doctor.ProcessInspections.each;

import java.util.List;
import java.util.function.BiConsumer;

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
            new Inspection("version", DriverInspections::version),
            new Inspection("leftovers", DriverInspections::leftovers),
            new Inspection("directory", DirectoryInspections::directory),
            new Inspection("file system", DirectoryInspections::fileSystem),
            new Inspection("space", DirectoryInspections::space),
            new Inspection("memory", each(ProcessInspections::memory)),
            new Inspection("processors", each(ProcessInspections::processors)),
            new Inspection("processors", ProcessInspections::sharedProcessors),
            new Inspection("java", ProcessInspections::jdks),
            new Inspection("open files", each(ProcessInspections::openFiles)),
            new Inspection("mappings", each(ProcessInspections::mappings)),
            new Inspection("removal", DirectoryInspections::removal),
            new Inspection("swap", HostInspections::swap),
            new Inspection("huge pages", HostInspections::hugePages),
            new Inspection("clock", HostInspections::clock),
            new Inspection("governor", HostInspections::governor),
            new Inspection("umask", each(ProcessInspections::umask)));

    private Doctor() {}

    static Findings examine(Subject subject, List<Inspection> inspections) {
        Findings findings = new Findings();
        for (Inspection inspection : inspections) {
            findings.look(inspection.topic(), about -> inspection.look().accept(subject, about));
        }
        return findings;
    }
}
