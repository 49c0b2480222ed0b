/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The schemas in the repository: one for each command that writes JSON, with the name of the command. */
public final class JsonSchemas {
    private static final Path FOLDER = Path.of("..", "docs", "schemas");
    private static final String ENDING = ".schema.json";
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private JsonSchemas() {}

    /** {@return the commands that have a schema} */
    static Set<String> commands() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return new TreeSet<>(files.map(file -> file.getFileName().toString().replace(ENDING, ""))
                    .toList());
        }
    }

    /** {@return the text of the schema of a command} */
    static String text(String command) {
        try {
            return Files.readString(FOLDER.resolve(command + ENDING));
        } catch (IOException e) {
            throw new UncheckedIOException("write docs/schemas/" + command + ENDING, e);
        }
    }

    /** {@return the violations in a line of a command} */
    static List<Error> errors(String command, String line) {
        Schema schema = SCHEMAS.computeIfAbsent(command, name -> REGISTRY.getSchema(text(name), InputFormat.JSON));
        return schema.validate(
                line,
                InputFormat.JSON,
                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
    }

    /** Requires that each line matches the schema of the command. */
    public static void assertValid(String command, String lines) {
        lines.lines().forEach(line -> assertEquals(List.of(), errors(command, line), line));
    }
}
