/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.Program.Ended;
import io.tailrace.samples.summarizer.measure.Figures;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the command as a user would: a JVM of its own, no flags. */
@Timeout(300)
class SummarizerMainIT {
    private static final long EVENTS = Long.getLong("tailrace.test.events", 200_000);

    @TempDir
    static Path directory;

    private static Path mixed;
    private static PlainPass plainOfMixed;

    @BeforeAll
    static void generate() throws Exception {
        mixed = directory.resolve("mixed.log");
        String count = Long.toString(EVENTS);
        summarizer("generate", "--events", count, "--v2", "30", "--seed", "7", mixed.toString())
                .assertDone();
        plainOfMixed = new PlainPass(mixed);
    }

    @ParameterizedTest
    @EnumSource(Joining.class)
    void everyJointMakesTheSummariesOfThePlainPass(Joining joining) throws Exception {
        Ended run = summarizer(
                "run",
                "--joint",
                joining.name().toLowerCase(Locale.ROOT),
                "--parsers",
                "3",
                "--summarizers",
                "4",
                "--parsers-v2",
                "2",
                "--summarizers-v2",
                "6",
                "--queue",
                "256",
                mixed.toString());
        run.assertDone();
        System.out.println(joining + ": " + run.error().lines().findFirst().orElse(""));
        plainOfMixed.assertSame(run.output());
        assertTrue(run.error().startsWith("events: " + String.format(Locale.ROOT, "%,d", EVENTS)), run.error());
        assertFalse(run.error().contains("rejected"), run.error());
        assertFalse(Files.exists(directory.resolve("mixed.log.rejects")));
        assertEquals(
                fillCount(joining),
                run.error().lines().filter(line -> line.startsWith("fill: ")).count(),
                run.error());
    }

    /** Of all stages; between processes, of all streams. */
    private static int fillCount(Joining joining) {
        return switch (joining) {
            case LINES -> 2;
            case EVENTS -> 2 + 3 + 2;
            default -> 12;
        };
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            names = {"LINKED", "EVENTS", "LINES"})
    void summariesAreTheSameWhereTheyAreAssignedByLoad(Joining joining) throws Exception {
        Ended run = summarizer(
                "run",
                "--assign",
                "load",
                "--joint",
                joining.name(),
                "--summarizers",
                "3",
                "--summarizers-v2",
                "3",
                mixed.toString());
        run.assertDone();
        plainOfMixed.assertSame(run.output());
        List<String> loads =
                run.error().lines().filter(line -> line.startsWith("load: ")).toList();
        assertEquals(12, loads.size(), run.error());
        for (String owner : List.of("v1-1", "v1-2", "v1-3", "v2-1", "v2-2", "v2-3")) {
            assertTrue(loads.stream().anyMatch(line -> line.endsWith("by summarize-" + owner)), run.error());
        }
    }

    @Test
    void figuresAreWrittenForPrograms() throws Exception {
        Path figures = directory.resolve("figures.json");
        summarizer("run", "--figures", figures.toString(), mixed.toString()).assertDone();
        Figures read = Figures.read(figures);
        assertEquals((double) EVENTS, read.all().events());
        assertEquals(EVENTS / 2.0, read.warm().events(), EVENTS / 10.0);
        assertTrue(
                read.warm().seconds() > 0 && read.warm().seconds() < read.all().seconds(), read.toString());
        assertTrue(
                read.warm().cpuSeconds() > 0
                        && read.warm().cpuSeconds() < read.all().cpuSeconds(),
                read.toString());
        assertEquals(4, read.fills().size());

        Ended refused = summarizer("run", "--figures", "/dev/full", mixed.toString());
        refused.assertOneLine(74);
        assertTrue(refused.error().contains("cannot write figures: file=/dev/full"), refused.error());
    }

    @Test
    void linesComeAtTheRateThatIsAskedFor() throws Exception {
        Path file = directory.resolve("paced.log");
        summarizer("generate", "--events", "2000", file.toString()).assertDone();
        Path figures = directory.resolve("paced.json");
        summarizer("run", "--rate", "2000", "--figures", figures.toString(), file.toString())
                .assertDone();
        assertTrue(Figures.read(figures).all().seconds() > 0.98, Files.readString(figures));
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            names = {"NONE", "LINKED", "DISRUPTOR", "DISPATCH", "EVENTS", "LINES"})
    void linesThatAreNoEventsAreKeptAndTheRestIsUnharmed(Joining joining) throws Exception {
        long seed = System.nanoTime();
        System.out.println("SummarizerMainIT: seed=" + seed);
        Path file = directory.resolve("bad.log");
        Files.write(file, badLines(new SplittableRandom(seed)));
        Ended run =
                summarizer("run", "--joint", joining.name(), "--parsers", "2", "--summarizers", "2", file.toString());
        run.assertDone();
        PlainPass plain = new PlainPass(file);
        assertTrue(plain.rejects.size() > 5_000, () -> "only " + plain.rejects.size());
        plain.assertSame(run.output());
        Map<Long, String> rejects = new TreeMap<>();
        Map<String, Long> counts = new TreeMap<>();
        for (String line : Files.readString(Path.of(file + ".rejects"), StandardCharsets.ISO_8859_1)
                .split("\n", 0)) {
            String[] parts = line.split("\t", 3);
            assertEquals(null, rejects.put(Long.valueOf(parts[0]), parts[2]));
            counts.merge(parts[1], 1L, Long::sum);
        }
        assertEquals(plain.rejects, rejects);
        counts.forEach((reason, count) -> {
            String line = String.format(Locale.ROOT, "rejected: %s %,d%n", reason, count);
            assertTrue(run.error().contains(line), line + run.error());
        });
        assertEquals(8, counts.size(), () -> "not every reason: " + counts);
    }

    /** Good lines, and good lines of which a few bytes were changed, cut out, or put in. */
    private static byte[] badLines(SplittableRandom random) throws IOException {
        Generator generator = new Generator(random.nextLong(), 50);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < 20_000; i++) {
            byte[] line = generator.next(i).toString().getBytes(StandardCharsets.UTF_8);
            all.write(
                    switch (random.nextInt(6)) {
                        case 0 -> Arrays.copyOf(line, random.nextInt(line.length));
                        case 1, 2 -> changed(line, random);
                        case 3 -> random.nextInt(500) == 0 ? Arrays.copyOf(line, 65_537) : line;
                        default -> line;
                    });
            all.write(random.nextInt(10) == 0 ? new byte[] {'\r', '\n'} : new byte[] {'\n'});
        }
        return all.toByteArray();
    }

    private static byte[] changed(byte[] line, SplittableRandom random) {
        byte[] changed = line.clone();
        byte[] likely = "{}[]\",:<>\\-0 \n\t\0é".getBytes(StandardCharsets.UTF_8);
        for (int count = random.nextInt(3); count >= 0; count--) {
            int at = random.nextInt(changed.length);
            changed[at] = random.nextBoolean() ? likely[random.nextInt(likely.length)] : (byte) random.nextInt(256);
        }
        return changed;
    }

    @Test
    void anEmptyFileHasEmptySummaries() throws Exception {
        Path file = Files.createFile(directory.resolve("empty.log"));
        Ended run = summarizer("run", file.toString());
        run.assertDone();
        new PlainPass(file).assertSame(run.output());
        assertTrue(run.error().startsWith("events: 0 "), run.error());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "run --joint rope FILE",
                "run --parsers 0 FILE",
                "run --parsers 65 FILE",
                "run --summarizers 7 FILE",
                "run --summarizers-v2 many FILE",
                "run --queue 0 FILE",
                "run --unknown FILE",
                "run --assign some FILE",
                "run --rate 0 FILE",
                "run --port 0 FILE",
                "run --port 65536",
                "run --port -1",
                "run --port http",
                "run --port 0 --netty-workers 0",
                "run --port 0 --netty-workers 65",
                "run --port 0 --host no.such.host.invalid",
                "run --host localhost FILE",
                "run --netty-workers 2 FILE",
                "generate FILE",
                "generate --events 1",
                "generate --events 1 --to localhost:1 FILE",
                "generate --events 1 --to localhost",
                "generate --events 1 --to :5514",
                "generate --events 1 --to localhost:0",
                "generate --events 1 --to localhost:65536",
                "generate --events 1 --to localhost:1 --connections 0",
                "generate --events 1 --connections 2 FILE",
                "generate --events 1 --octet-counted FILE",
                "generate --events -1 FILE",
                "generate --events 1 --v2 101 FILE",
                "ingest",
                "ingest --readers 0 FILE",
                "parse --parsers 65",
                "summarize",
                "summarize --version 3",
                "summarize --version 1 --of 7",
                "summarize --version 1 --index 1",
                "summary"
            })
    void aWrongOptionGetsOneClearLine(String arguments) throws Exception {
        summarizer(arguments.replace("FILE", "x.log").split(" ")).assertOneLine(64);
    }

    @Test
    void aFileThatCannotBeReadOrWrittenGetsOneClearLine() throws Exception {
        Path nowhere = directory.resolve("nowhere.log");
        for (String[] arguments : new String[][] {
            {"run", nowhere.toString()},
            {"run", directory.toString()},
            {"run", "--joint", "lines", nowhere.toString()},
            {"ingest", nowhere.toString()},
            {"generate", "--events", "1", "/dev/full"},
            {"generate", "--events", "1", nowhere.resolve("x.log").toString()}
        }) {
            Ended run = summarizer(arguments);
            run.assertOneLine(74);
            assertTrue(run.error().contains("file=" + arguments[arguments.length - 1]), run.error());
        }
    }

    @Test
    void summariesThatCannotBeWrittenAreAnError() throws Exception {
        Path file = Files.createFile(directory.resolve("none.log"));
        try (Program program = Program.start(directory, Path.of("/dev/full"), "run", file.toString())) {
            program.await().assertOneLine(74);
        }
    }

    @Test
    void rejectsOfAnEarlierRunAreNotLeft() throws Exception {
        Path file = Files.writeString(directory.resolve("again.log"), "nothing\n");
        Path rejects = Path.of(file + ".rejects");
        summarizer("run", file.toString()).assertDone();
        assertEquals("1\tBAD_ENVELOPE\tnothing\n", Files.readString(rejects));
        summarizer("run", "--rejects", directory.resolve("others").toString(), file.toString())
                .assertDone();
        assertTrue(Files.exists(rejects), "that is not the file of this run");
        Files.writeString(file, "");
        summarizer("run", file.toString()).assertDone();
        assertFalse(Files.exists(rejects));
    }

    @Test
    void theInputIsNotTakenForTheRejectFile() throws Exception {
        Path file = Files.writeString(directory.resolve("precious.log"), "nothing\n");
        Path link = Files.createLink(directory.resolve("link.log"), file);
        summarizer("run", "--rejects", link.toString(), file.toString()).assertOneLine(64);
        assertEquals("nothing\n", Files.readString(file));
    }

    @ParameterizedTest
    @EnumSource(
            value = Joining.class,
            names = {"LINKED", "DISPATCH", "EVENTS", "LINES"})
    void aRejectFileThatCannotBeWrittenGetsOneClearLine(Joining joining) throws Exception {
        Path file = Files.writeString(directory.resolve("one-bad.log"), "<13>Nov 23 10:00:00 web-1 view: 1,2\n");
        String nowhere = directory.resolve("nowhere").resolve("rejects").toString();
        Ended run = summarizer("run", "--joint", joining.name(), "--rejects", nowhere, file.toString());
        run.assertOneLine(74);
        assertTrue(run.error().contains("cannot write rejected lines: file=" + nowhere), run.error());
    }

    @Test
    void theSameSeedMakesTheSameLines() throws Exception {
        List<Path> files = new ArrayList<>();
        for (String seed : List.of("1", "1", "2")) {
            Path file = directory.resolve("seed-" + files.size());
            summarizer("generate", "--events", "100", "--v2", "50", "--seed", seed, file.toString())
                    .assertDone();
            files.add(file);
        }
        assertEquals(100, Files.readAllLines(files.get(0)).size());
        assertEquals(-1, Files.mismatch(files.get(0), files.get(1)));
        assertNotEquals(-1, Files.mismatch(files.get(0), files.get(2)));
    }

    private static Ended summarizer(String... arguments) throws IOException, InterruptedException {
        return Program.run(directory, arguments);
    }
}
