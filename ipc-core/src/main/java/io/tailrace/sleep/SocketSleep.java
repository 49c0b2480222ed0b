/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.sleep;

import io.tailrace.memory.FileAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Sleeps until something comes over a Unix domain socket of the sleeper's own. */
final class SocketSleep implements Mechanism {
    private static final long ALMOST_A_MS = 999_999;

    private final WakeSocket socket;

    SocketSleep(Path path, FileAccess access) throws IOException {
        this.socket = WakeSocket.at(path, access, (clientId, sleeper) -> {});
    }

    @Override
    public int number() {
        return SleepersLayout.SOCKET;
    }

    @Override
    public boolean holdsCarrier() {
        return true;
    }

    @Override
    public void sleep(long timeoutNs) {
        socket.await(Math.max(1, TimeUnit.NANOSECONDS.toMillis(timeoutNs + ALMOST_A_MS))); // 0 would be for ever.
    }

    @Override
    public void wake() {
        socket.wake();
    }

    @Override
    public void close() {
        socket.close();
    }
}
