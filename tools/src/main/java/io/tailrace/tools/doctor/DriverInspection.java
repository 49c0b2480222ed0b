/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.SuggestedCommand;
import io.tailrace.tools.command.CommandException;
import io.tailrace.tools.command.EscapedText;
import io.tailrace.tools.view.ClientView;
import io.tailrace.tools.view.Snapshot;

/** Whether the driver and its clients work, and whether all files can be read. */
final class DriverInspection implements Inspection {
    private static final String START = "start one: ";

    @Override
    public String topic() {
        return "driver";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        Snapshot snapshot = subject.snapshot();
        if (snapshot == null) {
            if (subject.trouble().isEmpty()) {
                findings.ok(topic(), "there is none yet: directory=" + subject.directory());
            } else {
                findings.unknown(topic(), subject.trouble());
            }
            return;
        }
        life(subject, snapshot, findings);
        clients(snapshot, findings);
        if (snapshot.unreadable().isEmpty()) {
            findings.ok("files", "all can be read");
        }
        for (CommandException failure : snapshot.unreadable()) {
            findings.crit(
                    "files",
                    EscapedText.escape(String.valueOf(failure.getMessage())),
                    "run driver, clients and this command with the same version of Tailrace, as the same user; a file "
                            + "that is damaged goes when its driver and its clients end");
        }
    }

    /** Whoever does not work holds others back. */
    private static void clients(Snapshot snapshot, Findings findings) {
        for (ClientView client : snapshot.clients().values()) {
            if (client.owner().isSuspect(snapshot.takenNs())) {
                long pid = client.owner().pid();
                findings.warn(
                        "clients",
                        client.name() + " (pid " + pid + ", " + client.program() + "): "
                                + client.reason(snapshot.takenNs()),
                        "let it run: kill -CONT " + pid + " if it is stopped; or end it");
            }
        }
    }

    private void life(Subject subject, Snapshot snapshot, Findings findings) {
        ClientView driver = snapshot.driver();
        String life = driver.life(snapshot.takenNs());
        long pid = driver.owner().pid(); // None is known after an orderly end.
        String text = life + (pid == 0 ? "" : ", pid=" + pid) + ", clients=" + snapshot.livingClients();
        String reason = driver.reason(snapshot.takenNs());
        String start = START + SuggestedCommand.of("driver", "--dir", subject.directory());
        switch (life) {
            case "lives" -> findings.ok(topic(), text);
            case "suspect" ->
                findings.crit(
                        topic(),
                        text + ": " + reason,
                        "let it run: kill -CONT " + driver.owner().pid()
                                + " if it is stopped; see its processor below");
            default -> {
                if (snapshot.livingClients() > 0) {
                    findings.crit(topic(), text + ": " + reason, start + ". What clients want to add waits for it");
                } else {
                    findings.warn(topic(), text + ": " + reason, start);
                }
            }
        }
    }
}
