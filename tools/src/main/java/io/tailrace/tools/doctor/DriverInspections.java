/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.ErrorsReader.ErrorView;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.Unreadable;
import io.tailrace.report.SuggestedCommand;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.command.Remedy;
import io.tailrace.tools.doctor.Findings.Unknown;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Checks whether there is a working driver, and what a crash left. */
final class DriverInspections {
    private static final double SILENT_SECONDS = 2;
    private static final double SILENT_LONG_SECONDS = 5;

    private DriverInspections() {}

    /** Checks whether the driver lives and works. */
    static void driver(Subject subject, Findings findings) {
        Observation seen = subject.seen();
        if (seen != null) {
            life(subject, seen, findings);
        } else if (subject.trouble().isEmpty()) {
            findings.ok("there is none yet: directory=" + subject.directory());
        } else {
            throw new Unknown(subject.trouble());
        }
    }

    /** Checks whether the clients work: one that does not holds others back. */
    static void clients(Subject subject, Findings findings) {
        Snapshot snapshot = subject.snapshot();
        if (snapshot == null) {
            return;
        }
        for (ClientView client : snapshot.clients().values()) {
            if (client.owner().isSuspect(snapshot.takenNs())) {
                findings.warn(
                        client.name() + " (pid " + client.owner().pid() + ", " + client.program() + "): "
                                + client.reason(snapshot.takenNs()),
                        "let it run: " + Remedy.command(client, "kill -CONT ", " if it is stopped; or end it"));
            }
        }
    }

    /** Checks whether all files can be read. One that cannot may belong to something that is well, or not. */
    static void files(Subject subject, Findings findings) {
        Observation seen = subject.seen();
        if (seen == null) {
            return;
        }
        if (seen.unreadable().isEmpty()) {
            findings.ok("all can be read");
        }
        for (Unreadable failure : seen.unreadable()) {
            if (failure.reason() == Unreadable.Reason.CORRUPT) {
                findings.warn(
                        failure.message(),
                        "run driver, clients and this command with the same version of Tailrace, as the same user; "
                                + "a damaged file disappears when its driver and clients end");
            } else {
                findings.unknown(failure.message());
            }
        }
    }

    /** Checks for recent errors. */
    static void errors(Subject subject, Findings findings) {
        Observation seen = subject.seen();
        if (seen == null) {
            return;
        }
        long sinceNs = subject.scope().errorsSinceNs();
        long fromMs = seen.now().taken().toEpochMilli() - TimeUnit.NANOSECONDS.toMillis(sinceNs);
        List<ErrorView> recent = seen.errors().stream()
                .filter(error -> error.lastMs() >= fromMs)
                .sorted(Comparator.comparingLong(ErrorView::lastMs).reversed())
                .toList();
        if (recent.isEmpty()) {
            findings.ok("none within " + Quantity.shortDuration(sinceNs));
        } else {
            String more = recent.size() == 1 ? "" : " and " + (recent.size() - 1) + " more";
            findings.warn(
                    recent.get(0).owner() + ": " + recent.get(0).headline() + more,
                    SuggestedCommand.of("events", "--errors", "--dir", subject.directory()));
        }
    }

    private static void life(Subject subject, Observation seen, Findings findings) {
        ClientView driver = seen.now().driver();
        long pid = driver.owner().pid(); // Zero after an orderly shutdown.
        String reason = driver.reason(seen.now().takenNs());
        String text = driver.life(seen.now().takenNs()) + (pid == 0 ? "" : ", pid=" + pid) + ", clients="
                + seen.now().livingClients() + (reason.isEmpty() ? "" : ": " + reason);
        if (!driver.owner().lives()) {
            findings.crit(
                    text,
                    "start one: " + SuggestedCommand.of("driver", "--dir", subject.directory())
                            + (seen.now().livingClients() > 0
                                    ? ". New publications and subscriptions wait for it"
                                    : ""));
            return;
        }
        double silentSeconds = Metrics.HEARTBEAT_AGE.of(seen);
        if (Double.isNaN(silentSeconds)) {
            throw new Unknown(text + "; the time when it last worked is unknown");
        }
        findings.judge(
                silentSeconds >= SILENT_LONG_SECONDS,
                silentSeconds >= SILENT_SECONDS,
                text,
                "let it run: " + Remedy.command(driver, "kill -CONT ", " if it is stopped; see its processor: ")
                        + SuggestedCommand.of("doctor", "--dir", subject.directory()));
    }

    /** Checks whether a crash left files that no process holds. */
    static void leftovers(Subject subject, Findings findings) {
        if (subject.snapshot() == null && !subject.trouble().isEmpty()) {
            throw new Unknown("the directory cannot be listed");
        }
        if (subject.leftovers().isEmpty()) {
            findings.ok("none");
            return;
        }
        long bytes =
                subject.leftovers().stream().mapToLong(Survey.Leftover::bytes).sum();
        Survey.Leftover first = subject.leftovers().get(0);
        findings.warn(
                "count=" + subject.leftovers().size() + ", bytes=" + bytes + ", first=" + first.path() + ": "
                        + EscapedText.escape(first.reason()),
                "start a driver, which takes them over; this lists them, and --force removes them, retained messages"
                        + " too: " + SuggestedCommand.of("clean", "--dir", subject.directory()));
    }
}
