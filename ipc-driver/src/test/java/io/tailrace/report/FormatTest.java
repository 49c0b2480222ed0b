/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.control.ClientFiles;
import io.tailrace.control.ControlFile;
import io.tailrace.history.segment.ReaderFile;
import io.tailrace.history.segment.SegmentLayout;
import io.tailrace.liveness.ProgramName;
import io.tailrace.log.LogLayout;
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
 * {@code FORMAT.md} has the fields, offsets, sizes and messages of the layout classes and the schema, and names the
 * writers and readers of each field.
 */
class FormatTest {
    private static final Path FORMAT = Path.of("../ipc-log-buffers/FORMAT.md");
    private static final Path SCHEMA = Path.of("../codecs/src/main/sbe/schema.xml");
    private static final Pattern TITLE = Pattern.compile("(?:## )?(\\w[\\w ]*?)(?: \\(version.*\\))?:?");
    private static final String WRITERS = "written by → read by";
    private static final Pattern MESSAGE = Pattern.compile("<sbe:message name=\"(\\w+)\" id=\"(\\d+)\"");

    /** The Javadoc repeats the rows of the frame and of the file header. */
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
        "io.tailrace.history.segment.SegmentLayout, segment, block,",
        "io.tailrace.history.segment.ReaderFile, reader, reader log,",
        "io.tailrace.liveness.FileOwner, which process,,",
        "io.tailrace.control.ControlFile, control,,",
        "io.tailrace.control.ClientFiles, commands,,",
        "io.tailrace.report.ReportFile, counters, errors,",
        "io.tailrace.report.CounterSlots, counter slot,,",
        "io.tailrace.report.HistorianFile, historian,,",
        "io.tailrace.report.LinkFile, link,,",
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
                assertEquals(1, names.size(), () -> "constants of a row: " + row);
                names.forEach(missing::remove);
                assertEquals(
                        Integer.toString(constants.getOrDefault(field + "_LENGTH", Integer.parseInt(row.get(1)))),
                        row.get(1));
            }
        }
        assertEquals(Map.of(), missing, "constants that are in no table");
    }

    /** A table has a column of writers, or a line above it names them. A file's fields begin after its header. */
    @ParameterizedTest
    @CsvSource({
        "meta, 24, 28672",
        "publisher slot, 0, 128",
        "subscriber slot, 0, 256",
        "segment, 24, 4096",
        "block, 0, 32",
        "reader, 24, 16384",
        "reader log, 0, 16",
        "which process, 24, 128",
        "control, 24, 659840",
        "commands, 24, 34048",
        "counters, 24, 65664",
        "counter slot, 0, 128",
        "errors, 24, 65536",
        "historian, 24, 4096",
        "link, 24, 4096",
        "sleepers, 24, 32768",
        "sleeper slot, 0, 128"
    })
    void fieldsAreAlignedAndApartAndHaveWritersAndReaders(String title, int start, int length) throws IOException {
        int end = start;
        for (List<String> row : rows(title).toList()) {
            int offset = Integer.parseInt(row.get(0));
            int size = Integer.parseInt(row.get(1));
            assertTrue(offset >= end, () -> "overlap before " + row);
            assertTrue(size > Long.BYTES || offset % size == 0, () -> "not aligned: " + row);
            assertTrue(row.get(3).matches("\\d+ of \\d+ bytes|assigned|.+ → .+"), () -> "no writer or reader: " + row);
            end = offset + size;
        }
        assertTrue(end > start && end <= length, "end=" + end);
    }

    /** {@return the rows of a table whose size is a number} */
    private static Stream<List<String>> rows(String title) throws IOException {
        return formatTables().get(title).stream().filter(row -> row.get(1).matches("\\d+"));
    }

    @Test
    void theTitlesHaveTheVersionsAndLengthsOfTheFiles() throws IOException {
        List<String> lines = Files.readAllLines(FORMAT);

        Stream.of(
                        title("meta", LogLayout.VERSION_MAJOR, LogLayout.VERSION_MINOR, LogLayout.META_LENGTH),
                        title(
                                        "segment",
                                        SegmentLayout.VERSION_MAJOR,
                                        SegmentLayout.VERSION_MINOR,
                                        SegmentLayout.HEADER_LENGTH)
                                .replace(")", " of header)"),
                        title("reader", ReaderFile.VERSION_MAJOR, ReaderFile.VERSION_MINOR, ReaderFile.LENGTH),
                        title("control", ControlFile.VERSION_MAJOR, ControlFile.VERSION_MINOR, ControlFile.LENGTH),
                        title("commands", ClientFiles.VERSION_MAJOR, ClientFiles.VERSION_MINOR, ClientFiles.LENGTH),
                        title("counters", 1, 0, ReportFile.COUNTERS.format().length()),
                        title("errors", 1, 0, ReportFile.ERRORS.format().length()),
                        title("historian", 1, 0, HistorianFile.FORMAT.length()),
                        title("link", 1, 0, LinkFile.FORMAT.length()),
                        title("sleepers", Sleeper.VERSION_MAJOR, Sleeper.VERSION_MINOR, Sleeper.LENGTH))
                .forEach(title -> assertTrue(lines.contains(title), title));
    }

    @Test
    void theSlotsAreAsManyAndAsLongAsTheConstantsSay() throws IOException {
        Map<String, List<List<String>>> tables = formatTables();

        assertSlots(tables.get("meta"), "publisher slots", LogLayout.MAX_PUBLISHERS, LogLayout.PUBLISHER_SLOT_LENGTH);
        assertSlots(
                tables.get("meta"), "subscriber slots", LogLayout.MAX_SUBSCRIBERS, LogLayout.SUBSCRIBER_SLOT_LENGTH);
        assertSlots(tables.get("reader"), "logs", ReaderFile.MAX_LOGS, ReaderFile.LOG_LENGTH);
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

    /** {@return the constants that are numbers, and those of texts} */
    private static Map<String, Integer> constants(Class<?> layout) throws IllegalAccessException {
        List<Field> fields = new ArrayList<>(List.of(layout.getDeclaredFields()));
        if (layout == ClientFiles.class) {
            fields.addAll(List.of(ProgramName.class.getDeclaredFields()));
        }
        if (layout.getSuperclass() == StatusFile.class) {
            fields.addAll(List.of(StatusFile.class.getDeclaredFields()));
        }
        Map<String, Integer> constants = new TreeMap<>();
        for (Field field : fields) {
            field.setAccessible(true);
            if (field.getType() == int.class
                    && Modifier.isStatic(field.getModifiers())
                    && !Modifier.isPrivate(field.getModifiers())) {
                constants.put(field.getName(), field.getInt(null));
            } else if (field.getType() == StatusFile.Text.class && Modifier.isStatic(field.getModifiers())) {
                StatusFile.Text text = (StatusFile.Text) field.get(null);
                constants.put(field.getName() + "_LENGTH_OFFSET", text.lengthOffset());
                constants.put(field.getName() + "_OFFSET", text.offset());
                constants.put(field.getName() + "_LENGTH", text.length());
            }
        }
        return constants;
    }

    /** {@return the rows of the table in the Javadoc of a class} A line without numbers continues the one above. */
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

    /**
     * {@return the tables in FORMAT.md by the title above each, without the line of titles, numbers without commas}
     * In a row of a table without a column of writers, this column has the line above that names them.
     */
    private static Map<String, List<List<String>>> formatTables() throws IOException {
        Map<String, List<List<String>>> tables = new LinkedHashMap<>();
        String title = "";
        String writers = "";
        boolean hasWriters = false;
        for (String line : Files.readAllLines(FORMAT)) {
            Matcher matcher = TITLE.matcher(line);
            if (matcher.matches()) {
                title = matcher.group(1).toLowerCase(Locale.ROOT);
                writers = "";
            } else if (line.startsWith("offset |")) {
                hasWriters = line.contains(WRITERS);
            } else if (line.matches("[\\d,]+ \\| .*")) {
                tables.computeIfAbsent(title, key -> new ArrayList<>()).add(cells(line, hasWriters ? "" : writers));
            } else if (line.matches(".*[wW]ritten by .*")) {
                writers = "as above → as above";
            }
        }
        return tables;
    }

    private static List<String> cells(String line, String writers) {
        List<String> cells = new ArrayList<>(List.of(line.split("\\|", -1)));
        cells.replaceAll(String::strip);
        cells.replaceAll(cell -> cell.matches("[\\d,]+") ? cell.replace(",", "") : cell);
        while (cells.size() < 4) {
            cells.add("");
        }
        if (!writers.isEmpty() && !cells.get(3).matches("\\d+ of \\d+ bytes")) {
            cells.add(3, writers);
        }
        return cells;
    }
}
