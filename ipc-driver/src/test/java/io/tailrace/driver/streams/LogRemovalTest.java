/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventBroadcast;
import io.tailrace.driver.Rig;
import io.tailrace.file.FileAccess;
import io.tailrace.log.LogFiles;
import io.tailrace.report.EventLog;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogRemovalTest {
    private static final int LENGTH = 4096;
    private static final int FILES = 1 + 3;

    @TempDir
    Path folder;

    private final List<Throwable> errors = new ArrayList<>();

    /** One client, which the driver refuses: it lives, and may use any log that an earlier driver left. */
    private static ClientRegistry one(DriverDirectory directory) throws IOException {
        Files.createDirectories(directory.client(1));
        Files.write(directory.client(1).resolve("commands"), new byte[LENGTH]);
        ControlFile control = ControlFile.create(directory.controlFile(), FileAccess.PRIVATE, 1, 1, Rig.TERM_LENGTH, 1);
        ClientRegistry clients = new ClientRegistry(
                directory,
                control,
                EventLog.open(directory, FileAccess.PRIVATE, () -> 1),
                new EventBroadcast.Sender(control.events(), id -> {}),
                id -> {},
                refusal -> {},
                0);
        clients.findNew(0);
        control.close();
        assertEquals(Set.of(1L), clients.living());
        return clients;
    }

    @Test
    void aLogThatClientsMayUseStaysWholeAlthoughItsDriverDiesWhileItDeletesTheFiles() throws IOException {
        DriverDirectory directory = new DriverDirectory(folder);
        ClientRegistry clients = one(directory);
        for (int deleted = 1; deleted < FILES; deleted++) {
            Path log = directory.log(deleted);
            Files.createDirectories(log);
            Files.write(LogFiles.metaPath(log), new byte[LENGTH]);
            List<FileChannel> terms = new ArrayList<>();
            for (int i = 0; i < FILES - 1; i++) {
                Files.write(LogFiles.termPath(log, i), new byte[LENGTH]);
                terms.add(FileChannel.open(LogFiles.termPath(log, i), StandardOpenOption.READ));
            }
            LogRemoval first = new LogRemoval(directory, clients, errors::add);
            first.removeLeft(log);
            for (int i = 0; i < deleted; i++) {
                assertEquals(1, first.doWork(i));
            }

            LogRemoval next = new LogRemoval(directory, clients, errors::add);
            next.removeLeft(log);
            for (int cycle = 0; next.doWork(cycle) > 0; cycle++) {
                assertEquals(List.of(), errors);
            }

            assertFalse(Files.exists(log));
            for (FileChannel term : terms) {
                assertEquals(LENGTH, term.size());
                term.close();
            }
        }
    }
}
