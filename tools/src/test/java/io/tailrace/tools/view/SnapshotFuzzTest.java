/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.view;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.testing.Seeds;
import io.tailrace.tools.command.ExitCode;
import io.tailrace.tools.command.Verdict;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever the directory contains, and whatever happens to it meanwhile, each command exits and shows what it read.
 */
class SnapshotFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tailrace.test.fuzz", 60);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Set<Integer> ALLOWED = Set.of(
            ExitCode.OK, ExitCode.FOUND, ExitCode.CORRUPT, ExitCode.NO_DRIVER, ExitCode.IO_FAILED, ExitCode.PERMISSION);
    private static final List<String> LINES = List.of(
            "ls --long --dead",
            "ls --json --long",
            "clients",
            "clients --json",
            "errors --stack",
            "errors --json",
            "stat 1ms 2",
            "top --once",
            "counters",
            "check",
            "check --format json",
            "check --format prometheus",
            "doctor",
            "doctor --json");

    @TempDir
    private Path parent;

    @Test
    void damagedDirectoriesEndTheCommandsWithACode() throws IOException {
        long seed = Seeds.of(SnapshotFuzzTest.class);
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            String name = "-Dtailrace.test.seed=" + (seed + round) + " -Dtailrace.test.fuzz=1";
            try (GoldenFiles files = GoldenFiles.unpack(parent.resolve(Integer.toString(round)))) {
                if (random.nextBoolean()) {
                    files.live();
                }
                for (int i = 1 + random.nextInt(20); i > 0; i--) {
                    damage(files.path(), random);
                }
                assertTimeoutPreemptively(LIMIT, () -> runAll(files.path(), name), name);
            }
        }
    }

    @Test
    void filesThatGoWhileTheyAreReadEndTheCommandsWithACode() throws Exception {
        long seed = Seeds.of(SnapshotFuzzTest.class);
        for (int round = 0; round < ROUNDS / 4; round++) {
            Random random = new Random(seed + round);
            String name = "-Dtailrace.test.seed=" + (seed + round) + " -Dtailrace.test.fuzz=4";
            try (GoldenFiles files = GoldenFiles.unpack(parent.resolve("live" + round))) {
                files.live();
                Thread vandal = new Thread(() -> {
                    try {
                        for (int i = 0; i < 30; i++) {
                            Thread.sleep(random.nextInt(10));
                            damage(files.path(), random);
                        }
                    } catch (IOException | InterruptedException e) {
                        // The file is already gone.
                    }
                });
                vandal.start();
                assertTimeoutPreemptively(LIMIT, () -> runAll(files.path(), name), name);
                vandal.join();
            }
        }
    }

    private static void runAll(Path directory, String name) {
        for (String line : LINES) {
            LookingCommands.Run run = LookingCommands.run(directory, line);
            boolean judges = line.startsWith("check") || line.startsWith("doctor");
            assertTrue(
                    judges ? run.exitCode() <= Verdict.UNKNOWN.exitCode() : ALLOWED.contains(run.exitCode()),
                    () -> line + ": " + run + ", " + name);
            assertTrue(
                    judges || run.exitCode() <= ExitCode.FOUND || !run.failure().isEmpty(),
                    () -> line + ": " + run + ", " + name);
        }
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

    /** Writes numbers of all sizes near the beginning, where the fields are. */
    private static void overwrite(Path victim, Random random) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(victim.toFile(), "rw")) {
            for (int i = 0; i < 20 && file.length() >= Long.BYTES; i++) {
                int range = (int) Math.min(file.length(), random.nextBoolean() ? 1024 : Integer.MAX_VALUE);
                file.seek(random.nextInt(range - Long.BYTES + 1) & -4);
                file.writeLong(random.nextLong() >> random.nextInt(64));
            }
        }
    }
}
