/* Copyright 2026 The Tailrace Authors. SPDX-License-Identifier: Apache-2.0 */
package io.tailrace.tools.dump;

import static io.tailrace.log.LogLayout.KIND_CONCURRENT;
import static io.tailrace.log.LogLayout.KIND_EXCLUSIVE;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tailrace.log.FrameLayout;
import io.tailrace.log.LogLayout;
import io.tailrace.testing.Seeds;
import io.tailrace.tools.command.Termination;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever bytes its files contain, the command exits soon, with 0 or 65. */
class DumpFuzzTest {
    private static final int ROUNDS = Integer.getInteger("tailrace.test.fuzz", 200);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final List<String> FILES = List.of("meta", "term-0", "term-1", "term-2");
    private static final int T = TestLog.TERM_LENGTH;
    private static final int FIELDS_END = LogLayout.SUBSCRIBER_SLOTS_OFFSET + LogLayout.SUBSCRIBER_SLOT_LENGTH;

    @TempDir
    private Path directory;

    private final List<List<byte[]>> sound = new ArrayList<>();
    private Path victim;

    @BeforeEach
    void makeLogs() throws IOException {
        for (int kind : new int[] {KIND_CONCURRENT, KIND_EXCLUSIVE}) {
            TestLog log = new TestLog(directory.resolve("sound"), kind, "quotes", kind);
            log.turnTo(4L * T + 30_000, 1000);
            log.publish("last");
            sound.add(read(log.directory));
        }
        victim = Files.createDirectories(directory.resolve("victim/logs/1"));
    }

    private static List<byte[]> read(Path log) throws IOException {
        List<byte[]> files = new ArrayList<>();
        for (String name : FILES) {
            files.add(Files.readAllBytes(log.resolve(name)));
        }
        return files;
    }

    @Test
    void damagedFilesEndTheCommandWithZeroOrCorrupt() {
        long seed = Seeds.of(DumpFuzzTest.class);
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(seed + round);
            String name = "-Dtailrace.test.seed=" + (seed + round) + " -Dtailrace.test.fuzz=1";
            String arguments = ARGUMENTS.get(random.nextInt(ARGUMENTS.size()));
            assertTimeoutPreemptively(LIMIT, () -> damageAndDump(random, arguments, name), name);
        }
    }

    private void damageAndDump(Random random, String arguments, String name) throws IOException {
        List<byte[]> files = new ArrayList<>();
        sound.get(random.nextInt(sound.size())).forEach(file -> files.add(file.clone()));
        damage(random, files);
        for (int i = 0; i < files.size(); i++) {
            Files.write(victim.resolve(FILES.get(i)), files.get(i));
        }
        Termination termination = new Termination();
        // A dump that follows would never exit.
        CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS).execute(termination::request);
        DumpRun run = DumpRun.of(termination, new ByteArrayOutputStream(), (victim + " " + arguments).split(" "));
        String context = name + " dump " + arguments + ": " + run;
        assertTrue(run.exitCode() == 0 || run.exitCode() == 65, context);
        assertTrue(run.error().lines().count() <= 1, context);
        boolean told = !run.error().isEmpty() || run.out().contains("anomal");
        assertTrue(run.exitCode() == 0 || told, context);
        assertTrue(run.out().length() < 100_000_000, "hostile length of output: " + name);
        if (arguments.contains("--json")) {
            DumpJsonTest.objects(run.lines());
        }
    }

    private static final List<String> ARGUMENTS = List.of(
            "--verify",
            "--verify --json --from=0",
            "--from=0 --limit=1g",
            "--from=0 --limit=1g --json",
            "--tail=5 --hex",
            "-n=3 --headers --json",
            "--to=0x40000 --grep=a",
            "--grep=a --publisher=0 --json",
            "--publisher=5",
            "--from=0 --follow",
            "--from=0 --follow --json --hex");

    private static void damage(Random random, List<byte[]> files) {
        switch (random.nextInt(10)) {
            case 0 -> files.set(random.nextInt(4), random(random, random.nextInt(100_000)));
            case 1 -> files.set(1 + random.nextInt(3), random(random, T));
            case 2 -> {
                // The terms may be anything, but the meta file looks right at first.
                byte[] meta = random(random, LogLayout.META_LENGTH);
                System.arraycopy(files.get(0), 0, meta, 0, LogLayout.TAIL_OFFSET);
                files.set(0, meta);
            }
            case 3 -> files.set(random.nextInt(4), new byte[random.nextBoolean() ? T : LogLayout.META_LENGTH]);
            default -> mutate(random, files);
        }
    }

    private static byte[] random(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static void mutate(Random random, List<byte[]> files) {
        int mutations = 1 + random.nextInt(20);
        boolean metaOnly = random.nextBoolean();
        for (int i = 0; i < mutations; i++) {
            int file = metaOnly ? 0 : random.nextInt(4);
            ByteBuffer bytes = ByteBuffer.wrap(files.get(file)).order(ByteOrder.LITTLE_ENDIAN);
            // Rarely the first words of the meta file: they are checked before anything is used.
            int start = file == 0 ? (random.nextInt(8) == 0 ? 0 : LogLayout.TAIL_OFFSET) : 0;
            int end = file == 0 ? FIELDS_END : T;
            int words = (end - start) / Long.BYTES;
            int index = start + random.nextInt(words) * Long.BYTES;
            switch (random.nextInt(4)) {
                case 0 -> bytes.put(index + random.nextInt(Long.BYTES), (byte) random.nextInt());
                case 1 -> bytes.putInt(index + 4 * random.nextInt(2), interesting(random));
                case 2 -> {
                    int type = random.nextInt(4);
                    bytes.putLong(index, FrameLayout.header(interesting(random), type, random.nextInt(1 << 16)));
                }
                default -> bytes.putLong(index, interestingPosition(random));
            }
            if (metaOnly) {
                int[] offsets = {512, 640, 648, 656, 664, 672, 680, 9216 + 24, 9216 + 128};
                bytes.putLong(offsets[random.nextInt(offsets.length)], interestingPosition(random));
            }
        }
    }

    private static int interesting(Random random) {
        int[] values = {0, 1, 7, 8, -8, 9, T, T - 8, T / 8, T / 8 + 8, -T, Integer.MAX_VALUE, Integer.MIN_VALUE, -1};
        return random.nextInt(3) == 0 ? random.nextInt() : values[random.nextInt(values.length)];
    }

    private static long interestingPosition(Random random) {
        long max = Long.MAX_VALUE;
        long[] values = {0, -1, -8, 4L * T, 5L * T, 7L * T, 4L * T + 30_001, max, -max - 1, 1L << 62, 1L << 40};
        long[] nearTheEnd = {max - 7, max - 3L * T};
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> nearTheEnd[random.nextInt(2)];
            case 2 -> random.nextInt(8 * T) & -8L;
            default -> values[random.nextInt(values.length)];
        };
    }
}
