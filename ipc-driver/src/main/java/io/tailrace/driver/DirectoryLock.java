/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.file.FileAccess;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A driver's lock on its directory. The lock is lost where another program in this process closes the file, or somebody
 * removes the file. So the driver renews it all the time, and a driver that takes it checks first that the process
 * which the control file names is gone. One thread at a time.
 */
final class DirectoryLock implements AutoCloseable {
    /**
     * In this time a living driver takes its lock again, a dying process ends, and one elsewhere is known to be silent.
     */
    private static final long PATIENCE_NS = 1_200_000_000;

    private static final long PAUSE_NS = 10_000_000;

    private final DriverDirectory directory;
    private final FileAccess access;
    private KernelLock lock;

    private DirectoryLock(DriverDirectory directory, FileAccess access, KernelLock lock) {
        this.directory = directory;
        this.access = access;
        this.lock = lock;
    }

    /** {@return the lock, null if another driver lives in the directory} */
    static @Nullable DirectoryLock take(DriverDirectory directory, FileAccess access) throws IOException {
        long startNs = System.nanoTime();
        while (true) {
            KernelLock lock = KernelLock.tryAcquire(directory.lockFile(), access);
            if (lock == null) {
                return null;
            }
            if (isLeft(directory, lock)) {
                return new DirectoryLock(directory, access, lock);
            }
            lock.close(); // So that the living driver can take it again.
            if (System.nanoTime() - startNs > PATIENCE_NS) {
                return null;
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    private static boolean isLeft(DriverDirectory directory, KernelLock lock) throws IOException {
        try {
            return directory.probeDriverBehindLock() != KernelLock.Holder.ALIVE;
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Takes the lock again, in a new file if somebody has removed the old one. Only for as long as the control file is
     * this driver's: the control file keeps other drivers away, so a driver that holds the lock for a moment, to read
     * the control file, does no harm.
     *
     * @throws IOException if the file cannot be made
     */
    void renew() throws IOException {
        if (lock.isAt(directory.lockFile())) {
            lock.renew();
            return;
        }
        KernelLock next = KernelLock.tryAcquire(directory.lockFile(), access);
        if (next != null) {
            lock.close();
            lock = next;
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
