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
import java.io.File;
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
    private static final String[] SHARED = {"driver", "--term-length", "64k", "--group", Users.GROUP};

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
        try (Tool driver =
                Tool.driver(directory, Users.masked(umask, users.owner(shared ? SHARED : new String[] {"driver"})))) {
            String[] words = {"pub", "s", "--wait-subscriber", "1m"};
            List<String> pub = shared ? inGroup(users.member(words)) : users.owner(words);
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
                assertTrue(driver.isAlive());
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
        try (Tool driver = Tool.driver(directory, users.owner(SHARED))) {
            try (Tool sub = start(inGroup(users.member("sub", "s", "--count", "1")));
                    Tool pub = start(inGroup(users.member("pub", "s", "message", "--wait-subscriber", "1m")))) {
                pub.assertExit(ExitCode.OK);
                sub.assertExit(ExitCode.OK);
                assertEquals("message\n", sub.out());
            }
            for (String line : List.of("sub s", "pub s message", "driver")) {
                assertRefused(users.stranger(line.split(" ")));
            }
            assertTrue(files().stream().noneMatch(file -> file.toString().endsWith(".making")));
            assertEquals("", driver.err());
        }
    }

    @Test
    void withoutAGroupEverybodyElseIsRefused() throws IOException {
        try (Tool driver = Tool.driver(directory, users.owner("driver"))) {
            assertRefused(users.stranger("sub", "s"));
            assertRefused(users.member("sub", "s"));
            assertRefused(users.stranger("clean"));
            assertEquals("", driver.err());
        }
    }

    private void assertRefused(List<String> command) throws IOException {
        try (Tool stranger = Tool.run(directory, command)) {
            stranger.assertFails(ExitCode.PERMISSION, "path=" + directory.driver(), "owner=root");
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
        try (Tool driver = Tool.driver(directory, users.owner(SHARED));
                Tailrace tailrace = Tailrace.connect(directory.driver());
                Publication publication = tailrace.addPublication("s");
                Subscription subscription = tailrace.addSubscription("s");
                Tool victim = start(victim(where, "sub", "s", "--format", "none"));
                Tool publisher = start(victim(where, "pub", "s", "--wait-subscriber", "1h"))) {
            publisher.input("message\n");
            assertTrue(publication.awaitSubscribers(2, PATIENCE));
            Await.until("three clients", () -> clients() >= 3);
            Users.signal(victim, "STOP");
            Users.signal(publisher, "STOP");
            fill(publication, subscription);
            Thread.sleep(100); // The driver asks the kernel every 50 ms.
            assertEquals(OfferStatus.BACK_PRESSURED_CODE, publication.offer(message, 0, 1), "it is alive");
            assertEquals(3, clients(), "so is the publisher");
            Users.jvm(victim).destroyForcibly();
            assertTrue(publication.offer(message, 0, 1, PATIENCE) > 0);
            // The slot is free a moment before the driver updates its count.
            Await.until("the end of the subscriber", () -> publication.subscriberCount() == 1);
            Users.jvm(publisher).destroyForcibly();
            Await.until("the end of the publisher", () -> clients() <= 1);
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

    private int clients() {
        File clients = directory.driver().resolve("clients").toFile();
        return clients.list((folder, name) -> !name.contains(".sleeper-")).length;
    }
}
