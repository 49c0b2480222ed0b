/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import java.util.List;

/** All inspections: first what is nearest to a user, last what only an administrator can change. */
final class Doctor {
    private static final List<Inspection> ALL = List.of(
            new DriverInspection(),
            new VersionInspection(),
            new LeftoverInspection(),
            new DirectoryInspection(),
            new FileSystemInspection(),
            new SpaceInspection(),
            new MemoryInspection(),
            new ProcessorInspection(),
            new SharedProcessorsInspection(),
            new JavaInspection(),
            new OpenFilesInspection(),
            new MappingsInspection(),
            new RemovalInspection(),
            new SwapInspection(),
            new HugePagesInspection(),
            new ClockInspection(),
            new GovernorInspection(),
            new UmaskInspection());

    private Doctor() {}

    /** Looks at everything. */
    static Findings examine(Subject subject) {
        return examine(subject, ALL);
    }

    /** One that fails, because a host says what none has said so far, takes none of the others along. */
    static Findings examine(Subject subject, List<Inspection> inspections) {
        Findings findings = new Findings();
        for (Inspection inspection : inspections) {
            try {
                inspection.inspect(subject, findings);
            } catch (RuntimeException e) {
                findings.unknown(inspection.topic(), "what the host says is not understood: " + e);
            }
        }
        return findings;
    }
}
