/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.memory.Ownership;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Whether this user may use the directory, and nobody else may harm it. Looks at the directory itself. */
final class DirectoryInspection implements Inspection {
    private static final int PERMISSIONS = 07777;
    private static final int STICKY = 01000;

    @Override
    public String topic() {
        return "directory";
    }

    @Override
    public void inspect(Subject subject, Findings findings) {
        Path directory = subject.directory();
        try {
            if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                there(directory, Ownership.of(directory), findings);
            } else {
                missing(directory, findings);
            }
            parent(directory.getParent(), findings);
        } catch (IOException | UnsupportedOperationException e) {
            findings.unknown(topic(), "path=" + directory + " can not be looked at: " + e.getMessage());
        }
    }

    private void missing(Path directory, Findings findings) {
        Path parent = directory.getParent();
        if (parent != null && Files.isWritable(parent)) {
            findings.ok(topic(), "path=" + directory + " is not there yet; a driver can make it");
        } else {
            findings.crit(
                    topic(),
                    "path=" + directory + " is not there, and this user can not make it: parent=" + parent,
                    "make the parent, or let this user write there, or give another --dir");
        }
    }

    private void there(Path directory, Ownership found, Findings findings) throws IOException {
        String text = "path=" + directory + ", owner=" + found.owner() + ", group="
                + found.group().getName() + ", mode=" + Integer.toOctalString(found.mode() & PERMISSIONS);
        if (!found.isDirectory()) {
            findings.crit(topic(), text + ": no directory", "remove it, or give another --dir; no link is followed");
        } else if (found.othersMayWrite()) {
            findings.crit(
                    topic(),
                    text + ": every user may write there, and so forge messages",
                    "end driver and clients, chmod o-w " + directory + ", start them again");
        } else if (!mayUse(directory)) {
            findings.crit(
                    topic(),
                    text + ": this user may not connect",
                    "run as " + found.owner() + ", or share it: tailrace driver --group NAME, with a group of this "
                            + "user's, and clients with --group NAME");
        } else if (found.isOwn() || found.isRoots()) {
            findings.ok(topic(), text + ": this user may connect");
        } else {
            findings.warn(
                    topic(),
                    text + ": another user's; this user may connect if the group is named",
                    "clients with --group " + found.group().getName());
        }
    }

    /** Each client makes a directory of its own there. */
    private static boolean mayUse(Path directory) {
        Path clients = directory.resolve("clients");
        return Files.isReadable(directory)
                && Files.isExecutable(directory)
                && Files.isWritable(Files.exists(clients) ? clients : directory);
    }

    private void parent(@Nullable Path parent, Findings findings) throws IOException {
        if (parent != null && Files.exists(parent)) {
            Ownership found = Ownership.of(parent.toRealPath());
            if (found.othersMayWrite() && (found.mode() & STICKY) == 0) {
                findings.crit(
                        topic(),
                        "parent=" + parent + ", mode=" + Integer.toOctalString(found.mode() & PERMISSIONS)
                                + ": every user may put another directory in its place",
                        "chmod +t " + parent);
            }
        }
    }
}
