/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.DirectoryOption;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import io.tailrace.tools.view.Host;
import io.tailrace.tools.view.LocalHost;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
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
    private final Termination termination;
    private final Terminal terminal;
    private final Host host;
    private final Supplier<Output> newOutput;

    @Mixin
    private final DirectoryOption directory = new DirectoryOption();

    @Option(names = "--json", description = "Write one JSON object a line: " + DoctorReport.SCHEMA + ".")
    private boolean json;

    /** For the standard output of this host; the termination ends it. */
    public DoctorCommand(Termination termination, Terminal terminal) {
        this(termination, terminal, new LocalHost(), Output::standard);
    }

    /** For another output of another host; the files by which a host tells of itself are those of this one. */
    public DoctorCommand(Termination termination, Terminal terminal, Host host, Supplier<Output> newOutput) {
        this.termination = termination;
        this.terminal = terminal;
        this.host = host;
        this.newOutput = newOutput;
    }

    @Override
    public Integer call() {
        DriverDirectory driver = new DriverDirectory(directory.path());
        Findings findings = Doctor.examine(new SubjectReader(driver, host, HostFiles.ofThisHost(), termination).read());
        try (Output out = newOutput.get()) {
            DoctorReport report = json ? DoctorReport.json(out) : DoctorReport.text(out, terminal);
            report.write(findings);
        }
        return findings.worst().exitCode();
    }
}
