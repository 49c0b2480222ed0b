/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import static io.tailrace.liveness.KernelLock.Holder.ALIVE;
import static io.tailrace.liveness.KernelLock.Holder.DEAD;
import static io.tailrace.liveness.KernelLock.Holder.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.file.FileAccess;
import io.tailrace.file.MappedFile;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.testing.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lock is free: whether its owner is dead depends on what is known of its process. */
final class FileOwnerTest {
    private static final int HEARTBEAT_OFFSET = ClientFiles.HEARTBEAT_NS_OFFSET;
    private static final long SECOND_NS = 1_000_000_000;

    private final MappedBuffer file = MappedBuffer.allocate(ClientFiles.LENGTH);

    /** As drivers do; people see the same. */
    private KernelLock.Holder judge(KernelLock.Holder lock) throws IOException {
        FileOwner owner = FileOwner.read(file::getLong, HEARTBEAT_OFFSET);
        KernelLock.Holder holder = owner.judge(lock);
        OwnerState state = owner.examine(lock);
        assertEquals(holder, state.proof().holder(), state::toString);
        assertEquals(holder == ALIVE, state.lives());
        return holder;
    }

    private void writeOwnProcess() {
        assumeTrue(ProcessMark.own().namespaces() != 0, "this host does not distinguish its processes");
        file.putLong(FileOwner.PID_OFFSET, ProcessHandle.current().pid());
        FileOwner.write(file);
    }

    /** Another process of this host with the same start time, according to the kernel. */
    private void writeProcess(long pid) throws IOException {
        writeOwnProcess();
        String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        file.putLong(FileOwner.PID_OFFSET, pid);
        file.putLong(FileOwner.START_TICKS_OFFSET, Long.parseLong(fields[19]));
    }

    @Test
    void whoLivesIsAliveWhateverBecameOfItsLock() throws IOException {
        writeOwnProcess();

        assertEquals(ALIVE, judge(DEAD), "another program in its process dropped the lock");
        assertEquals(ALIVE, judge(UNKNOWN), "the lock file was removed");
        assertEquals(ALIVE, judge(ALIVE));
    }

    @Test
    void whoHasLeftIsDeadAlthoughItsProcessLives() throws IOException {
        writeOwnProcess();
        FileOwner.leave(file);

        assertEquals(ALIVE, judge(ALIVE), "it is about to let go of its lock");
        assertEquals(DEAD, judge(DEAD));
        assertEquals(DEAD, judge(UNKNOWN));
    }

    @Test
    void aStoppedProcessAndOneThatASignalEndsLiveUntilTheyAreGone() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        try {
            writeProcess(process.pid());
            ChildProcess.signal("STOP", process.pid());
            assertEquals(ALIVE, judge(DEAD));
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        assertEquals(DEAD, judge(DEAD));
        assertEquals(DEAD, judge(UNKNOWN), "proven even without a lock file");
        assertNotEquals(OwnerState.LifeProof.ENDED_BY_SIGNAL, proof());
        FileOwner.noteSignal(file);
        assertEquals(DEAD, judge(DEAD));
        assertEquals(OwnerState.LifeProof.ENDED_BY_SIGNAL, proof());
        writeOwnProcess();
        FileOwner.noteSignal(file);
        assertEquals(ALIVE, judge(DEAD), "its hooks still run");
    }

    private OwnerState.LifeProof proof() throws IOException {
        return FileOwner.read(file::getLong, HEARTBEAT_OFFSET).examine(DEAD).proof();
    }

    @Test
    void aZombieIsDead() throws Exception {
        Process parent = new ProcessBuilder("bash", "-c", "sleep 60 & echo $!; exec sleep 60").start();
        try {
            long pid = Long.parseLong(parent.inputReader().readLine());
            writeProcess(pid);
            assertEquals(ALIVE, judge(DEAD));
            while (!Files.readString(Path.of("/proc/" + parent.pid() + "/comm")).startsWith("sleep")) {
                Thread.sleep(1); // The shell would wait for its child.
            }
            ChildProcess.signal("KILL", pid);
            while (FileOwner.read(file::getLong, HEARTBEAT_OFFSET).judge(DEAD) == ALIVE) {
                Thread.sleep(1);
            }
            assertTrue(Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z "), "it is a zombie");
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void anotherProcessWithItsNumberIsNotIt() throws IOException {
        for (int offset : new int[] {FileOwner.START_TICKS_OFFSET, FileOwner.BOOT_ID_OFFSET}) {
            writeOwnProcess();
            file.putLong(offset, file.getLong(offset) + 1);

            assertEquals(DEAD, judge(DEAD));
        }
    }

    @Test
    void whereAProcessCannotBeLookedForItsSilenceDecidesBesideTheLock() throws IOException {
        for (long elsewhere : new long[] {0, 1}) {
            writeOwnProcess();
            file.putLong(FileOwner.NAMESPACES_OFFSET, elsewhere);
            long nowNs = System.nanoTime();
            file.putLong(HEARTBEAT_OFFSET, nowNs + 20 * SECOND_NS);
            assertEquals(DEAD, judge(DEAD), "another clock");
            file.putLong(HEARTBEAT_OFFSET, nowNs - SECOND_NS);
            assertEquals(DEAD, judge(DEAD));
            assertEquals(UNKNOWN, judge(UNKNOWN), "without a lock file that would be a guess");
            file.putLong(HEARTBEAT_OFFSET, System.nanoTime() + SECOND_NS / 2); // Time for a slow machine.
            assertEquals(ALIVE, judge(DEAD));
            assertEquals(ALIVE, judge(ALIVE));
        }
    }

    @Test
    void whatIsNoFileOfOursLeavesItToTheLock(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("commands");
        for (KernelLock.Holder lock : KernelLock.Holder.values()) {
            assertEquals(lock, judge(lock, path));
        }
        Files.write(path, new byte[100]);
        assertEquals(DEAD, judge(DEAD, path));
        Files.write(path, new byte[ClientFiles.LENGTH]);
        assertEquals(DEAD, judge(DEAD, path));
        Files.delete(path);
        writeOwnProcess();
        file.putLong(0, ClientFiles.MAGIC);
        try (MappedFile mapped = MappedFile.create(path, ClientFiles.LENGTH, FileAccess.PRIVATE)) {
            mapped.buffer().putBytes(0, file, 0, ClientFiles.LENGTH);
        }
        assertEquals(ALIVE, judge(DEAD, path));
    }

    private static KernelLock.Holder judge(KernelLock.Holder lock, Path path) throws IOException {
        return FileOwner.judge(lock, path, ClientFiles.MAGIC, HEARTBEAT_OFFSET);
    }
}
