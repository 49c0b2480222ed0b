/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import io.tailrace.control.ControlFile;
import io.tailrace.tools.command.Verdict;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionInspectionTest {
    @TempDir
    private Path directory;

    private void assertFinds(Verdict verdict, String part) {
        new FakeHost(directory).directory(directory).assertFinds("version", verdict, part);
    }

    private void writeControl(long magic, int major, int minor) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(0, magic).putInt(8, major << 16 | minor);
        Files.write(directory.resolve("control"), header.array());
    }

    @Test
    void versions() throws IOException {
        assertFinds(Verdict.OK, "no driver's files");
        writeControl(ControlFile.MAGIC, ControlFile.VERSION_MAJOR, ControlFile.VERSION_MINOR);
        assertFinds(Verdict.OK, "driver's files=1.");
        writeControl(ControlFile.MAGIC, ControlFile.VERSION_MAJOR, ControlFile.VERSION_MINOR + 1);
        assertFinds(Verdict.WARNING, "driver's files=1.");
        writeControl(ControlFile.MAGIC, ControlFile.VERSION_MAJOR + 1, 0);
        assertFinds(Verdict.CRITICAL, "driver's files=2.0");
    }

    @Test
    void whatIsNone() throws IOException {
        writeControl(1, 1, 1);
        assertFinds(Verdict.CRITICAL, "no control file");
        Files.write(directory.resolve("control"), new byte[5]);
        assertFinds(Verdict.CRITICAL, "no control file");
    }
}
