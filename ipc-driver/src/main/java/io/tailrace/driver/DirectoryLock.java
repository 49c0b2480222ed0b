/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import io.tailrace.control.DriverDirectory;
import io.tailrace.control.KernelLock;
import io.tailrace.memory.FileAccess;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A driver's lock on its directory. It may be lost: another program in this process closes the file, or somebody
 * removes it. So it is renewed all the time, and whoever takes it looks first whether the process that the control file
 * names is gone. One thread at a time.
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
            lock.close(); // So that its owner can take it again.
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
     * Takes it again, in a new file if somebody has removed it. To be called only as long as the control file is this
     * driver's: that keeps all others away meanwhile, so there is no hurry where somebody who has just come holds the
     * lock to look at that.
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
