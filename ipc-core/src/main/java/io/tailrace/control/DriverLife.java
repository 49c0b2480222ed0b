/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import io.tailrace.control.KernelLock.Holder;
import java.io.IOException;

/** Whether a driver lives: by its lock, and where that is free or missing by what its control file says of its process. */
public final class DriverLife {
    private DriverLife() {}

    /** Asks whether a driver lives in a directory. */
    public static Holder probe(DriverDirectory directory) throws IOException {
        return judge(KernelLock.probe(directory.lockFile()), directory);
    }

    /** Asks the same where the driver's lock is held by whoever asks. */
    public static Holder probeBehindLock(DriverDirectory directory) throws IOException {
        return judge(Holder.DEAD, directory);
    }

    private static Holder judge(Holder lock, DriverDirectory directory) throws IOException {
        return FileOwner.judge(
                lock, directory.lastControlFile(), ControlLayout.MAGIC, ControlLayout.HEARTBEAT_NS_OFFSET);
    }
}
