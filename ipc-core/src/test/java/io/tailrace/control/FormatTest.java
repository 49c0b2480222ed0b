/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.LogLayout;
import io.tailrace.segment.ReaderFile;
import io.tailrace.segment.SegmentLayout;
import io.tailrace.sleep.Sleeper;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code FORMAT.md} says what the layout classes and the schema say: fields, offsets, sizes, writers, readers,
 * messages.
 */
class FormatTest {
    private static final Path FORMAT = Path.of("../ipc-log-buffers/FORMAT.md");
    private static final Path SCHEMA = Path.of("../codecs/src/main/sbe/schema.xml");
    private static final Pattern TITLE = Pattern.compile("(?:## )?(\\w[\\w ]*?)(?: \\(version.*\\))?:?");
    private static final Pattern MESSAGE = Pattern.compile("<sbe:message name=\"(\\w+)\" id=\"(\\d+)\"");

    /** The rows of the frame and of the file header stand in the Javadoc, too. */
    @ParameterizedTest
    @CsvSource({"io.tailrace.file.FileFormat, file header", "io.tailrace.log.FrameLayout, frame"})
    void aTableHasTheRowsOfTheJavadoc(Class<?> layout, String title) throws IOException {
        assertEquals(
                javadocRows(layout),
                rows(title).map(row -> String.join(" ", row.subList(0, 4))).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "io.tailrace.log.LogLayout, meta, publisher slot, subscriber slot",
        "io.tailrace.segment.SegmentLayout, segment, block,",
        "io.tailrace.segment.ReaderFile, reader, reader log,",
        "io.tailrace.control.ControlFile, control,,",
        "io.tailrace.control.ClientFiles, commands,,",
        "io.tailrace.control.ReportFile, counters, errors,",
        "io.tailrace.control.EventFile, events, event slot,",
        "io.tailrace.control.CounterSlots, counter slot,,",
        "io.tailrace.control.HistorianFile, historian,,",
        "io.tailrace.control.LinkFile, link,,",
        "io.tailrace.sleep.Sleeper, sleepers, sleeper slot,"
    })
    void theTablesHaveTheOffsetsAndSizesOfTheConstants(Class<?> layout, String file, String slot, String otherSlot)
            throws Exception {
        Map<String, Integer> constants = constants(layout);
        Map<String, Integer> missing = new TreeMap<>(constants);
        missing.keySet().removeIf(name -> !name.endsWith("_OFFSET"));
        for (String title :
                Stream.of(file, slot, otherSlot).filter(Objects::nonNull).toList()) {
            for (List<String> row : rows(title).toList()) {
                String field = constantName(row.get(2).matches("slots|errors") ? "report" : row.get(2));
                int offset = Integer.parseInt(row.get(0));
                List<String> names = Stream.of("", "SLOT_", "PUBLISHER_", "SUBSCRIBER_", "BLOCK_", "READER_LOG_")
                        .map(prefix -> prefix + field + "_OFFSET")
                        .filter(name -> constants.containsKey(name) && constants.get(name) == offset)
                        .toList();
                assertEquals(field.equals("FILE_HEADER") ? 0 : 1, names.size(), () -> "constants of a row: " + row);
                names.forEach(missing::remove);
                assertEquals(
                        Integer.toString(constants.getOrDefault(field + "_LENGTH", Integer.parseInt(row.get(1)))),
                        row.get(1));
            }
        }
        assertEquals(Map.of(), missing, "constants that are in no table");
    }

    /** What has no writer is a row of slots. */
    @ParameterizedTest
    @CsvSource({
        "meta, 28672",
        "publisher slot, 128",
        "subscriber slot, 256",
        "segment, 4096",
        "block, 32",
        "reader, 16384",
        "reader log, 16",
        "control, 659840",
        "commands, 34048",
        "counters, 65664",
        "counter slot, 128",
        "errors, 65536",
        "events, 512128",
        "event slot, 512",
        "historian, 4096",
        "link, 4096",
        "sleepers, 32768",
        "sleeper slot, 128"
    })
    void fieldsAreAlignedAndApartAndHaveWritersAndReaders(String title, int length) throws IOException {
        int end = 0;
        for (List<String> row : rows(title).toList()) {
            int offset = Integer.parseInt(row.get(0));
            int size = Integer.parseInt(row.get(1));
            assertTrue(offset >= end, () -> "overlap before " + row);
            assertTrue(size > Long.BYTES || offset % size == 0, () -> "not aligned: " + row);
            assertTrue(row.get(3).matches(".*of \\d+ bytes") || !row.get(4).isBlank(), () -> "no reader: " + row);
            assertFalse(row.get(3).isBlank(), () -> "no writer: " + row);
            end = offset + size;
        }
        assertTrue(end > 0 && end <= length, "end=" + end);
    }

    /** {@return the rows of a table whose size is a number} */
    private static Stream<List<String>> rows(String title) throws IOException {
        return formatTables().get(title).stream().filter(row -> row.get(1).matches("\\d+"));
    }

    @Test
    void theTitlesHaveTheVersionsAndLengthsOfTheFiles() throws IOException {
        List<String> lines = Files.readAllLines(FORMAT);

        assertTrue(
                lines.contains(title("meta", LogLayout.VERSION_MAJOR, LogLayout.VERSION_MINOR, LogLayout.META_LENGTH)));
        assertTrue(lines.contains(
                title("segment", SegmentLayout.VERSION_MAJOR, SegmentLayout.VERSION_MINOR, SegmentLayout.HEADER_LENGTH)
                        .replace(")", " of header)")));
        assertTrue(
                lines.contains(title("reader", ReaderFile.VERSION_MAJOR, ReaderFile.VERSION_MINOR, ReaderFile.LENGTH)));
        assertTrue(lines.contains(
                title("control", ControlFile.VERSION_MAJOR, ControlFile.VERSION_MINOR, ControlFile.LENGTH)));
        assertTrue(lines.contains(
                title("commands", ClientFiles.VERSION_MAJOR, ClientFiles.VERSION_MINOR, ClientFiles.LENGTH)));
        assertTrue(lines.contains(
                title("counters", 1, 0, ReportFile.COUNTERS.format().length())));
        assertTrue(
                lines.contains(title("errors", 1, 0, ReportFile.ERRORS.format().length())));
        assertTrue(lines.contains(title("events", 1, 0, EventFile.FORMAT.length())));
        assertTrue(lines.contains(title("historian", 1, 0, HistorianFile.FORMAT.length())));
        assertTrue(lines.contains(title("link", 1, 0, LinkFile.FORMAT.length())));
        assertTrue(lines.contains(title("sleepers", Sleeper.VERSION_MAJOR, Sleeper.VERSION_MINOR, Sleeper.LENGTH)));
    }

    @Test
    void theSlotsAreAsManyAndAsLongAsTheConstantsSay() throws IOException {
        Map<String, List<List<String>>> tables = formatTables();

        assertSlots(tables.get("meta"), "publisher slots", LogLayout.MAX_PUBLISHERS, LogLayout.PUBLISHER_SLOT_LENGTH);
        assertSlots(
                tables.get("meta"), "subscriber slots", LogLayout.MAX_SUBSCRIBERS, LogLayout.SUBSCRIBER_SLOT_LENGTH);
        assertSlots(tables.get("reader"), "logs", ReaderFile.MAX_LOGS, ReaderFile.LOG_LENGTH);
        assertSlots(tables.get("events"), "events", EventFile.SLOTS, EventFile.SLOT_LENGTH);
        assertSlots(tables.get("counters"), "slots", ReportFile.SLOTS, CounterSlots.SLOT_LENGTH);
    }

    @Test
    void theMessagesAreThoseOfTheSchema() throws IOException {
        List<String> schema = MESSAGE.matcher(Files.readString(SCHEMA))
                .results()
                .map(message -> message.group(2) + " " + message.group(1))
                .toList();

        assertTrue(schema.size() > 10);
        assertEquals(
                schema,
                formatTables().get("messages").stream()
                        .map(row -> row.get(0) + " " + row.get(1))
                        .toList());
    }

    private static String title(String file, int major, int minor, int length) {
        return String.format(Locale.ROOT, "## %s (version %d.%d, %,d bytes)", file, major, minor, length);
    }

    private static void assertSlots(List<List<String>> table, String field, int count, int length) {
        List<String> row =
                table.stream().filter(r -> r.get(2).equals(field)).findFirst().orElseThrow();
        assertEquals(
                List.of(Integer.toString(count * length), field, count + " of " + length + " bytes"),
                row.subList(1, 4));
    }

    private static String constantName(String field) {
        return field.replaceAll("([A-Z])", "_$1").replace(' ', '_').toUpperCase(Locale.ROOT);
    }

    /**
     * {@return the constants that are numbers, with those of {@link FileOwner} where a file says which process keeps
     * it}
     */
    private static Map<String, Integer> constants(Class<?> layout) throws IllegalAccessException {
        List<Field> fields = new ArrayList<>(List.of(layout.getDeclaredFields()));
        if (List.of(ControlFile.class, ClientFiles.class, HistorianFile.class, LinkFile.class)
                .contains(layout)) {
            fields.addAll(List.of(FileOwner.class.getDeclaredFields()));
        }
        if (layout == ClientFiles.class) {
            fields.addAll(List.of(ProgramName.class.getDeclaredFields()));
        }
        Map<String, Integer> constants = new TreeMap<>();
        for (Field field : fields) {
            if (field.getType() == int.class
                    && Modifier.isStatic(field.getModifiers())
                    && !Modifier.isPrivate(field.getModifiers())) {
                constants.put(field.getName(), field.getInt(null));
            }
        }
        return constants;
    }

    /** {@return the rows of the table in the Javadoc of a class} A line without numbers goes on with the one above. */
    private static List<String> javadocRows(Class<?> layout) throws IOException {
        Path source =
                Path.of("../ipc-log-buffers/src/main/java", layout.getName().replace('.', '/') + ".java");
        List<String> rows = new ArrayList<>();
        for (String line : Files.readAllLines(source)) {
            String text = line.replaceFirst("^ \\*", "").strip().replaceAll("\\s+", " ");
            if (line.contains("</pre>")) {
                break;
            } else if (text.matches("\\d+ \\d+ .*")) {
                rows.add(text);
            } else if (!rows.isEmpty()) {
                rows.set(rows.size() - 1, rows.get(rows.size() - 1) + ' ' + text);
            }
        }
        rows.removeIf(row -> row.matches("\\d+ \\d+ \\(padding\\)"));
        return rows;
    }

    /** {@return the tables in FORMAT.md by the title above each, without the line of titles, numbers without commas} */
    private static Map<String, List<List<String>>> formatTables() throws IOException {
        Map<String, List<List<String>>> tables = new LinkedHashMap<>();
        String title = "";
        for (String line : Files.readAllLines(FORMAT)) {
            Matcher matcher = TITLE.matcher(line);
            if (matcher.matches()) {
                title = matcher.group(1).toLowerCase(Locale.ROOT);
            } else if (line.matches("\\| [\\d,]+ \\|.*")) {
                List<String> cells = new ArrayList<>(List.of(line.substring(1).split("\\|", -1)));
                cells.replaceAll(String::strip);
                cells.replaceAll(cell -> cell.matches("[\\d,]+") ? cell.replace(",", "") : cell);
                tables.computeIfAbsent(title, key -> new ArrayList<>()).add(cells);
            }
        }
        return tables;
    }
}
