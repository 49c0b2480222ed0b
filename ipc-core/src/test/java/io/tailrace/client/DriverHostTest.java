/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tailrace.TailraceConfig;
import io.tailrace.control.EmbeddedDriver;
import io.tailrace.file.FileAccess;
import io.tailrace.liveness.KernelLock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DriverHostTest {
    @TempDir
    Path directory;

    private final List<String> calls = new ArrayList<>();
    private boolean running;

    private DriverHost host() {
        return new DriverHost(TailraceConfig.DEFAULT.withDirectory(directory), (path, group) -> {
            calls.add("launched");
            running = true;
            return new EmbeddedDriver() {
                @Override
                public boolean isRunning() {
                    return running;
                }

                @Override
                public void close() {
                    calls.add("closed");
                }
            };
        });
    }

    @Test
    void oneThatHasEndedByItselfIsClosedAndAnotherOneLaunchedUntilTheEnd() {
        DriverHost host = host();
        host.launch();
        host.launch();
        assertEquals(List.of("launched"), calls);
        running = false;
        host.launch();
        host.close();
        host.launch();

        assertEquals(List.of("launched", "closed", "launched", "closed"), calls);
    }

    @Test
    void itTakesThePlaceOfADriverThatIsProvenDead() throws Exception {
        DriverHost host = host();
        host.takeOver();
        assertEquals(List.of(), calls, "no lock file: nothing is known");
        try (KernelLock living = KernelLock.tryAcquire(directory.resolve("driver.lock"), FileAccess.PRIVATE)) {
            Thread.sleep(60); // It checks only now and then.
            host.takeOver();
            host.launch();
            assertEquals(List.of(), calls, "it lives");
        }
        while (calls.isEmpty()) {
            host.takeOver();
        }

        assertEquals(List.of("launched"), calls);
    }
}
