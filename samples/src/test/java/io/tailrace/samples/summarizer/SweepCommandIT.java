/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.samples.summarizer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.samples.summarizer.sweep.Point;
import io.tailrace.samples.summarizer.sweep.Points;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sweeps with real children. */
@Timeout(300)
class SweepCommandIT {
    private static final String TINY = "--events 2000 --rounds 1 --parsers 1 --summarizers 1,2 --versions 1 --seed 3";

    @TempDir
    Path directory;

    @Test
    void aTinySweepHasItsPointsAndItsReport() throws Exception {
        Path out = directory.resolve("deep").resolve("out");
        assertEquals(0, sweep(TINY + " --joints none,linked,lines --out " + out));
        List<Point> points = new Points(out).readAll();
        assertEquals((1 + 2) + (2 + 2 + 2 + 2) + (2 + 2), points.size());
        for (Point point : points) {
            var result = Objects.requireNonNull(point.result(), point.toString());
            assertTrue(result.eventsPerS() > 100 && result.cpuSPerMillion() > 0, point.toString());
            assertEquals(Runtime.version().feature(), feature(point), point.toString());
        }
        String report = Files.readString(out.resolve("report.md"));
        assertFalse(report.contains("FAILED"), report);
        assertEquals(
                List.of("cpu-v1.svg", "points.jsonl", "queues.svg", "rate-v1.svg", "report.md"),
                files(out),
                "inputs are not left");

        Files.delete(out.resolve("report.md"));
        assertEquals(0, sweep("report " + out));
        assertEquals(report, Files.readString(out.resolve("report.md")));
        assertEquals(64, sweep(TINY + " --out " + out), "points are not mixed with those of another sweep");
    }

    private static int feature(Point point) {
        return Runtime.Version.parse(Objects.requireNonNull(point.machine()).jdk())
                .feature();
    }

    @Test
    void aPointThatFailsIsToldAndLeavesTheOthersTheirTurn() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path failing = Files.writeString(
                directory.resolve("failing-java"),
                "#!/bin/sh\ncase \"$*\" in *array*) echo 'a plain reason' >&2; exit 3;; esac\nexec " + java
                        + " \"$@\"\n");
        Files.setPosixFilePermissions(failing, PosixFilePermissions.fromString("rwx------"));
        Path out = directory.resolve("out");
        assertEquals(70, sweep(TINY + " --joints none,array --java " + failing + " --out " + out));
        List<Point> points = new Points(out).readAll();
        assertEquals((1 + 2) + 2 + 2 + 2, points.size());
        assertEquals(
                1 + 2, points.stream().filter(point -> point.result() != null).count());
        String report = Files.readString(out.resolve("report.md"));
        assertTrue(
                report.contains(
                        "- **FAILED**: array, v1, parsers=1, summarizers=1, round 1: exit code 3: a plain reason"),
                report);
    }

    @Test
    void aSweepThatCannotBeginSaysSo() throws Exception {
        assertEquals(74, sweep(TINY + " --java " + directory.resolve("none") + " --out " + directory.resolve("out")));
        assertEquals(List.of(), files(directory.resolve("out")));
        Path file = Files.createFile(directory.resolve("file"));
        assertEquals(74, sweep(TINY + " --out " + file));
        assertEquals(74, sweep("report " + directory.resolve("nowhere")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--joints rope",
                "--parsers 0",
                "--parsers 65",
                "--summarizers 7",
                "--versions 3",
                "--rounds 0",
                "--events 0",
                "--events many",
                "report"
            })
    void aWrongOptionIsRefused(String arguments) throws Exception {
        assertEquals(64, sweep(arguments));
    }

    private int sweep(String arguments) throws Exception {
        Program.Ended ended = Program.run(directory, ("sweep " + arguments).split(" "));
        System.out.print(ended.error());
        return ended.exitCode();
    }

    private static List<String> files(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
