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

    private Tool startDriver(List<String> command) throws IOException {
        Tool driver = Tool.start(directory, command);
        driver.awaitOut("READY");
        return driver;
    }

    private void assertRefused(List<String> command, String... parts) throws IOException {
        try (Tool tool = Tool.run(directory, command)) {
            tool.assertFails(ExitCode.PERMISSION, parts);
        }
    }

    private void assertNobodyUsesIt(String owner, String... groups) throws IOException {
        String[] parts = {"path=" + directory.driver(), "owner=" + owner};
        assertRefused(with(users.owner("pub", "s", "message"), groups), parts);
        assertRefused(with(users.owner("sub", "s"), groups), parts);
        TailraceConfig config = TailraceConfig.DEFAULT
                .withDirectory(directory.driver())
                .withGroup(groups.length == 0 ? null : groups[1]);
        for (var way : List.<Connecting>of(Tailrace::connect, Tailrace::open)) {
            TailraceException refusal = assertThrows(TailraceException.class, () -> way.to(config));
            assertTrue(refusal.getMessage().contains("owner=" + owner), refusal.getMessage());
        }
        assertEquals(0, directory.driver().resolve("clients").toFile().list().length);
    }

    private interface Connecting {
        Tailrace to(TailraceConfig config);
    }

    private static List<String> with(List<String> command, String... more) {
        command.addAll(List.of(more));
        return command;
    }

    @Test
    void whatAnotherUserRunsInThePlaceOfThisUsersDriverIsNotUsed() throws Exception {
        try (Tool driver = startDriver(users.stranger("driver"))) {
            assertNobodyUsesIt("nobody");
            assertRefused(users.owner("driver"), "owner=nobody");
            assertRefused(users.owner("clean", "--force"), "owner=nobody");
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
        try (Tool driver = startDriver(users.member("driver", "--group", Users.GROUP))) {
            String owner = Files.getOwner(directory.driver()).getName();
            assertNobodyUsesIt(owner);
            assertNobodyUsesIt(owner, "--group", "root");
            TailraceConfig config =
                    TailraceConfig.DEFAULT.withDirectory(directory.driver()).withGroup(Users.GROUP);
            try (Tailrace open = Tailrace.open(config);
                    Tool sub = Tool.start(directory, users.member("sub", "s", "--count", "1", "--group", Users.GROUP));
                    Tool pub = Tool.start(directory, users.owner("pub", "s", "message", "--group", Users.GROUP))) {
                assertTrue(open.isDriverAlive());
                pub.assertExit(ExitCode.OK);
                sub.assertExit(ExitCode.OK);
            }
            assertEquals("", driver.err());
        }
    }

    @Test
    void aGroupThatDoesNotExistIsSaidToBeNone() throws IOException {
        try (Tool driver = startDriver(users.stranger("driver"));
                Tool sub = Tool.start(directory, users.owner("sub", "s", "--group", "no-such-group-here"))) {
            sub.assertFails(ExitCode.USAGE, "no such group", "no-such-group-here");
        }
    }

    @Test
    void aFileOfAnotherUsersInTheDirectoryIsNotUsed() throws Exception {
        try (Tool driver = startDriver(users.owner("driver"))) {
            Path control = directory.driver().resolve("control");
            Files.setAttribute(control, "unix:uid", 65_534);
            assertRefused(users.owner("pub", "s", "message"), "path=" + control, "owner=nobody");
            Files.setAttribute(control, "unix:uid", 0);
            Files.setAttribute(control, "unix:mode", 0666);
            assertRefused(users.owner("sub", "s"), "path=" + control, "mode=666");
        }
    }

    @Test
    void aLinkInThePlaceOfTheDirectoryIsNotFollowed() throws Exception {
        Path real = directory.path().resolve("real");
        try (Tool driver = startDriver(users.owner("driver", "--dir", real.toString()))) {
            try (Tailrace open = Tailrace.open(real)) {
                open.addPublication("s");
                Users.jvm(driver).destroyForcibly();
                driver.await();
            }
        }
        FileAccess.PRIVATE.createDirectory(real.resolve("clients/7"));
        long files = count(real);
        assertTrue(files > 4, "there is something to be removed");
        assertTrue(SmallFileSystem.run(
                "setpriv",
                "--reuid=65534",
                "--clear-groups",
                "ln",
                "-s",
                "real",
                directory.driver().toString()));

        assertRefused(users.owner("clean", "--force"), "symbolic link", "owner=nobody");
        assertRefused(users.owner("driver"), "symbolic link", "owner=nobody");
        assertRefused(users.owner("sub", "s"), "symbolic link", "owner=nobody");
        assertEquals(files, count(real));
    }

    private static long count(Path tree) throws IOException {
        try (var files = Files.walk(tree)) {
            return files.count();
        }
    }

    @Test
    void whatCannotBeReadIsSaidToBeAnotherUsers() throws IOException {
        try (Tool driver = startDriver(users.owner("driver"))) {
            for (String command : List.of("counters", "clean")) {
                assertRefused(users.stranger(command), "path=" + directory.driver(), "owner=root");
            }
            assertRefused(users.stranger("dump", "s"), directory.driver().toString());
            assertEquals("", driver.err());
        }
    }

    @Test
    void aClientsFilesThatTheDriverCannotReadAreReportedOnce() throws Exception {
        try (Tool driver = startDriver(users.stranger("driver"))) {
            Path client = directory.driver().resolve("clients/77");
            try (ClientFiles unreadable = ClientFiles.create(client, FileAccess.PRIVATE, 77, 1, "test")) {
                driver.awaitErr(client.toString());
                String told = errors();
                Thread.sleep(500); // The driver asks the kernel every 50 ms about the clients that it has refused.
                assertEquals(told, errors());
                assertEquals(77, unreadable.clientId());
            }
            assertEquals(1, driver.err().lines().count(), driver::err);
        }
    }

    private String errors() throws IOException {
        try (Tool counters = Tool.start(directory, users.owner("counters"))) {
            counters.await(); // Root may read; the unreadable client has no counters.
            return counters.out()
                    .lines()
                    .filter(line -> line.endsWith(" errors"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aMemberCannotPutAnythingInThePlaceOfTheDriversFiles() throws Exception {
        try (Tool driver = startDriver(users.owner("driver", "--group", Users.GROUP));
                Tailrace tailrace = Tailrace.connect(directory.driver())) {
            tailrace.addPublication("s");
            Path log =
                    directory.driver().resolve("logs").toFile().listFiles()[0].toPath();
            for (Path path : List.of(
                    directory.driver().resolve("control"),
                    directory.driver().resolve("logs"),
                    log,
                    log.resolve("meta"),
                    directory.driver().resolve("clients/" + tailrace.clientId()))) {
                Path away = path.resolveSibling("away");
                assertTrue(Files.exists(path));
                assertTrue(
                        !SmallFileSystem.run(
                                "setpriv",
                                "--reuid=65533",
                                "--groups=" + users.groupId(),
                                "mv",
                                "-T",
                                path.toString(),
                                away.toString()),
                        path::toString);
            }
            assertEquals("", driver.err());
        }
    }
}
