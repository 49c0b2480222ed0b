/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.testing.Seeds;
import io.tailrace.tools.command.CommandRun;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.doctor.Verdict;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever the directory contains, and whatever happens to it meanwhile, each command exits and shows what it read.
 */
class SnapshotFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tailrace.test.fuzz", 60);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Set<Integer> ALLOWED =
            Set.of(ExitCode.CORRUPT, ExitCode.NO_DRIVER, ExitCode.IO_FAILED, ExitCode.PERMISSION);
    private static final List<String> LINES = List.of(
            "ls --long",
            "ls --json --long",
            "clients",
            "clients --json",
            "events --stack",
            "events --errors --json",
            "counters",
            "check",
            "check --format json",
            "check --format prometheus",
            "doctor",
            "doctor --json",
            "dump orders --verify",
            "dump quotes --from=0 --json",
            "dump quotes --tail=5 --hex --grep=a");

    /** Lengths, positions and headers of frames at which something ends or overflows. */
    private static final long[] INTERESTING = {
        0,
        -1,
        8,
        -8,
        1 << 16,
        5L << 16,
        (4L << 16) + 30_001,
        1L << 40,
        Long.MAX_VALUE - 7,
        Long.MIN_VALUE,
        FrameLayout.header(Integer.MAX_VALUE, FrameLayout.TYPE_DATA, 0),
        FrameLayout.header(-8, FrameLayout.TYPE_DATA, 9),
        FrameLayout.header(7, FrameLayout.TYPE_PAD, 0)
    };

    @TempDir
    private Path parent;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void damagedDirectoriesEndTheCommandsWithACodeEvenIfTheDamageComesMeanwhile(boolean meanwhile) throws Exception {
        long seed = Seeds.of(SnapshotFuzzTest.class);
        for (int round = 0; round < (meanwhile ? ROUNDS / 4 : ROUNDS); round++) {
            Random random = new Random(seed + round);
            String name = "-Dtailrace.test.seed=" + (seed + round) + " -Dtailrace.test.fuzz=4";
            try (GoldenFiles files = GoldenFiles.unpack(parent.resolve(Integer.toString(round)))) {
                if (meanwhile || random.nextBoolean()) {
                    files.live();
                }
                Thread vandal = new Thread(() -> vandalize(files.path(), random, meanwhile));
                vandal.start();
                if (!meanwhile) {
                    vandal.join();
                }
                assertTimeoutPreemptively(LIMIT, () -> runAll(files.path(), name), name);
                vandal.join();
            }
        }
    }

    private static void vandalize(Path directory, Random random, boolean takesTime) {
        try {
            for (int i = takesTime ? 30 : 1 + random.nextInt(20); i > 0; i--) {
                Thread.sleep(takesTime ? random.nextInt(10) : 0);
                damage(directory, random);
            }
        } catch (IOException | InterruptedException e) {
            // The file is already gone.
        }
    }

    private static void runAll(Path directory, String name) {
        for (String line : LINES) {
            try {
                assertEnds(line, LookingCommands.run(directory, line));
            } catch (AssertionError e) {
                throw new AssertionError(name, e);
            }
        }
    }

    private static void assertEnds(String line, CommandRun run) {
        boolean judges = line.startsWith("check") || line.startsWith("doctor");
        boolean isFine = judges
                ? run.exitCode() <= Verdict.UNKNOWN.exitCode()
                : run.exitCode() <= ExitCode.FOUND
                        || (ALLOWED.contains(run.exitCode())
                                && (line.endsWith("verify") || !run.error().isEmpty()));
        // JSON may have control characters, but not those that end a line.
        boolean printable = run.out()
                .codePoints()
                .allMatch(c -> c == '\n' || (c >= ' ' && (line.contains("json") || !Character.isISOControl(c))));
        assertTrue(isFine && printable && run.out().length() < 10_000_000, () -> line + ": " + run);
    }

    private static void damage(Path directory, Random random) throws IOException {
        List<Path> all;
        try (Stream<Path> tree = Files.walk(directory)) {
            all = tree.filter(path -> !path.equals(directory)).toList();
        }
        if (all.isEmpty()) {
            return;
        }
        Path victim = all.get(random.nextInt(all.size()));
        if (!Files.isRegularFile(victim)) {
            if (random.nextInt(10) == 0) {
                Files.move(victim, victim.resolveSibling("moved" + random.nextInt()));
            }
            return;
        }
        switch (random.nextInt(6)) {
            case 0 -> Files.delete(victim);
            case 1 -> truncate(victim, random);
            case 2 -> {
                Files.delete(victim);
                Files.createDirectory(victim);
            }
            case 3 -> {
                Files.delete(victim);
                Files.createSymbolicLink(victim, directory.resolve("control"));
            }
            default -> overwrite(victim, random);
        }
    }

    private static void truncate(Path victim, Random random) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(victim.toFile(), "rw")) {
            file.setLength(random.nextInt((int) file.length() + 1));
        }
    }

    /** Writes numbers of all sizes, half of them near the beginning, where the fields are. */
    private static void overwrite(Path victim, Random random) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(victim.toFile(), "rw")) {
            for (int i = 0; i < 20 && file.length() >= Long.BYTES; i++) {
                int range = (int) Math.min(file.length(), random.nextBoolean() ? 1024 : Integer.MAX_VALUE);
                file.seek(random.nextInt(range - Long.BYTES + 1) & -4);
                long value = random.nextBoolean()
                        ? random.nextLong() >> random.nextInt(64)
                        : INTERESTING[random.nextInt(INTERESTING.length)];
                file.writeLong(Long.reverseBytes(value));
            }
        }
    }
}
