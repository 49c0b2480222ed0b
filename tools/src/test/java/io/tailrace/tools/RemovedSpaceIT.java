/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs of 48 MiB are opened and closed on a small file system beside an idle reader, and no garbage is collected. */
@Tag("system")
class RemovedSpaceIT {
    private static final int LOGS = 20;
    /** The logs of one round and the next one, and the files of driver and clients. */
    private static final int SIZE_MIB = 2 * 48 + 16;

    @RegisterExtension
    final ToolDirectory directory = ToolDirectory.create();

    private Process start(String name, String flags, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags.split(" ")));
        command.addAll(List.of("-Xlog:gc", "-cp", System.getProperty("java.class.path")));
        command.add(RemovedSpaceMain.class.getName());
        List.of(arguments).forEach(argument -> command.add(argument.toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output(name).toFile())
                .start();
    }

    private Path output(String name) {
        return directory.path().resolve(name);
    }

    private String awaitOutput(String name, Process process) throws Exception {
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> name + " still runs");
        String output = Files.readString(output(name));
        assertEquals(0, process.exitValue(), output);
        assertFalse(output.contains("System.gc"), output);
        return output;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Xmx256m",
                "-XX:+DisableExplicitGC -Xmx256m",
                "-XX:+UnlockExperimentalVMOptions -XX:+UseEpsilonGC -Xmx1g"
            })
    void theSpaceOfClosedLogsIsFreeAtOnce(String flags) throws Exception {
        try (SmallFileSystem small = SmallFileSystem.mount(directory.path().resolve("small"), SIZE_MIB)) {
            Path driver = small.path().resolve("driver");
            Process publisher = start("publisher", flags, "publish", driver, LOGS, 0);
            Process reader = start("reader", flags, "read", driver, LOGS);
            try {
                assertTrue(awaitOutput("reader", reader).contains("received=" + LOGS));
                assertTrue(awaitOutput("publisher", publisher).contains("mostMiB="));
            } finally {
                publisher.destroyForcibly();
                reader.destroyForcibly();
            }
        }
    }
}
