/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.Publication;
import io.tailrace.Subscription;
import io.tailrace.Tailrace;
import io.tailrace.control.DriverDirectory;
import io.tailrace.file.HugePages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Retained logs in a file system where even the shortest file takes a huge page. Needs root. */
final class HugePagesRetentionTest {
    private static final long WAIT_NS = 20_000_000_000L;

    @TempDir
    Path folder;

    private final List<Throwable> errors = new ArrayList<>();

    private static boolean run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
    }

    @BeforeEach
    void mount() throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=80m,huge=always", "tmpfs", folder.toString()),
                "a file system cannot be mounted here: this needs root, and huge pages");
        assumeTrue(HugePages.fileUnit(folder) == 2 << 20, "no huge pages, or of another size");
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "-l", folder.toString());
    }

    private void until(MediaDriver driver, BooleanSupplier condition) {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            driver.invoke();
            assertTrue(System.nanoTime() - startNs < WAIT_NS, errors::toString);
        }
    }

    private long usable() {
        return folder.toFile().getUsableSpace();
    }

    /** A new log of these short terms takes four pages, though its files are 220 KiB long. */
    @Test
    void aRetainedLogGoesIfAnotherWouldFindNoPages() throws Exception {
        try (MediaDriver driver =
                MediaDriver.launch(Rig.driverConfig(folder, errors).withRetention(Retention.DEFAULT))) {
            try (Tailrace client = Tailrace.connect(Rig.clientConfig(driver.directory(), driver::invoke, errors));
                    Subscription subscription = client.addSubscription("quotes");
                    Publication publication = client.addPublication("quotes")) {
                until(driver, () -> {
                    client.invoke();
                    return subscription.isConnected() && publication.isConnected();
                });
                assertTrue(Messages.offer(publication, "message") > 0);
            }
            Path log;
            try (Stream<Path> logs = Files.list(new DriverDirectory(driver.directory()).logs())) {
                log = logs.findFirst().orElseThrow();
            }
            until(driver, () -> LeftFiles.isRetained(log));
            Files.write(folder.resolve("filler"), new byte[(int) (usable() - (6 << 20))]);
            assertTrue(usable() >= 4 << 20, "much more than the length of the files");

            until(driver, () -> !Files.exists(log));
        }
        assertEquals(List.of(), errors);
    }
}
