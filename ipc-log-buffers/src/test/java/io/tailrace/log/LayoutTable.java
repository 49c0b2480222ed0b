/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The layout table in the Javadoc of a class, read from its source file. */
final class LayoutTable {
    private static final Pattern ROW =
            Pattern.compile("^ \\*\\s+(\\d+)\\s+(\\d+)\\s{2,}(\\(padding[^)]*\\)|\\w+(?: slots)?).*");
    private static final Pattern TITLE = Pattern.compile("^ \\*   (\\w+ \\w+)$");

    /** A line of the table. */
    record Row(int offset, int size, String name) {
        int end() {
            return offset + size;
        }

        boolean isPadding() {
            return name.startsWith("(padding");
        }
    }

    private LayoutTable() {}

    /** {@return the rows of each part of the table, by its title; the first part has none} */
    static Map<String, List<Row>> of(Class<?> type) throws IOException {
        Path source = Path.of("src/main/java", type.getName().replace('.', '/') + ".java");
        Map<String, List<Row>> parts = new LinkedHashMap<>();
        String part = "";
        for (String line : Files.readAllLines(source)) {
            if (line.startsWith("public ")) {
                break;
            }
            Matcher title = TITLE.matcher(line);
            Matcher row = ROW.matcher(line);
            if (title.matches()) {
                part = title.group(1);
            } else if (row.matches()) {
                parts.computeIfAbsent(part, name -> new ArrayList<>())
                        .add(new Row(Integer.parseInt(row.group(1)), Integer.parseInt(row.group(2)), row.group(3)));
            }
        }
        return parts;
    }

    static List<String> names(List<Row> rows) {
        return rows.stream().filter(row -> !row.isPadding()).map(Row::name).toList();
    }

    /** Each field is aligned to its size up to a word, none overlaps another, and with the padding they have no gap. */
    static void assertAlignedAndApart(List<Row> rows, int length) {
        int end = 0;
        for (Row row : rows) {
            assertEquals(end, row.offset(), () -> "gap or overlap before " + row);
            boolean isNumber = row.size() <= Long.BYTES;
            assertTrue(row.isPadding() || !isNumber || row.offset() % row.size() == 0, () -> "not aligned: " + row);
            end = row.end();
        }
        assertEquals(length, end);
    }
}
