/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The references of the documents exist: files, classes, methods, tests. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:|#)([^)#]+)");
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)(?:[.#](\\w+))?`");

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        List<Path> documents = find(".md");
        for (Path document : documents) {
            for (MatchResult link :
                    LINK.matcher(Files.readString(document)).results().toList()) {
                if (!Files.exists(document.resolveSibling(link.group(1)))) {
                    broken.add(document + ": " + link.group(1));
                }
            }
        }

        assertTrue(documents.size() > 5, () -> "documents=" + documents);
        assertEquals(List.of(), broken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ARCHITECTURE.md", "ipc-driver/FAULT-TABLE.md"})
    void everyClassAndMethodThatIsNamedExists(String document) throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (Path source : find(".java")) {
            sources.merge(source.getFileName().toString(), Files.readString(source), String::concat);
        }
        List<MatchResult> names =
                NAME.matcher(Files.readString(ROOT.resolve(document))).results().toList();
        List<String> missing = new ArrayList<>();
        for (MatchResult name : names) {
            String source = sources.get(name.group(1) + ".java");
            String member = name.group(2);
            if (source == null || (member != null && !source.contains(" " + member + "("))) {
                missing.add(name.group());
            }
        }

        assertTrue(names.size() > 50, () -> "names=" + names.size());
        assertEquals(List.of(), missing);
    }

    private static List<Path> find(String ending) throws IOException {
        try (Stream<Path> paths = Files.walk(ROOT)) {
            return paths.filter(path -> path.toString().endsWith(ending))
                    .filter(path -> !path.toString().contains("/target/"))
                    .toList();
        }
    }
}
