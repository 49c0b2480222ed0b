/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tailrace.inspect.LogSnapshot.Subscriber;
import io.tailrace.liveness.OwnerState.LifeProof;
import io.tailrace.log.SubscriberPolicy;
import io.tailrace.tools.command.Terminal;
import io.tailrace.tools.command.Termination;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Every command that writes JSON has a schema, which describes its output exactly. */
class JsonSchemaTest {
    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Test
    void everyCommandThatWritesJsonHasASchema() throws IOException {
        CommandLine root = CommandTree.root(new Termination(), Terminal.PLAIN, false);
        Set<String> writers = new TreeSet<>();
        root.getSubcommands().forEach((name, command) -> {
            if (writesJson(command)) {
                writers.add(name);
            }
        });

        writers.remove("top"); // It is ls.
        assertEquals(writers, JsonSchemas.commands(), "the files of docs/schemas");
    }

    private static boolean writesJson(CommandLine command) {
        return command.getCommandSpec().options().stream().anyMatch(JsonSchemaTest::writesJson)
                || command.getSubcommands().values().stream().anyMatch(JsonSchemaTest::writesJson);
    }

    private static boolean writesJson(OptionSpec option) {
        Object[] values = option.type().isEnum() ? option.type().getEnumConstants() : new Object[0];
        return List.of(option.names()).contains("--json")
                || Arrays.stream(values).anyMatch(value -> value.toString().equalsIgnoreCase("json"));
    }

    static Set<String> commands() throws IOException {
        return JsonSchemas.commands();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aSchemaIsSoundAndTight(String command) throws IOException {
        String text = JsonSchemas.text(command);
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        String dialect = SpecificationVersion.DRAFT_2020_12.getDialectId();
        assertEquals(List.of(), registry.getSchema(SchemaLocation.of(dialect)).validate(text, InputFormat.JSON));

        JsonNode schema = MAPPER.readTree(text);
        assertEquals(dialect, schema.path("$schema").asText());
        assertEquals("tailrace." + command + "/1", schema.path("title").asText());
        for (JsonNode object : schema.path("$defs")) {
            assertTrue(object.has("properties") && object.has("required"), object::toPrettyString);
            assertFalse(object.path("additionalProperties").asBoolean(true), object::toPrettyString);
        }
        for (String reference : schema.findValuesAsText("$ref")) {
            assertTrue(schema.at(reference.substring(1)).isObject(), reference);
        }
        assertWords(Stream.of(LifeProof.values()).map(Enum::name), schema, "proof");
        SubscriberPolicy evicted = new SubscriberPolicy(SubscriberPolicy.KIND_DROP, 1);
        Stream<SubscriberPolicy> policies = Stream.concat(
                IntStream.range(0, 10).mapToObj(kind -> new SubscriberPolicy(kind, 0)), Stream.of(evicted));
        assertWords(
                policies.map(policy -> new Subscriber(0, 0, 0, 0, 0, 0, policy, "", 0, 0, 0, 0, 0, 0, 0).policyName()),
                schema,
                "policy");
    }

    /** Requires that each field of this name has exactly these words. */
    private static void assertWords(Stream<String> words, JsonNode schema, String field) {
        Set<String> expected = words.collect(Collectors.toSet());
        for (JsonNode described : schema.findValues(field)) {
            Set<String> found = new HashSet<>();
            described.path("enum").forEach(word -> found.add(word.asText()));
            assertEquals(expected, found, field);
        }
    }

    static List<Path> goldenFiles() throws IOException {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("goldenFiles")
    void whatIsExpectedOfACommandIsWhatItsSchemaSays(Path file) throws IOException {
        for (String line : Files.readAllLines(file)) {
            String command = command(line);
            assertEquals(List.of(), JsonSchemas.errors(command, line), line);
        }
    }

    /** From the schema that is named on the line. */
    private static String command(String line) throws IOException {
        return MAPPER.readTree(line)
                .path("schema")
                .asText()
                .replaceFirst("^tailrace[.]", "")
                .replaceFirst("/1$", "");
    }
}
