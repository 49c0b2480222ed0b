/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tailrace.ExclusivePublication;
import io.tailrace.Publication;
import io.tailrace.RegistrationException;
import io.tailrace.memory.MappedBuffer;
import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A process that may not open another file or map more memory: its requests are refused, no process is taken for dead,
 * and everything else continues, as on a file system that becomes read-only. These JVMs are started as for users: one
 * with an archive of classes opens its jar late.
 */
@Tag("faults")
class ProcessLimitsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int STANDARD_STREAMS = 3;
    private static final int ENOUGH = 1_000;
    private static final int MOST_LOGS = 12;
    private static final long SPARE_BYTES = 8 * 1024 * 1024;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Tool startDriver(String termLength) throws IOException {
        return Tool.driver(directory, Tool.plain("driver", "--term-length", termLength));
    }

    private static void limitFiles(Tool tool, int files) throws IOException {
        limit(tool, "--nofile=" + files + ":");
    }

    private static void limit(Tool tool, String limit) throws IOException {
        assumeTrue(SmallFileSystem.run("prlimit", "--pid", Long.toString(tool.pid()), limit), "prlimit is missing");
    }

    /** Sets a limit at which the process cannot map another log. */
    private static void limitMemory(Tool tool) throws IOException {
        Path status = Path.of("/proc", Long.toString(tool.pid()), "status");
        String size = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmSize:"))
                .findFirst()
                .orElseThrow();
        limit(tool, "--as=" + (Long.parseLong(size.replaceAll("\\D", "")) * 1024 + SPARE_BYTES) + ":");
    }

    private static void offer(Publication publication, char letter) {
        publication.offer(MappedBuffer.of(new byte[] {(byte) letter}), 0, 1, PATIENCE);
    }

    @Test
    void aDriverThatMayOpenNoFile() throws IOException {
        try (Tool driver = startDriver("64k");
                Traffic traffic = new Traffic(directory.driver());
                ExclusivePublication removed = traffic.tailrace().addExclusivePublication("orders")) {
            limitFiles(driver, STANDARD_STREAMS);

            RegistrationException refused = assertThrows(
                    RegistrationException.class, () -> traffic.tailrace().addExclusivePublication("orders"));
            assertEquals(RegistrationException.Reason.STORAGE, refused.reason());
            assertTrue(refused.getMessage().contains(directory.driver().toString()), refused::getMessage);
            removed.close();
            traffic.assertGoesOn();
            try (Tool late = Tool.start(directory, Tool.plain("sub", "orders", "--count", "1"))) {
                traffic.awaitFiles("clients", 2);
                limitFiles(driver, ENOUGH);

                traffic.awaitFiles("logs", 1); // The failed deletion has succeeded by now; nothing half-made is left.
                try (Publication orders = traffic.tailrace().addExclusivePublication("orders")) {
                    offer(orders, 'x');
                    late.assertExit(ExitCode.OK); // The client that came in the meantime is admitted.
                }
            }
            traffic.assertGoesOn();
            assertTrue(driver.isAlive());
        }
    }

    /** A lock file that cannot be opened is not necessarily missing. */
    @Test
    void aDriverThatCannotAskWhetherASilentClientLives() throws IOException, InterruptedException {
        try (Tool driver = startDriver("64k");
                Traffic traffic = new Traffic(directory.driver());
                Publication trades = traffic.tailrace().addPublication("trades");
                Tool silent = Tool.start(directory, Tool.plain("sub", "trades"))) {
            offer(trades, 'x');
            silent.awaitOut("x"); // So the driver has admitted it.
            silent.stop();
            limitFiles(driver, STANDARD_STREAMS);
            driver.awaitErr("/lock\n"); // Too many open files: path=…/lock
            Thread.sleep(100); // Time for further messages about it.
            limitFiles(driver, ENOUGH);

            traffic.assertGoesOn();
            traffic.awaitFiles("clients", 2);
            assertFalse(driver.err().contains("cannot be proven dead"), driver::err);
        }
    }

    /** The same errors as with too many mappings, at which most JVMs would die first. */
    @Test
    void processesThatMayMapNoMore() throws IOException {
        try (Tool driver = startDriver("4m");
                Traffic traffic = new Traffic(directory.driver());
                Publication orders = traffic.tailrace().addPublication("orders");
                Tool sub = Tool.start(directory, Tool.plain("sub", "orders"))) {
            offer(orders, 'x');
            sub.awaitOut("x");
            limitMemory(driver);

            int[] logs = {2};
            RegistrationException refused = assertThrows(RegistrationException.class, () -> {
                while (logs[0] < MOST_LOGS) { // It has some reserved memory to give back first.
                    traffic.tailrace().addExclusivePublication("quotes");
                    logs[0]++;
                }
            });
            assertEquals(RegistrationException.Reason.LIMIT, refused.reason());
            Run.assertHas(refused.getMessage(), "ulimit -v", "vm.max_map_count=");
            traffic.awaitFiles("logs", logs[0]); // Nothing is left of the refused log.
            traffic.assertGoesOn();
            limit(driver, "--as=unlimited:");
            limitMemory(sub);
            traffic.tailrace().addExclusivePublication("orders");

            sub.assertExit(ExitCode.IO_FAILED);
            Run.assertHas(sub.err(), "cannot open the log", "ulimit -v");
            traffic.assertGoesOn();
            assertEquals("", driver.err());
        }
    }

    @Test
    void aClientThatMayOpenNoFile() throws IOException, InterruptedException {
        try (Tool driver = startDriver("64k");
                Traffic traffic = new Traffic(directory.driver());
                Publication orders = traffic.tailrace().addPublication("orders");
                Tool sub = Tool.start(directory, Tool.plain("sub", "orders"))) {
            offer(orders, 'x');
            sub.awaitOut("x");
            limitFiles(sub, STANDARD_STREAMS);
            Thread.sleep(100); // Time for several checks whether the driver lives, each of which opens a file.
            offer(orders, 'y');
            sub.awaitOut("y");

            traffic.tailrace().addExclusivePublication("orders");

            sub.assertExit(ExitCode.IO_FAILED);
            Run.assertHas(sub.err(), "cannot open the log", "/logs/", "subscription lost: stream=orders, 2 received");
            traffic.awaitFiles("clients", 1);
            traffic.assertGoesOn();
            assertEquals("", driver.err());
        }
    }

    @Test
    void aDirectoryThatBecomesReadOnly() throws IOException {
        try (SmallFileSystem small = SmallFileSystem.mount(directory.path().resolve("small"), "size=24m")) {
            Path dir = small.path().resolve("driver");
            try (Tool driver = Tool.driver(directory, "--dir", dir.toString(), "--term-length", "64k");
                    Traffic traffic = new Traffic(dir);
                    ExclusivePublication removed = traffic.tailrace().addExclusivePublication("orders")) {
                small.makeReadOnly();
                RegistrationException refused = assertThrows(
                        RegistrationException.class, () -> traffic.tailrace().addExclusivePublication("orders"));
                assertEquals(RegistrationException.Reason.STORAGE, refused.reason());
                assertRefused("sub orders", dir);
                assertRefused("driver", small.path().resolve("other"));
                removed.close();
                traffic.assertGoesOn();

                small.makeWritable();
                traffic.awaitFiles("logs", 1); // By now the failed deletion has succeeded.
                traffic.tailrace().addExclusivePublication("orders");
                traffic.assertGoesOn();
                assertTrue(driver.isAlive());
            }
        }
    }

    private void assertRefused(String line, Path dir) {
        Run.of(directory, line + " --dir " + dir).assertFails(ExitCode.PERMISSION, "Read-only", dir.toString());
    }
}
