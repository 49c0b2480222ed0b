/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.control.DriverDirectory;
import io.tailrace.control.EventBroadcast;
import io.tailrace.driver.Rig;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.liveness.Heartbeat.LifeWatch;
import io.tailrace.liveness.KernelLock;
import io.tailrace.report.EventLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClientRegistryTest {
    private static final long SECOND_NS = 1_000_000_000;
    private static final long ID = 7;
    private static final long PID = ProcessHandle.current().pid();
    private static final int NAMESPACES_OFFSET = 56;

    private static final Path PROGRAM = Path.of("/bin/sleep");

    @TempDir
    Path folder;

    private final List<Throwable> errors = new ArrayList<>();
    private DriverDirectory directory;
    private ControlFile control;
    private ClientRegistry registry;
    private long nowNs;

    @BeforeEach
    void make() throws IOException {
        directory = new DriverDirectory(folder);
        Files.createDirectory(directory.clients());
        control = ControlFile.create(directory.controlFile(), FileAccess.PRIVATE, 1, 1, Rig.TERM_LENGTH, 1);
        registry = new ClientRegistry(
                directory,
                control,
                EventLog.open(directory, FileAccess.PRIVATE, () -> 1),
                new EventBroadcast.Sender(control.events(), id -> {}),
                id -> {},
                errors::add,
                nowNs);
    }

    @AfterEach
    void close() {
        control.close();
        assertEquals(List.of(), errors);
    }

    private ClientFiles connect() throws IOException {
        ClientFiles files = ClientFiles.create(directory.client(ID), FileAccess.PRIVATE, ID, PID, "test");
        control.ringDoorbell();
        return files;
    }

    /** From now on its process belongs to another PID namespace: its pid means nothing here. */
    private void moveAway() throws IOException {
        Path commands = directory.client(ID).resolve("commands");
        try (MappedFile file = MappedFile.openReadWrite(commands)) {
            file.buffer().putLong(NAMESPACES_OFFSET, 1);
        }
    }

    private int findNew() {
        nowNs += SECOND_NS; // So that it checks, whether or not the doorbell rang.
        return registry.findNew(nowNs);
    }

    private List<ClientEntry> findDead() {
        nowNs += SECOND_NS;
        return findDeadNow();
    }

    private List<ClientEntry> findDeadNow() {
        List<ClientEntry> dead = new ArrayList<>();
        assertEquals(registry.findDead(nowNs, LifeWatch.SHORT_SILENCE_NS, dead::add), dead.size());
        return dead;
    }

    private List<Long> findDeadRefused() {
        List<Long> dead = new ArrayList<>();
        assertEquals(registry.findDeadRefused(nowNs, dead::add), dead.size());
        return dead;
    }

    @Test
    void aClientIsFoundOnceAndForgottenOnceItIsDead() throws IOException {
        ClientFiles files = connect();
        assertEquals(1, findNew());
        assertEquals(0, findNew());
        assertEquals(List.of(), findDead());
        assertEquals(PID, registry.clients().get(0).pid());
        assertFalse(registry.nobodyLives());
        files.close();
        assertEquals(1, findDead().size());

        assertFalse(Files.exists(directory.client(ID)));
        assertEquals(0, findNew());
        assertEquals(List.of(), registry.clients());
        assertTrue(registry.nobodyLives());
    }

    /** The driver's thread also cleans the logs, so that many deaths at once must not hold it up. */
    @Test
    void ofManyThatDieAtOnceOnlySomeAreForgottenInEachCycle() throws IOException {
        int clients = 150;
        for (long id = ID; id < ID + clients; id++) {
            ClientFiles.create(directory.client(id), FileAccess.PRIVATE, id, PID, "test")
                    .close();
        }
        assertEquals(clients, findNew());

        assertEquals(
                List.of(64, 64, 22, 0),
                Stream.generate(() -> findDead().size()).limit(4).toList());

        assertTrue(registry.nobodyLives());
        assertEquals(0, findNew());
    }

    /** A running program takes the file's place: opening it fails as it does for want of descriptors. */
    @Test
    void aClientWhoseFilesCannotBeOpenedForNowHasNotLetGo() throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM));
        try (ClientFiles files = connect()) {
            Path commands = directory.client(files.clientId()).resolve("commands");
            Path moved = folder.resolve("moved");
            Files.move(commands, moved);
            Files.copy(PROGRAM, commands);
            assumeTrue(commands.toFile().setExecutable(true));
            Process program = new ProcessBuilder(commands.toString(), "60").start();

            assertEquals(0, findNew());
            program.destroyForcibly().waitFor();
            assertEquals(1, errors.size());
            assertEquals(Set.of(ID), registry.living());
            assertFalse(registry.hasLetGo(ID, 1));

            Files.move(moved, commands, StandardCopyOption.REPLACE_EXISTING);
            errors.clear();
            assertEquals(1, findNew());
            assertFalse(registry.hasLetGo(ID, 1));
        }
        findDead();
        assertTrue(registry.hasLetGo(ID, 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsLeftOfAClientThatWasBeingForgottenIsDeleted(boolean lockIsLeft) throws IOException {
        connect().close();
        Files.delete(directory.client(ID).resolve("commands"));
        if (!lockIsLeft) {
            Files.delete(directory.client(ID).resolve("lock"));
        }

        assertEquals(0, findNew());

        if (lockIsLeft) { // The proof of its death frees what it may still hold.
            findDead();
            assertEquals(List.of(ID), findDeadRefused());
        }
        assertFalse(Files.exists(directory.client(ID)));
    }

    @Test
    void whatAClientIsMakingIsDeletedOnceItIsDead() throws IOException {
        Path making = Files.createDirectory(directory.clients().resolve(ID + ".making"));
        findNew();
        assertTrue(Files.exists(making), "it may lock at any moment");
        Files.createFile(making.resolve("lock.making"));
        findNew();
        assertTrue(Files.exists(making.resolve("lock.making")), "it may be about to lock it");
        try (KernelLock lock = KernelLock.tryAcquire(making.resolve("lock"), FileAccess.PRIVATE)) {
            assertNotNull(lock);
            Files.write(making.resolve("commands"), new byte[100]);
            findNew();
            assertTrue(Files.exists(making.resolve("lock")));
        }
        findNew();
        assertFalse(Files.exists(making));
    }

    @Test
    void aClientThatSaysGoodbyeIsLookedAtAtOnce() throws IOException {
        ClientFiles files = connect();
        findNew();
        findDead(); // The next check of all clients is a while away.
        registry.clients().get(0).leave();
        assertEquals(List.of(), findDeadNow());
        files.close();

        assertEquals(1, findDeadNow().size());
    }

    @Test
    void aClientWhoseHeartbeatMovesIsNotAskedFor() throws IOException {
        ClientFiles files = connect();
        findNew();
        moveAway();
        Files.delete(directory.client(ID).resolve("lock")); // A caller that asks for it gets the value for unknown.
        for (int i = 1; i <= 3; i++) {
            files.beat(i);
            assertEquals(List.of(), findDead());
        }
        assertEquals(List.of(), findDead(), "nothing can be proven about this client any more");
        assertEquals(1, errors.size());
        errors.clear();
        files.close();

        assertEquals(1, findDead().size(), "it has announced that itself");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aClientWhoseLockFileIsRemovedOrReplacedIsNotTakenForDead(boolean isReplaced) throws IOException {
        try (ClientFiles files = connect()) {
            assertEquals(ID, files.clientId());
            findNew();
            Path lock = directory.client(ID).resolve("lock");
            Files.move(lock, folder.resolve("the one that it holds"));
            if (isReplaced) {
                Files.createFile(lock);
            }
            assertEquals(List.of(), findDead());
            assertEquals(List.of(), errors, "its process is there");
            moveAway();
            assertEquals(List.of(), findDead());
            assertTrue(
                    errors.remove(0).getMessage().contains("client 7 (pid " + PID + ", test) cannot be proven dead"));
        }
    }

    @Test
    void aClientThatWasRefusedCountsAmongTheLivingUntilItIsDead() throws IOException {
        try (ClientFiles files = connect()) {
            assertEquals(ID, files.clientId());
            Files.write(directory.client(ID).resolve("commands"), new byte[10]);
            assertEquals(0, findNew());
            assertTrue(errors.remove(0).getMessage().contains("truncated"));

            assertFalse(registry.nobodyLives(), "its files are not to be deleted under it");
            assertEquals(List.of(), findDead());
            assertEquals(List.of(), findDeadRefused());
        }

        assertEquals(List.of(), findDead());
        assertEquals(List.of(ID), findDeadRefused(), "it may hold slots from an earlier driver");
        assertFalse(Files.exists(directory.client(ID)));
        assertTrue(registry.nobodyLives());
    }
}
