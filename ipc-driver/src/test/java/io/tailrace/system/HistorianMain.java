/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.system;

import io.tailrace.TailraceException;
import io.tailrace.history.History;
import io.tailrace.history.HistoryConfig;
import io.tailrace.history.HistoryConfig.KeepLimits;
import io.tailrace.history.HistoryConfig.WhenFull;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps history: {@code DIRECTORY HISTORY STREAM SEGMENTS [BLOCK|DROP]}, with a lease of 30 seconds and at most
 * SEGMENTS segments of 1 MiB, forced before they are acknowledged. It retries while the previous historian's death is
 * not proven. Exits on a line on its standard input.
 */
final class HistorianMain {
    private static final long RETRY_NS = 5_000_000;

    private HistorianMain() {}

    public static void main(String[] args) throws IOException {
        HistoryConfig config = HistoryConfig.of(Path.of(args[1]), Path.of(args[0]), args[2])
                .withSegmentLength(1 << 20)
                .withSync(new HistoryConfig.Sync.Always())
                .withWhenFull(WhenFull.valueOf(args.length > 4 ? args[4] : "BLOCK"))
                .withKeep(new KeepLimits(Long.MAX_VALUE, Duration.ofDays(1), Integer.parseInt(args[3])))
                .withName("history", Duration.ofSeconds(30))
                .withErrorHandler(error -> System.out.println("NEWS " + error.getMessage()));
        try (History history = launch(config)) {
            System.out.println("HISTORY " + history.config().directory());
            System.in.read();
        }
        System.out.println("ENDED");
    }

    private static History launch(HistoryConfig config) {
        while (true) {
            try {
                return History.launch(config);
            } catch (TailraceException e) {
                System.out.println("REFUSED " + e.getMessage());
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }
}
