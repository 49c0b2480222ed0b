/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The system's texts in the language of the user change no exit code. */
final class LanguageIT {
    private static final Path GERMAN = Path.of("/usr/share/locale/de/LC_MESSAGES/libc.mo");

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    @BeforeEach
    void requireGerman() {
        assumeTrue(Files.exists(GERMAN), "the system has no German texts");
    }

    private Tool run(String... arguments) throws IOException {
        return Tool.run(directory, Tool.wrap(Tool.quick(arguments), "env", "LC_ALL=C.UTF-8", "LANGUAGE=de"));
    }

    @Test
    void anAddressInUse() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Tool driver = Tool.driver(directory);
                Tool web = run("web", "--listen", Integer.toString(taken.getLocalPort()))) {
            web.assertFails(ExitCode.IN_USE, "Die Adresse wird bereits verwendet");
        }
    }

    @Test
    void aReadOnlyFileSystem() throws IOException {
        try (SmallFileSystem small = SmallFileSystem.mount(directory.path().resolve("small"), "size=4m")) {
            small.makeReadOnly();
            Path there = small.path().resolve("driver");
            try (Tool driver = run("driver", "--dir", there.toString())) {
                driver.assertFails(ExitCode.PERMISSION, "Das Dateisystem ist nur lesbar", there.toString());
            }
        }
    }
}
