/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.bridge.system;

import io.tailrace.driver.DriverConfig;
import io.tailrace.driver.MediaDriver;
import io.tailrace.driver.Retention;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The media driver of a host: {@code DIRECTORY TERM-LENGTH}. Exits as {@link EndOfProcess} says. */
final class HostDriverMain {
    /** Short enough that a test can wait until a log is gone. */
    private static final Duration RETAINED = Duration.ofSeconds(2);

    private static final long LOOK_AGAIN_NS = 20_000_000;

    private HostDriverMain() {}

    public static void main(String[] args) throws IOException {
        EndOfProcess end = new EndOfProcess();
        DriverConfig config = DriverConfig.DEFAULT
                .withDirectory(Path.of(args[0]))
                .withTermLength(Integer.parseInt(args[1]))
                .withRetention(new Retention(RETAINED, Retention.DEFAULT.bytes()));
        try (MediaDriver driver = MediaDriver.launch(config)) {
            System.out.println("READY dir=" + driver.directory());
            while (!end.isWanted()) {
                LockSupport.parkNanos(LOOK_AGAIN_NS);
            }
        }
    }
}
