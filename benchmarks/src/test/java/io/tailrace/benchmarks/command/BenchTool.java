/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.benchmarks.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tailrace.testing.Await;
import io.tailrace.testing.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The executable jar of the benchmarks in its own JVM. */
final class BenchTool extends ChildProcess {
    private static final Path JAR = Path.of("target", "benchmarks.jar").toAbsolutePath();
    private static final AtomicInteger STARTED = new AtomicInteger();

    private BenchTool(Path folder, ProcessBuilder builder) throws IOException {
        super(folder, "bench-" + STARTED.incrementAndGet(), builder);
    }

    static Path driver(Path folder) {
        return folder.resolve("driver");
    }

    /** Starts it with a driver's directory in that folder as TAILRACE_DIR. */
    static BenchTool start(Path folder, String... arguments) throws IOException {
        List<String> all = Stream.concat(Stream.of("-jar", JAR.toString()), Stream.of(arguments))
                .toList();
        ProcessBuilder builder =
                new ProcessBuilder(java(List.of(), Path.of(System.getProperty("java.home")), SHORT_LIFE, all));
        builder.environment().put("TAILRACE_DIR", driver(folder).toString());
        return new BenchTool(folder, builder);
    }

    /** Runs it to its end, without input. */
    static BenchTool run(Path folder, String... arguments) throws IOException {
        BenchTool tool = start(folder, arguments);
        tool.endInput();
        tool.await();
        return tool;
    }

    /** Asserts its exit code, and one line on the standard error with all these parts. */
    void assertFails(int code, String... parts) {
        assertExit(code);
        assertEquals(1, err().lines().count(), this::toString);
        List.of(parts).forEach(part -> assertTrue(err().contains(part), () -> "no '" + part + "' in " + this));
    }

    /** {@return the expected number of children, once they have started} */
    List<ProcessHandle> awaitChildren(int count) {
        Await.until("children of " + this, () -> !isAlive() || children().size() >= count);
        assertTrue(isAlive(), this::toString);
        return children();
    }

    private List<ProcessHandle> children() {
        return ProcessHandle.of(pid()).stream().flatMap(ProcessHandle::children).toList();
    }

    /** Asserts that each line conforms to the schema of the command. */
    static void assertValid(String command, String lines) throws IOException {
        String text = Files.readString(Path.of("..", "docs", "schemas", command + ".schema.json"));
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(text, InputFormat.JSON);
        lines.lines().forEach(line -> assertEquals(List.of(), schema.validate(line, InputFormat.JSON), line));
    }
}
