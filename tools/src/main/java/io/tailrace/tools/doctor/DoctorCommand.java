/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.DriverDirectory;
import io.tailrace.tools.command.JsonLines;
import io.tailrace.tools.command.Output;
import io.tailrace.tools.command.ToolCommand;
import io.tailrace.tools.doctor.Findings.Finding;
import io.tailrace.tools.doctor.Subject.LiveProcess;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Reports what is wrong with a host and with the directory of a driver, and the fixes. */
@Command(
        name = "doctor",
        description = "Diagnoses this host and a media driver's directory, and names the fixes. Read-only.",
        footer = {
            "Topics: driver, clients, files, streams, histories, links, errors, space, names, leftovers, "
                    + "directory, file system, memory, processors, java, open files, mappings, "
                    + "removal (systemd at logout), swap.",
            "Run it as the user who runs or uses the driver; no driver is needed. A value that cannot "
                    + "be read is unknown and does not count.",
            "Exit codes: 0 OK, 1 warning, 2 critical; other failures as in all commands.",
            "Example:",
            "  tailrace doctor --dir /dev/shm/quotes --json"
        })
public final class DoctorCommand extends ToolCommand {
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

    private static final String SCHEMA = "tailrace.doctor/1";

    @Option(names = "--json", description = "Write JSON, one object per line.")
    private boolean json;

    @Override
    public Integer call() {
        Subject subject = Subject.read(new DriverDirectory(directory().path()), context(), Subject.Scope.ALL);
        Findings findings = examine(subject, ALL);
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
            Map<Object, List<Finding>> alike = new LinkedHashMap<>();
            for (LiveProcess process : any ? subject.processes() : List.of(subject.self())) {
                Findings own = new Findings().look(findings.topic(), about -> look.inspect(subject, process, about));
                for (Finding finding : own.all()) {
                    Object key = finding.fix().isEmpty() ? finding.verdict() : finding;
                    alike.computeIfAbsent(key, added -> new ArrayList<>()).add(finding.of(process));
                }
            }
            alike.values().forEach(same -> findings.add(same.get(0).andMore(same.size() - 1)));
        };
    }
}
