/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.OfferStatus;
import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.Await;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.doctor.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which users may use the files, and which deaths are known: of other users, and in other PID namespaces. */
@Tag("faults")
class UsersIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MODE = 07777;

    private final MappedBuffer message = MappedBuffer.allocate(1_000);

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Users users;

    @BeforeEach
    void letOthersIn() throws IOException {
        users = Users.of(directory);
    }

    private Tool start(List<String> command) throws IOException {
        return Tool.start(directory, command);
    }

    private List<Path> files() throws IOException {
        while (true) {
            try (Stream<Path> tree = Files.walk(directory.driver())) {
                return tree.toList();
            } catch (UncheckedIOException e) {
                // A folder was deleted during the walk.
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"000, false", "077, false", "077, true", "000, true"})
    void modesAreWhatTheyAreSaidToBeWhateverTheUmask(String umask, boolean shared) throws IOException {
        List<String> command = shared ? users.owner("driver", "--group", Users.GROUP) : users.owner("driver");
        try (Tool driver = start(Users.masked(umask, command))) {
            driver.awaitOut("READY");
            List<String> pub = shared
                    ? users.member("pub", "s", "--wait-subscriber", "1m", "--group", Users.GROUP)
                    : users.owner("pub", "s", "--wait-subscriber", "1m");
            try (Tool sub = start(Users.masked(umask, users.owner("sub", "s", "--count", "1")));
                    Tool publisher = start(Users.masked(umask, pub))) {
                publisher.input("message\n");
                sub.assertExit(ExitCode.OK);

                List<Path> files = files();
                assertTrue(files.stream().anyMatch(file -> file.endsWith("term-2")), files::toString);
                assertTrue(files.stream().anyMatch(file -> file.endsWith("commands")), files::toString);
                for (Path file : files) {
                    try {
                        assertMode(file, shared);
                    } catch (NoSuchFileException e) {
                        // It belonged to the subscriber, which has exited.
                    }
                }
            }
        }
    }

    private void assertMode(Path file, boolean shared) throws IOException {
        int mode = (int) Files.getAttribute(file, "unix:mode") & MODE;
        int expected =
                Files.isDirectory(file) ? shared ? sharedMode(file) : 0700 : isShared(file, shared) ? 0660 : 0600;
        assertEquals(Integer.toOctalString(expected), Integer.toOctalString(mode), file::toString);
        if (shared) {
            assertEquals(users.groupId(), Files.getAttribute(file, "unix:gid"), file::toString);
        }
    }

    /** Members make only what is theirs: directories of clients, and the files in these. */
    private static int sharedMode(Path directory) {
        boolean clients = directory.endsWith("clients");
        return clients ? 03770 : directory.getParent().endsWith("clients") ? 02770 : 02750;
    }

    /** The driver's notes are only for the next driver. */
    private static boolean isShared(Path file, boolean shared) {
        return shared && !file.getFileName().toString().startsWith("subscription-");
    }

    @Test
    void aGroupMayShareThemAndStrangersAreRefused() throws IOException {
        try (Tool driver = Tool.driver(directory, users.owner("driver", "--group", Users.GROUP))) {
            try (Tool sub = start(users.member("sub", "s", "--count", "1", "--group", Users.GROUP));
                    Tool pub = Tool.run(
                            directory,
                            users.member("pub", "s", "message", "--wait-subscriber", "1m", "--group", Users.GROUP))) {
                pub.assertExit(ExitCode.OK);
                sub.assertExit(ExitCode.OK);
                assertEquals("message\n", sub.out());
            }
            assertStrangersAreRefused();
            assertEquals("", driver.err());
        }
    }

    private void assertStrangersAreRefused() throws IOException {
        for (List<String> command :
                List.of(users.stranger("sub", "s"), users.stranger("pub", "s", "message"), users.stranger("driver"))) {
            try (Tool stranger = Tool.run(directory, command)) {
                stranger.assertFails(ExitCode.PERMISSION, "path=" + directory.driver(), "owner=root");
            }
        }
        assertTrue(files().stream().noneMatch(file -> file.toString().endsWith(".making")));
    }

    @Test
    void aDoctorOfAnotherUserSaysThatItMayNotConnect() throws IOException {
        Path elsewhere = directory.path().resolve("missing").resolve("driver");
        try (Tool driver = Tool.driver(directory, users.owner("driver"));
                Tool stranger = Tool.run(directory, users.stranger("doctor"));
                Tool missing = Tool.run(directory, users.stranger("doctor", "--dir", elsewhere.toString()))) {
            stranger.assertExit(Verdict.CRITICAL.exitCode());
            Run.assertHas(stranger.out(), "[CRIT] directory ", ", owner=root, ", ": this user may not");
            Run.assertHas(stranger.out(), "[?   ] driver       not allowed to read");
            Run.assertHas(missing.out(), "[CRIT] directory ", "cannot create it");
            String own = Run.of(directory, "doctor").out();
            Run.assertHas(own, "[OK  ] directory ", ", mode=700: this user may connect", "driver       lives, pid=");
            assertTrue(driver.isAlive());
        }
    }

    private List<String> victim(String where, String... arguments) {
        return switch (where) {
            case "user" -> inGroup(users.member(arguments));
            case "namespace" -> Users.isolated(users.owner(arguments));
            default -> Users.isolated(inGroup(users.member(arguments)));
        };
    }

    private static List<String> inGroup(List<String> command) {
        command.addAll(List.of("--group", Users.GROUP));
        return command;
    }

    @ParameterizedTest
    @ValueSource(strings = {"user", "namespace", "user in namespace"})
    void aDeadSubscriberIsKnownAndALivingOneIsNotTakenForDead(String where) throws Exception {
        try (Tool driver =
                        Tool.driver(directory, users.owner("driver", "--term-length", "64k", "--group", Users.GROUP));
                Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("s");
                Subscription subscription = tailrace.addSubscription("s");
                Tool victim = start(victim(where, "sub", "s", "--format", "none"))) {
            assertTrue(publication.awaitSubscribers(2, PATIENCE));
            boolean isApart = where.contains("namespace");
            assertEquals(isApart, Run.out(directory, "clients").contains("lives, its PID is of namespace "));
            Users.signal(victim, "STOP");
            fill(publication, subscription);
            Thread.sleep(300); // The driver asks the kernel every 50 ms.
            assertEquals(OfferStatus.BACK_PRESSURED_CODE, publication.offer(message, 0, 1), "it is alive");

            Users.jvm(victim).destroyForcibly();

            assertTrue(publication.offer(message, 0, 1, PATIENCE) > 0);
            // The slot is free a moment before the driver updates its count, and a publisher may read in between.
            Await.until("one subscriber", () -> publication.subscriberCount() == 1);
            assertEquals("", driver.err());
        }
    }

    private void fill(Publication publication, Subscription subscription) {
        int refused = 0;
        while (refused < 100_000) { // Although this subscription polls everything.
            refused = publication.offer(message, 0, message.capacity()) > 0 ? 0 : refused + 1;
            subscription.poll((buffer, offset, length, header) -> {}, 64);
        }
    }
}
