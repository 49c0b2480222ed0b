/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.doctor.Findings.Finding;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reports what is wrong with a host and with the directory of a driver, and the fixes. */
@Command(
        name = "doctor",
        description = "Diagnoses this host and a media driver's directory, and names the fixes. Read-only.",
        footer = {
            "",
            "Topics: driver, clients, files, streams, histories, links, errors, space, names, leftovers, "
                    + "directory, file system, memory, processors, java, open files, mappings, "
                    + "removal (systemd at logout), swap.",
            "",
            "Run it as the user who runs or uses the driver; no driver is needed. A value that cannot "
                    + "be read is unknown and does not count.",
            "",
            "Exit codes: 0 OK, 1 warning, 2 critical; other failures as in all commands.",
            "",
            "Example:",
            "  tailrace doctor --dir /dev/shm/quotes --json"
        })
public final class DoctorCommand extends ToolCommand {
    private static final String SCHEMA = "tailrace.doctor/1";

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    public Integer call() {
        Subject subject = Subject.read(new DriverDirectory(directory().path()), context(), Subject.Scope.ALL);
        Findings findings = Doctor.examine(subject, Doctor.ALL);
        try (Output out = context().newOutput().get()) {
            if (json) {
                findings.write(new JsonLines(out, SCHEMA), findings.worst(false));
            } else {
                write(findings, out);
            }
        }
        return findings.worst(false).exitCode();
    }

    /** Writes a line for each finding, with its fix on a line below it. */
    private void write(Findings findings, Output out) {
        for (Finding finding : findings.all()) {
            String line = String.format(
                    Locale.ROOT,
                    "[%-4s] %-11s  %s",
                    finding.verdict().word,
                    finding.topic(),
                    Findings.printable(finding.text()));
            out.text(context().terminal().colour(finding.verdict().colour, line))
                    .newLine();
            if (!finding.fix().isEmpty()) {
                out.text("       fix: " + Findings.printable(finding.fix())).newLine();
            }
        }
        out.format(
                "%d critical, %d warnings, %d fine, %d unknown%n",
                findings.count(Verdict.CRITICAL),
                findings.count(Verdict.WARNING),
                findings.count(Verdict.OK),
                findings.count(Verdict.UNKNOWN));
    }
}
