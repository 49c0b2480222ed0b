/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.Context;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.Output;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says what is wrong with a host and with the directory of a driver, and what to do about it. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = {
            "Says what is wrong with this host and with the directory of a media driver, and the fix. Changes nothing.",
        },
        footer = {
            "",
            "With or without a driver, as the user who is to run or to use it. What can not be read is unknown, and "
                    + "counts for nothing.",
            "",
            "Exit codes: 0 all is well, 1 a warning, 2 something critical; other failures as those of all commands.",
            "",
            "Example:",
            "  tailrace doctor",
            "  tailrace doctor --dir /dev/shm/quotes --json"
        })
public final class DoctorCommand implements Callable<Integer> {
    private final Context context;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Option(names = "--json", description = "Write one JSON object a line: " + DoctorReport.SCHEMA + ".")
    private boolean json;

    /** Runs in a context. */
    public DoctorCommand(Context context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        DriverDirectory driver = new DriverDirectory(directory.path());
        Findings findings = Doctor.examine(
                new SubjectReader(driver, context.host(), HostFiles.ofThisHost(), context.termination()).read());
        try (Output out = context.newOutput().get()) {
            DoctorReport report = json ? DoctorReport.json(out) : DoctorReport.text(out, context.terminal());
            report.write(findings);
        }
        return findings.worst().exitCode();
    }
}
