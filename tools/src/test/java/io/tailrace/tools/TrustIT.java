/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.Tailrace;
import io.tailrace.TailraceConfig;
import io.tailrace.TailraceException;
import io.tailrace.control.ClientFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which driver is used, and which files are touched: another user may have made the directory first. */
@Tag("faults")
class TrustIT {
    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Users users;

    @BeforeEach
    void letOthersMakeTheDirectory() throws IOException {
        users = Users.of(directory);
        Files.setAttribute(directory.path(), "unix:mode", 01777);
    }

    private void assertRefused(List<String> command, String... parts) throws IOException {
        try (Tool tool = Tool.run(directory, command)) {
            tool.assertFails(ExitCode.PERMISSION, parts);
        }
    }

    private void assertNobodyUsesIt(String owner, String... groups) throws IOException {
        String more = groups.length == 0 ? "" : " --group " + groups[0];
        for (String line : List.of("pub s message", "sub s")) {
            // In this process, which is the test's own user's.
            Run.of(directory, line + more)
                    .assertFails(ExitCode.PERMISSION, "path=" + directory.driver(), "owner=" + owner);
        }
        TailraceConfig config = TailraceConfig.DEFAULT
                .withDirectory(directory.driver())
                .withGroup(groups.length == 0 ? null : groups[0]);
        TailraceException refusal = assertThrows(TailraceException.class, () -> Tailrace.open(config));
        Run.assertHas(refusal.getMessage(), "owner=" + owner);
        assertEquals(0, directory.driver().resolve("clients").toFile().list().length);
    }

    @Test
    void whatAnotherUserRunsInThePlaceOfThisUsersDriverIsNotUsed() throws Exception {
        try (Tool driver = Tool.driver(directory, users.stranger("driver"))) {
            assertNobodyUsesIt("nobody");
            Run.of(directory, "driver").assertFails(ExitCode.PERMISSION, "owner=nobody");
            Run.of(directory, "clean --force").assertFails(ExitCode.PERMISSION, "owner=nobody");
            Run.of(directory, "sub s --group no-such-group-here")
                    .assertFails(ExitCode.USAGE, "no such group", "no-such-group-here");
            assertTrue(SmallFileSystem.run(
                    "chmod", "-R", "a+rwX", directory.driver().toString()));
            assertNobodyUsesIt("nobody");
            assertRefused(users.member("pub", "s", "message"), "owner=nobody");
            assertRefused(users.member("sub", "s", "--group", Users.GROUP), "owner=nobody");
            assertEquals("", driver.err());
        }
    }

    @Test
    void aGroupIsTrustedOnlyByName() throws Exception {
        try (Tool driver = Tool.driver(directory, users.member("driver", "--group", Users.GROUP))) {
            String owner = Files.getOwner(directory.driver()).getName();
            assertNobodyUsesIt(owner);
            assertNobodyUsesIt(owner, "root");
            TailraceConfig config =
                    TailraceConfig.DEFAULT.withDirectory(directory.driver()).withGroup(Users.GROUP);
            try (Tailrace open = Tailrace.open(config);
                    Tool sub =
                            Tool.start(directory, users.member("sub", "s", "--count", "1", "--group", Users.GROUP))) {
                assertTrue(open.isDriverAlive());
                Run.out(directory, "pub s message --wait-subscriber 1m --group " + Users.GROUP);
                sub.assertExit(ExitCode.OK);
            }
            assertEquals("", driver.err());
        }
    }

    @Test
    void aFileOfAnotherUsersInTheDirectoryIsNotUsed() throws Exception {
        try (Tool driver = Tool.driver(directory, users.owner("driver"))) {
            Path control = directory.driver().resolve("control");
            Files.setAttribute(control, "unix:uid", 65_534);
            Run.of(directory, "pub s message").assertFails(ExitCode.PERMISSION, "path=" + control, "owner=nobody");
            Files.setAttribute(control, "unix:uid", 0);
            Files.setAttribute(control, "unix:mode", 0666);
            Run.of(directory, "sub s").assertFails(ExitCode.PERMISSION, "path=" + control, "mode=666");
            assertTrue(driver.isAlive());
        }
    }

    @Test
    void aLinkInThePlaceOfTheDirectoryIsNotFollowed() throws Exception {
        Path real = directory.path().resolve("real");
        try (Tool driver = Tool.driver(directory, users.owner("driver", "--dir", real.toString()));
                Tailrace client = Tailrace.connect(real)) {
            client.addPublication("s");
            Users.jvm(driver).destroyForcibly();
            driver.await();
        }
        FileAccess.PRIVATE.createDirectory(real.resolve("clients/7"));
        long files = count(real);
        assertTrue(files > 4, "there is something to be removed");
        String link = directory.driver().toString();
        assertTrue(SmallFileSystem.run("setpriv", "--reuid=65534", "--clear-groups", "ln", "-s", "real", link));
        for (String line : List.of("clean --force", "driver", "sub s")) {
            Run.of(directory, line).assertFails(ExitCode.PERMISSION, "symbolic link", "owner=nobody");
        }
        assertEquals(files, count(real));
    }

    private static long count(Path tree) throws IOException {
        try (var files = Files.walk(tree)) {
            return files.count();
        }
    }

    @Test
    void aClientsFilesThatTheDriverCannotReadAreReportedOnce() throws Exception {
        try (Tool driver = Tool.driver(directory, users.stranger("driver"))) {
            Path client = directory.driver().resolve("clients/77");
            try (ClientFiles unreadable = ClientFiles.create(client, FileAccess.PRIVATE, 77, 1, "test")) {
                driver.awaitErr(client.toString());
                String told = errors();
                Thread.sleep(100); // The driver asks the kernel every 50 ms about the clients that it has refused.
                assertEquals(told, errors());
                assertEquals(77, unreadable.clientId());
            }
            assertEquals(1, driver.err().lines().count(), driver::err);
        }
    }

    /** Root may read the driver's counters; the unreadable client has none. */
    private String errors() {
        return Run.of(directory, "counters")
                .out()
                .lines()
                .filter(line -> line.endsWith(" errors"))
                .findFirst()
                .orElseThrow();
    }
}
