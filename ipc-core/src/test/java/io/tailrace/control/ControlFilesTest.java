/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.codecs.LogKind;
import io.tailrace.file.FileAccess;
import io.tailrace.file.FileFormatException;
import io.tailrace.file.MappedFile;
import io.tailrace.liveness.Heartbeat;
import io.tailrace.liveness.KernelLock;
import io.tailrace.log.Waker;
import io.tailrace.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The control file and the clients' files, good and bad. */
final class ControlFilesTest {
    @TempDir
    Path folder;

    private Path control() {
        return folder.resolve("control");
    }

    private ControlFile createControl(long incarnation) throws IOException {
        return ControlFile.create(control(), FileAccess.PRIVATE, incarnation, 99, 65536, 1000);
    }

    @Test
    void whatTheDriverWritesClientsRead() throws IOException {
        try (ControlFile driver = createControl(3);
                ControlFile client = ControlFile.open(control());
                ControlFile tool = ControlFile.openReadOnly(control())) {
            assertEquals(3, client.incarnation());
            assertEquals(99, tool.pid());
            assertEquals(1000, client.nextId());
            assertEquals(1001, driver.nextId());
            assertEquals(1001, tool.lastId());
            assertEquals(0, driver.doorbell());
            client.ringDoorbell();
            assertEquals(1, driver.doorbell());
            assertEquals(Heartbeat.UNKNOWN, client.heartbeat());
            driver.beat(42);
            assertEquals(new Heartbeat(42), client.heartbeat());
            assertTrue(Files.size(control()) <= 4 * 1024 * 1024);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, 1_000_000_000_000_000_000L, Long.MAX_VALUE})
    void anIdThatIsNoneIsRefused(long id) throws IOException {
        createControl(1).close();
        try (ControlFile client = ControlFile.open(control());
                MappedFile hostile = MappedFile.openReadWrite(control())) {
            hostile.buffer().putLong(ControlFile.NEXT_ID_OFFSET, id);

            FileFormatException refused = assertThrows(FileFormatException.class, client::nextId);

            assertTrue(refused.getMessage().contains("nextId=" + id + ","), refused.getMessage());
        }
    }

    @Test
    void aNewControlFileTakesThePlaceOfTheOldOneWhichStaysAsItWas() throws IOException {
        try (ControlFile old = createControl(1);
                ControlFile client = ControlFile.open(control());
                ControlFile next = createControl(2);
                ControlFile other = ControlFile.open(control())) {
            assertNotSame(old, next);
            assertEquals(1, client.incarnation());
            assertEquals(2, other.incarnation());
        }
        assertEquals(List.of("control"), List.of(folder.toFile().list()));
    }

    @Test
    void aControlFileThatIsNoneIsRefused() throws IOException {
        createControl(1).close();
        assertOthersRefused(control(), () -> ControlFile.open(control()).close());
        assertOthersRefused(control(), () -> ControlFile.openReadOnly(control()).close());
        Files.delete(control());
        assertThrows(NoSuchFileException.class, () -> ControlFile.open(control()));
    }

    @Test
    void commandsAndCountersThatAreNoneAreRefused() throws IOException {
        Path directory = folder.resolve("12");
        ClientFiles.create(directory, FileAccess.PRIVATE, 12, 34, "test").close();
        assertOthersRefused(directory.resolve("commands"), () -> ClientFiles.open(directory, 12)
                .close());
        assertThrows(NoSuchFileException.class, () -> ReportFile.COUNTERS.openReadOnly(directory, 12));
        ReportFile.COUNTERS.create(directory, FileAccess.PRIVATE, 12, 34).close();
        assertOthersRefused(
                directory.resolve("counters"),
                () -> ReportFile.COUNTERS.openReadOnly(directory, 12).close());
        assertOtherClient(() -> ClientFiles.open(directory, 13).close());
        assertOtherClient(() -> ReportFile.COUNTERS.openReadOnly(directory, 13).close());
    }

    private static void assertOtherClient(Executable open) {
        String refusal = assertThrows(IOException.class, open).getMessage();
        assertTrue(refusal.contains("clientId=12, directory of 13"), refusal);
    }

    /** Whatever stands in its place is refused: hostile bytes, or a link to a good one. */
    private void assertOthersRefused(Path file, Executable open) throws IOException {
        byte[] good = Files.readAllBytes(file);
        for (byte[] bad : hostile(good)) {
            Files.write(file, bad);
            assertThrows(IOException.class, open);
        }
        Files.write(file, good);
        assertDoesNotThrow(open);
        Path elsewhere = folder.resolve("elsewhere");
        Files.move(file, elsewhere);
        Files.createSymbolicLink(file, elsewhere);
        assertThrows(IOException.class, open, "a link is not followed");
        Files.move(elsewhere, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Empty, cut short, random, of another version, not ready. */
    private static List<byte[]> hostile(byte[] good) {
        List<byte[]> bad = new ArrayList<>(List.of(new byte[0], new byte[1], new byte[good.length]));
        bad.add(Arrays.copyOf(good, good.length - 1));
        bad.add(Arrays.copyOf(good, good.length / 2));
        bad.add(Arrays.copyOf(good, 8));
        byte[] random = new byte[good.length];
        new Random(8).nextBytes(random);
        bad.add(random);
        for (int i = 0; i < 24; i++) {
            boolean isMinorVersion = i == 8 || i == 9; // Any minor version is supported.
            if (good[i] != 0 && !isMinorVersion) { // Positions whose contents can be wrong.
                byte[] changed = good.clone();
                changed[i] ^= 0x40;
                bad.add(changed);
            }
        }
        return bad;
    }

    @Test
    void aClientsFilesAreThereAtOnceWithItsLockHeld() throws IOException {
        Path directory = folder.resolve("12");
        ClientFiles client = ClientFiles.create(directory, FileAccess.PRIVATE, 12, 34, "test");
        try (ClientFiles driver = ClientFiles.open(directory, 12)) {
            assertEquals(12, driver.clientId());
            assertEquals(34, driver.pid());
            assertEquals(KernelLock.Holder.ALIVE, ClientFiles.probe(directory));
            assertEquals(List.of("12"), List.of(folder.toFile().list()), "nothing temporary is left");

            client.close();

            assertEquals(KernelLock.Holder.DEAD, ClientFiles.probe(directory));
        }
        ClientFiles.delete(directory);
        assertFalse(Files.exists(directory));
        assertEquals(KernelLock.Holder.UNKNOWN, ClientFiles.probe(directory));
        ClientFiles.delete(directory); // A second close is not an error.
    }

    @Test
    void aClientsFilesThatCanNotBeMadeLeaveNothing() throws IOException {
        Path directory = folder.resolve("12");
        Files.createDirectory(directory);
        Files.createFile(directory.resolve("something"));

        assertThrows(IOException.class, () -> ClientFiles.create(directory, FileAccess.PRIVATE, 12, 34, "test"));

        assertEquals(List.of("12"), List.of(folder.toFile().list()));
    }

    @Test
    void commandsThatFindTheRingFullWaitAndKeepTheirOrder() throws IOException {
        Path directory = folder.resolve("12");
        List<Command> sent = new ArrayList<>();
        List<Command> received = new ArrayList<>();
        MessageCodec codec = new MessageCodec();
        try (ClientFiles client = ClientFiles.create(directory, FileAccess.PRIVATE, 12, 34, "test");
                ClientFiles driver = ClientFiles.open(directory, 12)) {
            CommandRing.Sender sender = new CommandRing.Sender(client.ring(), Waker.NOBODY);
            for (int i = 0; i < 1_000; i++) {
                Command command = new Command.AddPublication(i, LogKind.CONCURRENT, "s".repeat(1 + i % 255));
                sent.add(command);
                sender.send(command);
            }
            int flushed = 0;
            int idle = 0;
            while (received.size() < sent.size()) {
                int before = received.size();
                driver.ring()
                        .read((type, buffer, offset, length) ->
                                received.add(codec.decodeCommand(buffer, offset, length)));
                flushed += sender.flush();
                idle = received.size() > before ? 0 : idle + 1;
                assertTrue(idle < 3, "it continues"); // The end of the ring may take a read of its own.
            }
            assertTrue(flushed > 0, "the ring was full");
        }
        assertEquals(sent, received);
    }
}
