/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.liveness;

import io.tailrace.internal.PendingFault;
import io.tailrace.internal.Uninterrupted;
import io.tailrace.liveness.KernelLock.Holder;
import io.tailrace.liveness.OwnerState.LifeProof;
import io.tailrace.liveness.ProcessMark.Fate;
import io.tailrace.memory.MappedBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The process that owns a {@code commands} or {@code control} file, as it states itself in the file, and so the second
 * half of a proof of death. The first half is its kernel lock: a free lock alone does not prove death, because any
 * program in the same process that closes the lock file drops the lock.
 *
 * @param name of a client; empty if it has none
 * @param hasLeft whether it has released its lock by itself; its process may still run
 * @param isSignalled whether a signal has begun to end its JVM
 */
public record FileOwner(ProcessMark process, String name, boolean hasLeft, boolean isSignalled, Heartbeat heartbeat) {
    /** "TRAILCMD" read as a little-endian long: it begins a client's file, which alone has a name. */
    public static final long CLIENT_MAGIC = 0x444D434C49415254L;

    public static final int PID_OFFSET = 32;
    public static final int START_TICKS_OFFSET = 48;
    public static final int NAMESPACES_OFFSET = 56;
    static final int BOOT_ID_OFFSET = 64;
    static final int LEFT_OFFSET = 72;

    /** Nothing is known. */
    public static final FileOwner UNKNOWN =
            new FileOwner(new ProcessMark(0, 0, 0, 0), "", false, false, Heartbeat.UNKNOWN);

    private static final long LEFT = 1;
    private static final long SIGNALLED = 2;

    /** Everything read here lies before this offset. */
    private static final int LENGTH = 512;

    private static final int MAGIC_OFFSET = 0;

    /** Writes that this process owns a file; its pid is already there. */
    public static void write(MappedBuffer file) {
        ProcessMark own = ProcessMark.own();
        file.putLong(START_TICKS_OFFSET, own.startTicks());
        file.putLong(NAMESPACES_OFFSET, own.namespaces());
        file.putLong(BOOT_ID_OFFSET, own.bootId());
    }

    /**
     * Stored before the lock is released: otherwise a process that finds the lock free also finds a living process, and
     * waits for it. If the file is truncated so far that this is lost, the lock alone decides.
     */
    public static void leave(MappedBuffer file) {
        note(file, LEFT);
    }

    /** Stored when a signal ends the JVM, which may close the file yet. */
    static void noteSignal(MappedBuffer file) {
        note(file, SIGNALLED);
    }

    private static void note(MappedBuffer file, long end) {
        try {
            file.putLongRelease(LEFT_OFFSET, end);
            PendingFault.raise();
        } catch (InternalError e) {
            // As above.
        }
    }

    public static FileOwner read(IntToLongFunction file, int heartbeatOffset) {
        ProcessMark process = new ProcessMark(
                file.applyAsLong(PID_OFFSET),
                file.applyAsLong(START_TICKS_OFFSET),
                file.applyAsLong(NAMESPACES_OFFSET),
                file.applyAsLong(BOOT_ID_OFFSET));
        long end = file.applyAsLong(LEFT_OFFSET);
        boolean isClient = file.applyAsLong(MAGIC_OFFSET) == CLIENT_MAGIC;
        return new FileOwner(
                process,
                isClient ? ProgramName.read(file) : "",
                end == LEFT,
                end == SIGNALLED,
                new Heartbeat(file.applyAsLong(heartbeatOffset)));
    }

    /**
     * Judges whether the owner of a file is alive, without mapping the file. If there is no such file, only the lock's
     * state is known.
     *
     * @param lock the state of the kernel lock
     */
    public static Holder judge(Holder lock, Path path, long magic, int heartbeatOffset) throws IOException {
        if (lock == Holder.ALIVE) {
            return lock;
        }
        FileOwner owner = find(path, magic, heartbeatOffset);
        return owner == null ? lock : owner.judge(lock);
    }

    /** Returns everything known about the owner of a file, as {@link #judge} judges it. */
    public static OwnerState examine(Holder lock, Path path, long magic, int heartbeatOffset) throws IOException {
        FileOwner owner = find(path, magic, heartbeatOffset);
        return owner == null ? OwnerState.ofLockAlone(lock) : owner.examine(lock);
    }

    public static @Nullable FileOwner find(Path path, long magic, int heartbeatOffset) throws IOException {
        if (KernelLock.identity(path) == null) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        try {
            int length = Uninterrupted.run(() -> readStart(path, bytes.clear()));
            return length < LENGTH || bytes.getLong(MAGIC_OFFSET) != magic
                    ? null
                    : read(bytes::getLong, heartbeatOffset);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static int readStart(Path path, ByteBuffer bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return channel.read(bytes, 0);
        }
    }

    /**
     * Judges whether the owner is alive. It is dead if its lock is free <i>and</i> its process is gone or has released
     * the lock by itself. If the process cannot be found (another PID namespace, {@code hidepid}, no {@code /proc}), a
     * second without a heartbeat replaces the latter; but without a lock file that would be a guess. Such a process is
     * wrongly judged dead only if it is stopped within a quarter of a second after another program has dropped its
     * lock.
     *
     * @param lock the state of the kernel lock
     */
    public Holder judge(Holder lock) throws IOException {
        if (lock == Holder.ALIVE) {
            return Holder.ALIVE;
        }
        return prove(lock, hasLeft ? Fate.UNKNOWN : process.fate()).holder();
    }

    /**
     * {@return whether the owner of a file without a lock is alive} If its process cannot be found, only its heartbeat
     * is known.
     */
    public boolean isAlive(long silenceNs) throws IOException {
        Fate fate = hasLeft ? Fate.GONE : process.fate();
        return fate == Fate.LIVES || (fate == Fate.UNKNOWN && Math.abs(System.nanoTime() - heartbeat.ns()) < silenceNs);
    }

    /** {@return the pid as the owner states it; 0 if it is not known} */
    public long pid() {
        return process.pid();
    }

    /** Returns everything known about the owner, as {@link #judge(Holder)} judges it. */
    OwnerState examine(Holder lock) throws IOException {
        Fate fate = process.fate();
        return new OwnerState(
                prove(lock, fate), process.pid(), name, fate == Fate.LIVES, process.otherPidNamespace(), heartbeat);
    }

    private LifeProof prove(Holder lock, Fate fate) {
        if (lock == Holder.ALIVE) {
            return LifeProof.HOLDS_LOCK;
        }
        if (hasLeft) {
            return LifeProof.HAS_LEFT;
        }
        return switch (fate) {
            case LIVES -> LifeProof.PROCESS_RUNS;
            case GONE -> isSignalled ? LifeProof.ENDED_BY_SIGNAL : LifeProof.PROCESS_GONE;
            case UNKNOWN -> {
                if (lock != Holder.DEAD) {
                    yield LifeProof.NO_LOCK;
                }
                yield heartbeat.isFresh(System.nanoTime()) ? LifeProof.BEATS : LifeProof.SILENT;
            }
        };
    }

    /**
     * Notes in the file of a client or a driver how it ends: that it leaves, or by a shutdown hook that a signal ends
     * its JVM (SIGTERM, Ctrl-C, SIGHUP). So a program that a supervisor stops, and that closes nothing, is not reported
     * as a death. Nobody can note that a process is killed.
     */
    public static final class EndNote implements AutoCloseable {
        private final MappedBuffer file;
        private final Thread hook = new Thread(this::note, "tailrace-signal-note");
        private boolean isClosed;

        public EndNote(MappedBuffer file) {
            this.file = file;
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is ending already.
            }
        }

        private synchronized void note() {
            if (!isClosed && isSignalled()) {
                noteSignal(file);
            }
        }

        /** {@return whether a signal has begun the shutdown: the JVM handles each signal in a thread of this name} */
        private static boolean isSignalled() {
            return Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(thread -> thread.getName().matches("SIG[A-Z]+ handler"));
        }

        /** Stores that the owner leaves. From here on nothing of the JVM holds the file. */
        @Override
        public void close() {
            synchronized (this) {
                isClosed = true;
            }
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The JVM is ending: the hook has run, or finds this closed.
            }
            leave(file);
        }
    }
}
