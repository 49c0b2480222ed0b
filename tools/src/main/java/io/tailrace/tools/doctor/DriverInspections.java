/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.inspect.ClientView;
import io.tailrace.inspect.ErrorsReader.ErrorView;
import io.tailrace.inspect.Metrics;
import io.tailrace.inspect.Observation;
import io.tailrace.inspect.Snapshot;
import io.tailrace.inspect.Unreadable;
import io.tailrace.report.SuggestedCommand;
import io.tailrace.tools.clean.Survey;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.command.Quantity;
import io.tailrace.tools.doctor.Findings.Unknown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Checks whether there is a working driver of this version, and what a crash left. */
final class DriverInspections {
    private static final double SILENT_SECONDS = 2;
    private static final double SILENT_LONG_SECONDS = 5;
    private static final int HEADER_LENGTH = 12;
    private static final int VERSION_OFFSET = 8;
    private static final String OWN = ControlFile.VERSION_MAJOR + "." + ControlFile.VERSION_MINOR;

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
                long pid = client.owner().pid();
                findings.warn(
                        client.name() + " (pid " + pid + ", " + client.program() + "): "
                                + client.reason(snapshot.takenNs()),
                        "let it run: kill -CONT " + pid + " if it is stopped; or end it");
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
                "let it run: kill -CONT " + pid + " if it is stopped; see its processor: "
                        + SuggestedCommand.of("doctor", "--dir", subject.directory()));
    }

    /**
     * Checks whether the driver has the same version as this command. Reads only the first bytes of the control file,
     * because a reader of the whole file refuses another version.
     */
    static void version(Subject subject, Findings findings) {
        Path control = new DriverDirectory(subject.directory()).lastControlFile();
        if (!Files.isRegularFile(control, LinkOption.NOFOLLOW_LINKS)) {
            findings.ok("no driver's files; those of this command are of version " + OWN);
            return;
        }
        try (InputStream in = Files.newInputStream(control, LinkOption.NOFOLLOW_LINKS)) {
            ByteBuffer header = ByteBuffer.wrap(in.readNBytes(HEADER_LENGTH)).order(ByteOrder.LITTLE_ENDIAN);
            if (header.limit() < HEADER_LENGTH || header.getLong(0) != ControlFile.MAGIC) {
                findings.crit("no control file of a driver: path=" + control, "end the driver, start it again");
            } else {
                compare(header.getInt(VERSION_OFFSET), findings);
            }
        } catch (IOException e) {
            throw new Unknown("path=" + control + " cannot be read");
        }
    }

    private static void compare(int version, Findings findings) {
        int major = version >>> 16;
        int minor = version & 0xFFFF;
        String text = "driver's files=" + major + '.' + minor + ", this command's=" + OWN;
        if (major != ControlFile.VERSION_MAJOR) {
            findings.crit(text + ": they cannot work together", "run both from the same version of Tailrace");
        } else if (minor != ControlFile.VERSION_MINOR) {
            findings.warn(
                    text + ": they work together without the additions of the newer one",
                    "start the driver again from this version, or run the command from the driver's");
        } else {
            findings.ok(text);
        }
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
