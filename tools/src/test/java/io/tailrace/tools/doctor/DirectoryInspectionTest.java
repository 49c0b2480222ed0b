/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.doctor;

import static io.tailrace.tools.command.Verdict.CRITICAL;
import static io.tailrace.tools.command.Verdict.OK;

import io.tailrace.tools.command.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryInspectionTest {
    @TempDir
    private Path parent;

    private void assertFinds(String name, Verdict verdict, String part) {
        new FakeHost(parent)
                .directory(parent.resolve(name))
                .assertFinds("directory", verdict, "path=" + parent.resolve(name), part);
    }

    @Test
    void oneThatIsThere() throws IOException {
        Files.createDirectories(parent.resolve("driver/clients"));
        assertFinds("driver", OK, "this user may connect");
    }

    @Test
    void oneThatIsNotThereYet() {
        assertFinds("driver", OK, "does not exist yet");
    }

    @Test
    void oneThatNobodyCanMake() {
        assertFinds("missing/driver", CRITICAL, "cannot create it");
    }

    @Test
    void oneThatEverybodyMayWriteTo() throws IOException {
        Path open = Files.createDirectory(parent.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        assertFinds("open", CRITICAL, "forge");
        new FakeHost(parent)
                .directory(open.resolve("driver"))
                .assertFinds("directory", CRITICAL, "parent=" + open, "chmod +t");
    }

    @Test
    void aLinkAndAFile() throws IOException {
        Files.createSymbolicLink(parent.resolve("link"), Files.createDirectory(parent.resolve("real")));
        Files.createFile(parent.resolve("file"));
        assertFinds("link", CRITICAL, "no link is followed");
        assertFinds("file", CRITICAL, "not a directory");
    }
}
