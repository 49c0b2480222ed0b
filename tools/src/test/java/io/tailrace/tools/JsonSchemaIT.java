/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.tools.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The output of commands about living processes matches their schemas. */
class JsonSchemaIT {
    @RegisterExtension
    private final ToolDirectory directory = ToolDirectory.create();

    private final Set<String> tried = new TreeSet<>();

    @Test
    void everyCommandThatWritesJson() throws IOException {
        Path file = directory.path().resolve("kept");
        try (Tool driver = Tool.driver(directory, "--term-length", "64k");
                Tool pub = Tool.start(directory, "pub", "quotes", "--count", "1000m", "--rate", "1k");
                Tool sub = Tool.start(directory, "sub", "quotes", "--name", "risk")) {
            sub.awaitOut("0001");
            check("sub", "quotes", "--count", "20", "--format", "json");
            try (Tool record = Tool.run(directory, "record", "quotes", file.toString(), "--count", "20")) {
                record.assertExit(ExitCode.OK);
            }
            check("history", "ls", file.toString(), "--json");
            check("history", "verify", file.toString(), "--json");
            check("ls", "--json", "--long", "--dead");
            check("clients", "--json");
            check("counters", "--json");
            check("events", "--json");
            check("stat", "1ms", "2", "--json");
            check("dump", "quotes", "--json", "--histogram");
            check("check", "quotes", "--format", "json");
            check("doctor", "--json");

            Path bad = Files.createDirectories(directory.driver().resolve("clients/999999"));
            Files.writeString(bad.resolve("commands"), "nonsense");
            // A connecting client makes the driver check its clients.
            try (Tool next = Tool.run(directory, "sub", "quotes", "--count", "1")) {
                next.assertExit(ExitCode.OK);
            }
            check("errors", "--json");
            check("demo", "--seconds", "1", "--json");
            check("ping", "-n", "1", "--json");
            driver.signal("KILL");
            driver.await();
            assertTrue(pub.isAlive());
            for (String command : new String[] {"ls", "clients", "errors", "events", "counters"}) {
                check(command, "--json");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        tried.addAll(JsonSchemas.OF_BENCHMARKS);
        assertEquals(JsonSchemas.commands(), tried, "add what is missing above");
    }

    private void check(String... arguments) throws IOException {
        tried.add(arguments[0]);
        try (Tool tool = Tool.run(directory, arguments)) {
            List<String> lines = tool.out().lines().toList();
            assertFalse(lines.isEmpty(), tool::toString);
            // The demo prints text before its JSON.
            JsonSchemas.assertValid(
                    arguments[0], arguments[0].equals("demo") ? lines.get(lines.size() - 1) : tool.out());
        }
    }
}
