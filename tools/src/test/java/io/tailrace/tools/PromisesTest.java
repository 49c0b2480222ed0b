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
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Each row of the table of faults names the one test that proves it best, and that test runs in {@code mvn verify} or
 * with the profile system or faults. Reads the sources, because no module has all tests on its class path.
 */
class PromisesTest {
    private static final Path ROOT = Path.of("..");
    private static final Path TABLE = ROOT.resolve("ipc-driver/FAULT-TABLE.md");
    private static final Pattern NAME = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final String IS_RUN = "(Test|IT)\\w*|\\w+(Test|Tests|TestCase|IT|ITCase)";
    private static final String IS_TEST = "(?s).*\n *@(Parameterized|Repeated)?Test(Factory)?\\b.*";
    private static final String IS_LEFT_OUT = "(?s).*\n *@(Disabled|Tag\\(\"(bench|browser|sources)\"\\)).*";

    /** By the name of the class; some classes have the same one. */
    private final Map<String, List<String>> sources = new HashMap<>();

    @BeforeEach
    void readSources() throws IOException {
        try (Stream<Path> paths = Files.walk(ROOT)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                if (path.toString().matches(".*/src/test/java/.*\\.java")) {
                    String type = path.getFileName().toString().replace(".java", "");
                    sources.computeIfAbsent(type, name -> new ArrayList<>()).add(Files.readString(path));
                }
            }
        }
    }

    @Test
    void eachRowNamesOneTestThatRuns() throws IOException {
        List<String> problems = new ArrayList<>();
        List<String[]> rows = rows(TABLE, "");
        for (String[] row : rows) {
            problem(row[row.length - 1]).ifPresent(problem -> problems.add("row '" + row[0] + "': " + problem));
        }
        rows(ROOT.resolve("ipc-driver/FAULTS.md"), "").stream()
                .filter(row -> !runs(row[0].split("\\W+", -1)[1]))
                .forEach(row -> problems.add("row '" + row[0] + "': there is no such test"));
        assertTrue(rows.size() > 100, () -> "rows=" + rows.size());
        assertEquals("", String.join("\n", problems));
    }

    /** A row may be divided: what follows a colon is not compared. */
    @Test
    void eachGuaranteeAndLimitHasARow() throws IOException {
        List<String> without = new ArrayList<>();
        rows(ROOT.resolve("README.md"), "## What is guaranteed\n").forEach(row -> without.add(row[0]));
        rows(ROOT.resolve("docs/OPERATIONS.md"), "## Limits\n").forEach(row -> without.add(row[0]));
        assertTrue(without.size() > 15, without::toString);
        rows(TABLE, "## Guarantees and limits\n").forEach(row -> without.remove(row[0].replaceAll(":.*", "")));
        assertEquals(List.of(), without, "without a row");
    }

    /** {@return the cells of the rows of all tables of a document, or of the section that begins with a heading} */
    private static List<String[]> rows(Path document, String heading) throws IOException {
        String text = Files.readString(document);
        assertTrue(text.contains(heading), () -> document + " has no " + heading);
        String rest = text.substring(text.indexOf(heading) + heading.length());
        List<String[]> rows = new ArrayList<>();
        boolean isTable = false;
        for (String line : (heading.isEmpty() ? rest : rest.split("\n## ", 2)[0]).split("\n", -1)) {
            boolean isRule = line.matches("[|:-]*-\\|[|:-]+");
            isTable = line.contains("|") && (isTable || isRule);
            if (isTable && !isRule) {
                rows.add(line.replaceAll("^\\| | \\|$", "").split(" \\| ", -1));
            }
        }
        return rows;
    }

    /** {@return what is wrong with the tests that a row names} */
    private Optional<String> problem(String tests) {
        List<MatchResult> names = NAME.matcher(tests).results().toList();
        if (names.size() != 1) {
            boolean saysWhy = names.isEmpty() && tests.matches("none[:,] .+");
            return saysWhy ? Optional.empty() : Optional.of("not one method, nor a reason for none: " + tests);
        }
        String type = names.get(0).group(1);
        String method = names.get(0).group(2);
        for (String source : sources.getOrDefault(type, List.of())) {
            String before = source.split("\n    (\\w+ )*[\\w<>]+ " + method + "\\(", 2)[0];
            String annotations = before.substring(Math.max(0, before.lastIndexOf("\n\n")));
            if (before.length() < source.length() && annotations.matches(IS_TEST)) {
                String ofClass = source.split("\n(\\w+ )*(class|interface) ", 2)[0];
                boolean isRun = runs(type) && !(ofClass + annotations).matches(IS_LEFT_OUT);
                return isRun ? Optional.empty() : Optional.of("Maven does not run " + tests);
            }
        }
        return Optional.of("there is no such test: " + tests);
    }

    /** {@return whether Maven runs a class, or one that inherits its tests} */
    private boolean runs(String type) {
        String inherits = "(?s).*(extends|implements) [^{*]*\\b" + type + "\\b.*";
        return (sources.containsKey(type) && type.matches(IS_RUN))
                || sources.keySet().stream()
                        .filter(heir -> sources.get(heir).toString().matches(inherits))
                        .anyMatch(this::runs);
    }
}
